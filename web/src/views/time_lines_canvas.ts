// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Paints the time lines of an instance: calls as nested bars, messages as arrows, the waiting call in a frame.

import { scaleLinear } from "d3-scale";
import { formatNumber, formatValue, scaleFor, type Scale } from "../model/format";
import type { Instance, Region } from "../model/head";
import type { Theme } from "../state/theme";
import { groupColour, groupOf, inkOn } from "../widgets/colours";
import type { Size } from "../widgets/use_size";
import {
  arrowOf,
  axisHeight,
  heightOf,
  nameWidth,
  placeOfTime,
  spanHeight,
  type Lane,
  type Window,
} from "./time_lines_geometry";

export interface Sight {
  window: Window;
  /** Pixels by which the lanes are scrolled up. */
  top: number;
}

export interface Scene {
  instance: Instance;
  lanes: Lane[];
  sight: Sight;
  theme: Theme;
  regions: Region[];
  locationName: string[];
  severity: string;
}

interface Ink {
  text: string;
  faint: string;
  accent: string;
  alarm: string;
  ground: string;
}

type Context = CanvasRenderingContext2D;

export function drawTimeLines(context: Context, size: Size, scene: Scene): void {
  const style = getComputedStyle(context.canvas);
  const colour = (name: string) => style.getPropertyValue(name);
  const ink = {
    text: colour("--text"),
    faint: colour("--faint"),
    accent: colour("--accent"),
    alarm: colour("--alarm"),
    ground: colour("--panel"),
  };
  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "middle";
  context.save();
  context.beginPath();
  context.rect(0, 0, size.width, size.height - axisHeight);
  context.clip();
  drawGrid(context, size, scene, ink);
  for (const lane of scene.lanes) drawLane(context, size, scene, lane);
  drawWaiting(context, size, scene, ink);
  for (const message of scene.instance.messages) drawMessage(context, size, scene, message, ink);
  drawNames(context, size, scene, ink);
  context.restore();
  drawAxis(context, size, scene, ink);
  drawScrollMark(context, size, scene, ink);
}

/** Marks the visible part of the lanes, unless all are visible. */
function drawScrollMark(context: Context, size: Size, { lanes, sight }: Scene, ink: Ink): void {
  const room = size.height - axisHeight;
  const all = heightOf(lanes) - axisHeight;
  if (all <= room) return;
  context.fillStyle = ink.faint;
  context.fillRect(size.width - 4, (sight.top / all) * room, 4, (room / all) * room);
}

const ticksOf = ({ instance, sight }: Scene, size: Size) => {
  const [begin, end] = sight.window.map((time) => time - instance.window[0]);
  return scaleLinear([begin, end], [0, 1]).ticks(Math.max(2, Math.floor((size.width - nameWidth) / 100)));
};

function drawGrid(context: Context, size: Size, scene: Scene, ink: Ink): void {
  context.strokeStyle = ink.faint;
  context.globalAlpha = 0.35;
  context.lineWidth = 1;
  for (const tick of ticksOf(scene, size)) {
    const x = Math.round(placeOfTime(tick + scene.instance.window[0], scene.sight.window, size.width)) + 0.5;
    line(context, x, 0, x, size.height);
  }
  context.globalAlpha = 1;
}

function drawLane(context: Context, size: Size, { sight, regions, theme }: Scene, lane: Lane): void {
  for (const [begin, end, region, depth] of lane.spans) {
    if (depth < lane.outermost) continue;
    const left = Math.max(nameWidth, placeOfTime(begin, sight.window, size.width));
    const right = Math.min(size.width, placeOfTime(end, sight.window, size.width));
    if (right < nameWidth || left > size.width) continue;
    const top = lane.top + (depth - lane.outermost) * spanHeight - sight.top;
    const { paradigm, role, name } = regions[region];
    const width = Math.max(right - left - 0.5, 1);
    const colour = groupColour(theme, groupOf(paradigm, role));
    context.fillStyle = colour;
    context.fillRect(left, top, width, spanHeight - 1);
    drawFitting(context, name, left, top + spanHeight / 2, width, inkOn(colour));
  }
}

/** Draws the text if it fits, or else its beginning, or else nothing. */
function drawFitting(
  context: Context,
  text: string,
  left: number,
  middle: number,
  width: number,
  colour: string,
): void {
  const room = width - 8;
  if (room < 18) return;
  let fitting = text;
  if (context.measureText(text).width > room) {
    const letters = Math.floor(room / (context.measureText(text).width / text.length)) - 1;
    if (letters < 3) return;
    fitting = text.slice(0, letters) + "…";
  }
  context.fillStyle = colour;
  context.textAlign = "left";
  context.fillText(fitting, left + 4, middle);
}

function drawWaiting(
  context: Context,
  size: Size,
  { instance, lanes, sight, severity }: Scene,
  ink: Ink,
): void {
  const lane = lanes.find(({ location }) => location === instance.location);
  if (!lane) return;
  const left = Math.max(nameWidth, placeOfTime(instance.begin, sight.window, size.width));
  const right = Math.min(size.width, placeOfTime(instance.end, sight.window, size.width));
  if (right <= left) return;
  const top = lane.top - sight.top;
  context.fillStyle = ink.alarm;
  context.globalAlpha = 0.09;
  context.fillRect(left, 0, right - left, size.height);
  context.globalAlpha = 1;
  context.strokeStyle = ink.alarm;
  context.lineWidth = 2;
  context.strokeRect(left, top - 1, right - left, lane.height + 1);
  const text = `waits ${severity}`;
  const width = context.measureText(text).width + 8;
  if (right - left < width) return;
  // The waiting interval: from the recorded time, or else up to the end of the call.
  const since = instance.cause?.since ?? instance.end - instance.severity;
  const until = placeOfTime(Math.min(since + instance.severity, instance.end), sight.window, size.width);
  const end = Math.min(Math.max(until, left + width), right);
  context.fillStyle = ink.alarm;
  context.fillRect(end - width, top + lane.height - spanHeight + 1, width, spanHeight - 2);
  context.fillStyle = inkOn(ink.alarm);
  context.textAlign = "right";
  context.fillText(text, end - 4, top + lane.height - spanHeight / 2);
}

function drawMessage(
  context: Context,
  size: Size,
  scene: Scene,
  message: Instance["messages"][number],
  ink: Ink,
): void {
  const arrow = arrowOf(message, size, scene);
  if (!arrow || Math.max(arrow.x1, arrow.x2) < nameWidth) return;
  const { x1, y1, x2, y2 } = arrow;
  context.strokeStyle = context.fillStyle = ink.text;
  context.lineWidth = 1.25;
  line(context, x1, y1, x2, y2);
  const angle = Math.atan2(y2 - y1, x2 - x1);
  context.beginPath();
  context.moveTo(x2, y2);
  for (const side of [-0.4, 0.4])
    context.lineTo(x2 - 8 * Math.cos(angle + side), y2 - 8 * Math.sin(angle + side));
  context.fill();
}

function drawNames(context: Context, size: Size, { lanes, sight, instance }: Scene, ink: Ink): void {
  context.fillStyle = ink.ground;
  context.fillRect(0, 0, nameWidth - 1, size.height);
  for (const lane of lanes) {
    const middle = lane.top + lane.height / 2 - sight.top;
    const colour = lane.location === instance.location ? ink.alarm : ink.text;
    context.fillStyle = colour;
    context.textAlign = "left";
    const lines = linesOf(context, lane.name, nameWidth - 10);
    lines.forEach((text, i) =>
      context.fillText(text, 4, middle + (i - (lines.length - 1) / 2) * lineHeight, nameWidth - 8),
    );
  }
}

const lineHeight = 12;

/** Names of threads differ at both ends: a second line holds the rest of a long name. */
function linesOf(context: Context, name: string, room: number): string[] {
  const [process, ...rest] = name.split(", ");
  const isWide = context.measureText(name).width > room;
  return isWide && rest.length > 0 ? [process, rest.join(", ")] : [name];
}

function drawAxis(context: Context, size: Size, scene: Scene, ink: Ink): void {
  const ticks = ticksOf(scene, size);
  const scale = tickScale(ticks);
  const top = size.height - axisHeight;
  context.strokeStyle = ink.faint;
  context.lineWidth = 1;
  line(context, nameWidth, top + 0.5, size.width, top + 0.5);
  context.fillStyle = ink.text;
  context.textAlign = "center";
  for (const tick of ticks) {
    const x = placeOfTime(tick + scene.instance.window[0], scene.sight.window, size.width);
    if (x > size.width - 18 || x < nameWidth + 10) continue;
    line(context, x, top, x, top + 4);
    context.fillText(formatNumber(tick, scale), x, top + 13);
  }
  context.textAlign = "left";
  const origin = formatValue(scene.instance.window[0], "sec");
  context.fillText(`${scale.suffix || "s"} from ${origin}`, 4, top + 13);
}

/** Uses as many decimals as neighbouring ticks need to differ. */
function tickScale(ticks: number[]): Scale {
  const scale = scaleFor("sec", Math.max(...ticks.map(Math.abs), 0));
  const step = (ticks.length > 1 ? ticks[1] - ticks[0] : 1) / scale.divisor;
  return { ...scale, decimals: Math.min(8, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9))) };
}

function line(context: Context, x1: number, y1: number, x2: number, y2: number): void {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}
