// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Paints the communication matrix: a row for each sender or process waited for, a column for each receiver or waiting
// process. If there are more of them than pixels, neighbours share a square.

import { largestOf } from "../model/format";
import { squaresOf, type Matrix, type Measure } from "../model/matrix";
import { shortNames } from "../model/short_names";
import type { Theme } from "../state/theme";
import { colourOf } from "../widgets/colours";
import type { Size } from "../widgets/use_size";
import { namesFor } from "./run_map_canvas";

export interface PaintedMatrix {
  matrix: Matrix;
  measure: Measure;
  theme: Theme;
  /** The keyboard cursor; null: none. */
  cursor: { from: number; to: number } | null;
}

export interface MatrixLayout {
  left: number;
  top: number;
  /** Rows and columns per square. */
  shared: number;
  side: number;
  squareWidth: number;
  squareHeight: number;
}

const leastSquare = 2;
const mostWidth = 44;
const mostHeight = 22;
const titleHeight = 18;

const partyNames = (parties: Matrix["parties"]) => parties.map(({ name }) => name);

/** Colours span this number of powers of ten below the maximum, since pairs differ widely. */
export const decades = 4;

export const shadeOf = (share: number) => Math.min(1, Math.max(0.04, 1 + Math.log10(share) / decades));

export function matrixLayout({ matrix }: Pick<PaintedMatrix, "matrix">, size: Size): MatrixLayout {
  const { parties } = matrix;
  const longest = namesFor(partyNames(parties), size).reduce((most, name) => Math.max(most, name.length), 0);
  const left = Math.min(190, 28 + longest * 6.2, size.width * 0.25);
  const room = {
    width: Math.max(size.width - left - 4, 10),
    height: Math.max(size.height - titleHeight - 4, 10),
  };
  const squares = Math.max(1, Math.floor(Math.min(room.width, room.height) / leastSquare));
  const shared = Math.max(1, Math.ceil(parties.length / squares));
  const side = Math.max(1, Math.ceil(parties.length / shared));
  return {
    left,
    top: titleHeight,
    shared,
    side,
    squareWidth: Math.min(mostWidth, room.width / side),
    squareHeight: Math.min(mostHeight, room.height / side),
  };
}

export function drawMatrix(context: CanvasRenderingContext2D, size: Size, painted: PaintedMatrix): void {
  const { matrix, measure, theme } = painted;
  const layout = matrixLayout(painted, size);
  const { left, top, side, squareWidth, squareHeight } = layout;
  const style = getComputedStyle(context.canvas);
  const { values } = squaresOf(matrix, measure, layout.shared);
  const most = largestOf(values);
  context.fillStyle = style.getPropertyValue("--hover");
  context.fillRect(left, top, squareWidth * side, squareHeight * side);
  const gap = squareWidth > 6 && squareHeight > 6 ? 1 : 0;
  values.forEach((value, at) => {
    if (!(value > 0)) return;
    const [row, column] = [Math.floor(at / side), at % side];
    context.fillStyle = colourOf(theme, shadeOf(value / most), false);
    context.fillRect(
      left + column * squareWidth,
      top + row * squareHeight,
      Math.max(squareWidth - gap, 1),
      Math.max(squareHeight - gap, 1),
    );
  });
  drawNames(context, painted, layout, namesFor(partyNames(matrix.parties), size), style);
  drawCursor(context, painted, layout, style);
}

function drawNames(
  context: CanvasRenderingContext2D,
  { measure }: PaintedMatrix,
  layout: MatrixLayout,
  names: string[],
  style: CSSStyleDeclaration,
): void {
  const { left, top, shared, side, squareWidth, squareHeight } = layout;
  context.fillStyle = style.getPropertyValue("--soft");
  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "middle";
  context.textAlign = "left";
  const ends = measure === "waiting" ? ["is waited for ↓", "waits →"] : ["sends ↓", "receives →"];
  const shorts = shortNames(names);
  const widest = shorts.reduce((most, name) => Math.max(most, name.length), 0) * 6.2 + 6;
  const hasColumns = widest <= squareWidth;
  context.fillText(hasColumns ? ends[0] : ends.join(", "), 4, top / 2, hasColumns ? left - 8 : undefined);
  context.textAlign = "center";
  if (hasColumns)
    for (let column = 0; column < side; ++column)
      context.fillText(shorts[column * shared], left + (column + 0.5) * squareWidth, top / 2);
  context.textAlign = "right";
  const each = Math.max(1, Math.ceil(13 / squareHeight));
  for (let row = 0; row < side; row += each)
    context.fillText(names[row * shared], left - 6, top + (row + 0.5) * squareHeight, left - 10);
}

function drawCursor(
  context: CanvasRenderingContext2D,
  { cursor }: PaintedMatrix,
  { left, top, shared, squareWidth, squareHeight }: MatrixLayout,
  style: CSSStyleDeclaration,
): void {
  if (!cursor) return;
  context.strokeStyle = style.getPropertyValue("--accent");
  context.lineWidth = 2;
  context.strokeRect(
    left + Math.floor(cursor.to / shared) * squareWidth,
    top + Math.floor(cursor.from / shared) * squareHeight,
    Math.max(squareWidth - 1, 2),
    Math.max(squareHeight - 1, 2),
  );
}

/** Returns the first row and column of the square at a point; null: there is none. */
export function squareAt(
  painted: PaintedMatrix,
  point: { x: number; y: number },
  size: Size,
): { from: number; to: number } | null {
  const { left, top, shared, side, squareWidth, squareHeight } = matrixLayout(painted, size);
  const column = Math.floor((point.x - left) / squareWidth);
  const row = Math.floor((point.y - top) / squareHeight);
  const isInside = row >= 0 && row < side && column >= 0 && column < side;
  return isInside ? { from: row * shared, to: column * shared } : null;
}
