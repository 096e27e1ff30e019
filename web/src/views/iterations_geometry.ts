// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Positions of cells in the map of iterations, and movement by keys.

import type { Scale } from "../model/format";
import type { Matrix } from "../model/iterations";
import type { Size } from "../widgets/use_size";
import type { Range } from "./topology_canvas";

export interface Cell {
  iteration: number;
  /** -1: all rows, on the line of totals. */
  row: number;
}

export interface Painted {
  matrix: Matrix;
  range: Range;
  scale: Scale;
  names: string[];
  /** The map's scroll position, in pixels from its first row. */
  top: number;
  cursor: Cell | null;
  /** Number of iterations in a column. */
  together: number;
}

export interface Layout {
  left: number;
  width: number;
  mapTop: number;
  mapHeight: number;
  rowHeight: number;
  /** Height of all rows; more than mapHeight if they have to be scrolled. */
  allRows: number;
}

const lineHeight = 44;
const axisHeight = 16;
const leastRow = 4;
const mostRow = 22;
export const barWidth = 8;

export function layoutOf({ matrix }: Pick<Painted, "matrix">, size: Size): Layout {
  const left = size.width < 480 ? 4 : Math.min(150, Math.round(size.width * 0.18));
  const mapTop = Math.min(lineHeight, Math.round(size.height / 3)) + 4;
  const room = Math.max(leastRow, size.height - mapTop - axisHeight);
  const rowHeight = Math.min(mostRow, Math.max(leastRow, room / Math.max(1, matrix.rows)));
  const allRows = rowHeight * matrix.rows;
  const width = Math.max(1, size.width - left - barWidth - 4);
  return { left, width, mapTop, mapHeight: Math.min(room, allRows), rowHeight, allRows };
}

/** Limits the scroll position of the map. */
export const limitedTop = (top: number, layout: Layout) =>
  Math.min(Math.max(0, top), Math.max(0, layout.allRows - layout.mapHeight));

export function cellAt(painted: Painted, x: number, y: number, size: Size): Cell | null {
  const layout = layoutOf(painted, size);
  const iteration = Math.floor(((x - layout.left) / layout.width) * painted.matrix.iterations);
  if (iteration < 0 || iteration >= painted.matrix.iterations) return null;
  if (y < layout.mapTop) return { iteration, row: -1 };
  if (y >= layout.mapTop + layout.mapHeight) return null;
  const row = Math.floor((y - layout.mapTop + limitedTop(painted.top, layout)) / layout.rowHeight);
  return row < painted.matrix.rows ? { iteration, row } : null;
}

/** Returns the cursor after a key; undefined: the key is not handled. */
export function cursorAfter(key: string, { cursor, matrix }: Painted): Cell | null | undefined {
  const { iteration, row } = cursor ?? { iteration: -1, row: -1 };
  const limited = (value: number, least: number, end: number) => Math.min(Math.max(value, least), end - 1);
  const to = (next: number, at = row): Cell => ({
    iteration: limited(next, 0, matrix.iterations),
    row: limited(at, -1, matrix.rows),
  });
  switch (key) {
    case "ArrowLeft":
      return to(iteration - 1);
    case "ArrowRight":
      return to(iteration + 1);
    case "ArrowUp":
      return to(iteration, row - 1);
    case "ArrowDown":
      return to(iteration, row + 1);
    case "PageUp":
      return to(iteration, row - 10);
    case "PageDown":
      return to(iteration, row + 10);
    case "Home":
      return to(0);
    case "End":
      return to(matrix.iterations - 1);
    case "Escape":
      return cursor ? null : undefined;
    default:
      return undefined;
  }
}

/** Returns the scroll position nearest to the current one at which the row is visible. */
export function topFor(row: number, painted: Painted, size: Size): number {
  const layout = layoutOf(painted, size);
  const [begin, end] = [row * layout.rowHeight, (row + 1) * layout.rowHeight];
  return limitedTop(Math.min(Math.max(painted.top, end - layout.mapHeight), begin), layout);
}

export const valueAt = ({ matrix }: Painted, { iteration, row }: Cell) =>
  row < 0 ? matrix.totals[iteration] : matrix.values[row * matrix.iterations + iteration];
