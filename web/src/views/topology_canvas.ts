// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Paints a topology's cells. Colours range from the least to the greatest value, since a topology shows differences
// between neighbours.

import { formatNumber, type Scale } from "../model/format";
import { combineTwo, nothing } from "../model/report";
import type { Combine } from "../model/rows";
import { layoutPlan, placeOf, type Layout, type Plan } from "../model/topology";
import type { Theme } from "../state/theme";
import { colourOf, inkOn } from "../widgets/colours";
import type { Size } from "../widgets/use_size";

export interface Range {
  low: number;
  high: number;
  isDiverging: boolean;
}

export interface Painted {
  plan: Plan;
  values: Float64Array;
  range: Range;
  scale: Scale;
  theme: Theme;
  selected: ReadonlySet<number>;
  /** The cell of the keyboard cursor; -1: none. */
  cursor: number;
}

/** Combines locations that share a position, such as the threads of a process. */
export function cellValues(plan: Plan, ofLocation: Float64Array, combine: Combine): Float64Array {
  return Float64Array.from(plan.cells, ({ locations }) =>
    locations.reduce((value, location) => combineTwo(value, ofLocation[location], combine), nothing(combine)),
  );
}

export function cellRange(values: Float64Array): Range {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) return { low: NaN, high: NaN, isDiverging: false };
  if (low >= 0) return { low, high, isDiverging: false };
  const end = Math.max(-low, Math.abs(high));
  return { low: -end, high: end, isDiverging: true };
}

function shareOf(value: number, { low, high, isDiverging }: Range): number {
  if (isDiverging) return value / high;
  return high > low ? (value - low) / (high - low) : value > 0 ? 0.5 : 0;
}

export function drawPlan(context: CanvasRenderingContext2D, size: Size, painted: Painted): void {
  const { plan, values, range, theme, scale, selected } = painted;
  const layout = layoutPlan(plan, size.width, size.height);
  const style = getComputedStyle(context.canvas);
  const line = layout.cellWidth > 6 && layout.cellHeight > 6 ? 1 : 0;
  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "middle";
  if (plan.planes > 1) drawPlaneNames(context, plan, layout, style.color);
  const widest =
    Math.max(...Array.from(values.subarray(0, 500), (value) => formatNumber(value, scale).length)) * 6.5;
  const isNumbered = layout.cellWidth > widest + 6 && layout.cellHeight >= 15;
  plan.cells.forEach((cell, i) => {
    const [left, top] = placeOf(cell, plan, layout);
    const [width, height] = [layout.cellWidth - line, layout.cellHeight - line];
    const colour = colourOf(theme, shareOf(values[i], range), range.isDiverging);
    context.fillStyle = colour;
    context.fillRect(left, top, width, height);
    if (isNumbered) {
      context.fillStyle = colour === "transparent" ? style.color : inkOn(colour);
      context.textAlign = "center";
      context.fillText(formatNumber(values[i], scale), left + width / 2, top + height / 2);
    }
    const frame = (colour: string, line: number) => {
      context.strokeStyle = colour;
      context.lineWidth = line;
      context.strokeRect(left + 1, top + 1, Math.max(width - 2, 1), Math.max(height - 2, 1));
    };
    if (i === painted.cursor) frame(style.color, 4);
    if (cell.locations.some((location) => selected.has(location)) || i === painted.cursor)
      frame(style.getPropertyValue("--accent"), 2);
  });
}

function drawPlaneNames(context: CanvasRenderingContext2D, plan: Plan, layout: Layout, colour: string): void {
  context.fillStyle = colour;
  context.textAlign = "left";
  for (let plane = 0; plane < plan.planes; ++plane) {
    const [left, top] = placeOf({ plane, x: 0, y: 0 }, plan, layout);
    context.fillText(String(plane), left, top - layout.titleHeight / 2);
  }
}
