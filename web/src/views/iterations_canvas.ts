// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Paints iterations: a line of totals, and below it a map with a column for each iteration and a row for each
// location. The map is made once, with a pixel for each cell, and then only scaled: scrolling costs nothing.

import { formatNumber, formatWithUnit } from "../model/format";
import type { Matrix } from "../model/iterations";
import type { Theme } from "../state/theme";
import { colourOf } from "../widgets/colours";
import type { Size } from "../widgets/use_size";
import { barWidth, layoutOf, limitedTop, type Cell, type Layout, type Painted } from "./iterations_geometry";
import type { Range } from "./topology_canvas";

/** Includes zero, so that rows with similar values look similar. */
export function rangeOf({ values }: Matrix): Range {
  let [low, high] = [0, 0];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low === 0) return { low, high, isDiverging: false };
  const end = Math.max(-low, high);
  return { low: -end, high: end, isDiverging: true };
}

const shades = 256;

function shadesOf(theme: Theme, isDiverging: boolean): number[][] {
  return Array.from({ length: shades }, (_, i) => {
    const share = i / (shades - 1);
    const colour = colourOf(theme, isDiverging ? 2 * share - 1 : share, isDiverging);
    return rgbOf(colour);
  });
}

function rgbOf(colour: string): number[] {
  if (colour.startsWith("#")) return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
}

/** A pixel for each row and column; with more iterations than columns, the greatest of each group. */
export function imageOf(matrix: Matrix, range: Range, theme: Theme, columns: number): HTMLCanvasElement {
  const image = document.createElement("canvas");
  const width = Math.max(1, Math.min(matrix.iterations, columns));
  image.width = width;
  image.height = Math.max(1, matrix.rows);
  const context = image.getContext("2d");
  if (!context || matrix.rows === 0) return image;
  const pixels = context.createImageData(width, matrix.rows);
  const colours = shadesOf(theme, range.isDiverging);
  const scale = range.high > range.low ? (shades - 1) / (range.high - range.low) : 0;
  for (let row = 0; row < matrix.rows; ++row)
    for (let column = 0; column < width; ++column) {
      const value = extremeOf(matrix, row, column, width);
      const [red, green, blue] = colours[Math.round((value - range.low) * scale)];
      pixels.data.set([red, green, blue, 255], 4 * (row * width + column));
    }
  context.putImageData(pixels, 0, 0);
  return image;
}

function extremeOf({ values, iterations }: Matrix, row: number, column: number, columns: number): number {
  const begin = row * iterations + Math.floor((column * iterations) / columns);
  const end = row * iterations + Math.floor(((column + 1) * iterations) / columns);
  let extreme = values[begin];
  for (let i = begin + 1; i < end; ++i) if (Math.abs(values[i]) > Math.abs(extreme)) extreme = values[i];
  return extreme;
}

export function drawIterations(
  context: CanvasRenderingContext2D,
  size: Size,
  painted: Painted,
  image: HTMLCanvasElement,
): void {
  const layout = layoutOf(painted, size);
  const style = getComputedStyle(context.canvas);
  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "middle";
  drawTotals(context, painted, layout, style);
  drawMap(context, painted, layout, image);
  context.fillStyle = style.getPropertyValue("--soft");
  if (layout.left > 20) drawNames(context, painted, layout);
  drawAxis(context, painted, layout);
  drawScrollBar(context, painted, layout, style);
  if (painted.cursor) drawCursor(context, painted, layout, style);
}

function drawTotals(
  context: CanvasRenderingContext2D,
  { matrix, scale }: Painted,
  { left, width, mapTop }: Layout,
  style: CSSStyleDeclaration,
): void {
  const [low, high] = matrix.totals.reduce(
    ([least, most], total) => [Math.min(least, total), Math.max(most, total)],
    [0, 0],
  );
  const [top, bottom] = [6, mapTop - 6];
  const y = (total: number) => bottom - ((total - low) / (high - low || 1)) * (bottom - top);
  const x = (iteration: number) => left + ((iteration + 0.5) / matrix.iterations) * width;
  context.strokeStyle = style.getPropertyValue("--line");
  context.lineWidth = 1;
  context.strokeRect(left, y(0) + 0.5, width, 0);
  context.strokeStyle = style.getPropertyValue("--accent");
  context.lineWidth = 1.5;
  context.beginPath();
  matrix.totals.forEach((total, i) => context.lineTo(x(i), y(total)));
  if (matrix.iterations === 1) context.lineTo(x(0) + 2, y(matrix.totals[0]));
  context.stroke();
  if (left <= 20) return;
  context.fillStyle = style.getPropertyValue("--soft");
  context.textAlign = "right";
  context.fillText(`total ${formatWithUnit(high, scale)}`, left - 6, top + 4);
  context.fillText(formatNumber(low, scale), left - 6, bottom);
}

function drawMap(
  context: CanvasRenderingContext2D,
  painted: Painted,
  layout: Layout,
  image: HTMLCanvasElement,
): void {
  const { matrix } = painted;
  const from = limitedTop(painted.top, layout) / layout.rowHeight;
  const rows = Math.min(matrix.rows - from, layout.mapHeight / layout.rowHeight);
  if (rows <= 0) return;
  context.imageSmoothingEnabled = false;
  const { left, width, mapTop, mapHeight } = layout;
  context.drawImage(image, 0, from, image.width, rows, left, mapTop, width, mapHeight);
}

/** Draws as many names as fit. */
function drawNames(context: CanvasRenderingContext2D, painted: Painted, layout: Layout): void {
  const each = Math.max(1, Math.ceil(13 / layout.rowHeight));
  const top = limitedTop(painted.top, layout);
  const first = Math.ceil(top / layout.rowHeight / each) * each;
  context.save();
  context.beginPath();
  context.rect(0, layout.mapTop, layout.left - 4, layout.mapHeight);
  context.clip();
  context.textAlign = "right";
  for (let row = first; row < painted.names.length; row += each) {
    const y = layout.mapTop + row * layout.rowHeight - top + Math.max(layout.rowHeight / 2, 6);
    if (y > layout.mapTop + layout.mapHeight) break;
    context.fillText(painted.names[row], layout.left - 6, y);
  }
  context.restore();
}

function drawAxis(context: CanvasRenderingContext2D, { matrix, together }: Painted, layout: Layout): void {
  const { left, width, mapTop, mapHeight } = layout;
  const step = niceStep((matrix.iterations * 60) / width);
  context.textAlign = "center";
  for (let i = 0; i < matrix.iterations; i += i === 0 && step > 1 ? step - 1 : step) {
    const x = left + ((i + 0.5) / matrix.iterations) * width;
    context.fillText(String(i * together + 1), Math.max(x, left + 6), mapTop + mapHeight + 9);
  }
}

/** Returns 1, 2, 5, 10, 20 … at least the given number. */
function niceStep(least: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(least)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? 1;
}

function drawScrollBar(
  context: CanvasRenderingContext2D,
  painted: Painted,
  layout: Layout,
  style: CSSStyleDeclaration,
): void {
  const { allRows, mapHeight, mapTop, left, width } = layout;
  if (allRows <= mapHeight) return;
  const x = left + width + 4;
  context.fillStyle = style.getPropertyValue("--line");
  context.fillRect(x, mapTop, barWidth, mapHeight);
  const height = Math.max(12, (mapHeight / allRows) * mapHeight);
  const share = limitedTop(painted.top, layout) / (allRows - mapHeight);
  context.fillStyle = style.getPropertyValue("--faint");
  context.fillRect(x, mapTop + share * (mapHeight - height), barWidth, height);
}

function drawCursor(
  context: CanvasRenderingContext2D,
  painted: Painted,
  layout: Layout,
  style: CSSStyleDeclaration,
): void {
  const { iteration, row } = painted.cursor as Cell;
  const columnWidth = layout.width / painted.matrix.iterations;
  const x = layout.left + iteration * columnWidth;
  const y = layout.mapTop + row * layout.rowHeight - limitedTop(painted.top, layout);
  context.strokeStyle = style.color;
  context.lineWidth = 1;
  context.strokeRect(x, 1, Math.max(2, columnWidth), layout.mapTop + layout.mapHeight - 2);
  if (row < 0 || y < layout.mapTop - 1 || y > layout.mapTop + layout.mapHeight) return;
  context.lineWidth = 2;
  context.strokeRect(x - 1, y, Math.max(3, columnWidth + 2), layout.rowHeight);
}
