// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Paints the map of the run: time to the right, a row for each location or group of locations. Lightness alone
// distinguishes waiting from the rest, so that the map is readable without hues.

import { scaleLinear } from "d3-scale";
import { scaleFor } from "../model/format";
import { endOf, mixOf, type Mix, type RunMap, type waitsOf } from "../model/run_map";
import { shortNames } from "../model/short_names";
import type { Theme } from "../state/theme";
import { formatTick } from "../widgets/axis";
import type { Size } from "../widgets/use_size";

type Colour = [number, number, number];

export const mapColours: { [theme in Theme]: { [what in keyof Mix | "idle"]: Colour } } = {
  light: {
    idle: [244, 245, 246],
    computing: [205, 226, 200],
    library: [120, 160, 205],
    waiting: [190, 50, 20],
  },
  dark: { idle: [24, 27, 31], computing: [44, 70, 48], library: [58, 100, 150], waiting: [255, 160, 90] },
};

export const cssColour = ([red, green, blue]: Colour) => `rgb(${red}, ${green}, ${blue})`;

export interface PaintedMap {
  map: RunMap;
  /** The displayed rows. */
  rows: number[];
  names: string[];
  waits: ReturnType<typeof waitsOf>;
  theme: Theme;
  stretch: [number, number] | null;
  /** Start times of iterations. */
  marks: ArrayLike<number>;
  /** The row of the keyboard cursor; -1: none. */
  cursor: number;
}

export interface MapLayout {
  left: number;
  top: number;
  width: number;
  height: number;
  rowHeight: number;
}

const axisHeight = 18;
const marksHeight = 6;
const mostRow = 22;

/** Returns names of rows that fit. */
export const namesFor = (names: string[], { width }: Size) => (width < 480 ? shortNames(names) : names);

export function mapLayout({ rows, names }: Pick<PaintedMap, "rows" | "names">, size: Size): MapLayout {
  const longest = namesFor(names, size).reduce((most, name) => Math.max(most, name.length), 0);
  const left = Math.min(160, 12 + longest * 6.2, size.width * 0.2);
  const room = Math.max(10, size.height - axisHeight - marksHeight);
  const rowHeight = Math.min(mostRow, room / Math.max(1, rows.length));
  return {
    left,
    top: marksHeight,
    width: Math.max(1, size.width - left - 4),
    height: rowHeight * rows.length,
    rowHeight,
  };
}

/** Maps seconds to pixels. */
export const timeScale = ({ map }: Pick<PaintedMap, "map">, { left, width }: MapLayout) =>
  scaleLinear([Math.min(map.begin, 0), endOf(map)], [left, left + width]);

/** A pixel for each row and piece; with more pieces than columns, the mean of each group. */
export function imageOfMap({ map, rows, waits, theme }: PaintedMap, columns: number): HTMLCanvasElement {
  const image = document.createElement("canvas");
  const width = Math.max(1, Math.min(map.pieces, Math.floor(columns)));
  image.width = width;
  image.height = Math.max(1, rows.length);
  const context = image.getContext("2d");
  if (!context || rows.length === 0) return image;
  const pixels = context.createImageData(width, rows.length);
  rows.forEach((row, y) => {
    for (let x = 0; x < width; ++x) {
      const first = Math.floor((x * map.pieces) / width);
      const end = Math.max(first + 1, Math.floor(((x + 1) * map.pieces) / width));
      const colour = colourOfMix(mixOf(map, waits, row, first, end), theme);
      pixels.data.set([...colour, 255], 4 * (y * width + x));
    }
  });
  context.putImageData(pixels, 0, 0);
  return image;
}

export function colourOfMix(mix: Mix, theme: Theme): Colour {
  const colours = mapColours[theme];
  const idle = Math.max(0, 1 - mix.computing - mix.library - mix.waiting);
  const channel = (i: 0 | 1 | 2) =>
    Math.round(
      idle * colours.idle[i] +
        mix.computing * colours.computing[i] +
        mix.library * colours.library[i] +
        mix.waiting * colours.waiting[i],
    );
  return [channel(0), channel(1), channel(2)];
}

export function drawMap(
  context: CanvasRenderingContext2D,
  size: Size,
  painted: PaintedMap,
  image: HTMLCanvasElement,
): void {
  const layout = mapLayout(painted, size);
  const place = timeScale(painted, layout);
  const style = getComputedStyle(context.canvas);
  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "middle";
  context.imageSmoothingEnabled = layout.rowHeight < 1;
  const [begin, end] = [place(painted.map.begin), place(endOf(painted.map))];
  context.drawImage(image, begin, layout.top, end - begin, layout.height);
  context.fillStyle = style.getPropertyValue("--soft");
  drawMarks(context, painted, layout);
  drawNames(context, namesFor(painted.names, size), layout);
  drawTimes(context, painted, layout);
  if (painted.stretch) drawStretch(context, painted, layout, style);
  if (painted.cursor >= 0) drawCursor(context, painted, layout, style);
}

function drawMarks(context: CanvasRenderingContext2D, painted: PaintedMap, layout: MapLayout): void {
  if (painted.marks.length > layout.width / 4) return;
  const place = timeScale(painted, layout);
  for (let i = 0; i < painted.marks.length; ++i) context.fillRect(place(painted.marks[i]), 0, 1, marksHeight);
}

function drawNames(context: CanvasRenderingContext2D, names: string[], layout: MapLayout): void {
  const each = Math.max(1, Math.ceil(13 / layout.rowHeight));
  context.textAlign = "right";
  for (let row = 0; row < names.length; row += each)
    context.fillText(
      names[row],
      layout.left - 6,
      layout.top + (row + 0.5) * layout.rowHeight,
      layout.left - 8,
    );
}

function drawTimes(context: CanvasRenderingContext2D, painted: PaintedMap, layout: MapLayout): void {
  const place = timeScale(painted, layout);
  const scale = scaleFor("sec", endOf(painted.map));
  context.textAlign = "center";
  const y = layout.top + layout.height;
  for (const tick of place.ticks(Math.max(2, Math.floor(layout.width / 110)))) {
    const x = Math.min(Math.max(place(tick), layout.left + 16), layout.left + layout.width - 28);
    context.fillRect(place(tick), y, 1, 4);
    context.fillText(`${formatTick(tick, scale)} ${scale.suffix}`, x, y + 11);
  }
}

function drawStretch(
  context: CanvasRenderingContext2D,
  painted: PaintedMap,
  layout: MapLayout,
  style: CSSStyleDeclaration,
): void {
  const place = timeScale(painted, layout);
  const [from, until] = (painted.stretch as [number, number]).map(place);
  context.fillStyle = style.getPropertyValue("--panel");
  context.globalAlpha = 0.6;
  context.fillRect(layout.left, layout.top, from - layout.left, layout.height);
  context.fillRect(until, layout.top, layout.left + layout.width - until, layout.height);
  context.globalAlpha = 1;
  context.strokeStyle = style.color;
  context.strokeRect(from, 0.5, Math.max(1, until - from), layout.top + layout.height);
}

function drawCursor(
  context: CanvasRenderingContext2D,
  { cursor }: PaintedMap,
  layout: MapLayout,
  style: CSSStyleDeclaration,
): void {
  const top = layout.top + cursor * layout.rowHeight;
  context.strokeStyle = style.getPropertyValue("--accent");
  context.lineWidth = 2;
  context.strokeRect(layout.left, top, layout.width, Math.max(2, layout.rowHeight));
}
