// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Positions in the time lines of an instance, and hit testing.

import type { ComponentChildren } from "preact";
import { formatValue } from "../model/format";
import type { Instance, Span } from "../model/head";
import type { Point } from "../widgets/canvas";
import type { Size } from "../widgets/use_size";
import type { Scene } from "./time_lines_canvas";

export type Window = [begin: number, end: number];

export interface Lane {
  location: number;
  name: string;
  spans: Span[];
  top: number;
  height: number;
  /** The depth of the topmost level. */
  outermost: number;
}

export const nameWidth = 132;
export const axisHeight = 22;
export const spanHeight = 17;
const laneGap = 8;

/** Returns how many levels consist of one call from the start to the end of the window. */
function coveringLevels(spans: Span[], [begin, end]: Window): number {
  const outermost = Math.min(...spans.map((span) => span[3]));
  const covers = (depth: number) =>
    spans.some((span) => span[3] === depth && span[0] <= begin && span[1] >= end);
  let levels = 0;
  while (spans.length > 0 && covers(outermost + levels)) levels++;
  return levels;
}

/**
 * The waiting location comes first, so that it is always visible. If calls surround the whole window in
 * every lane, only the innermost is shown.
 */
export function placeLanes({ lanes, window, location: waiting }: Instance, names: string[]): Lane[] {
  let top = 4;
  const isWaiting = (lane: { location: number }) => lane.location === waiting;
  const hidden = Math.max(0, Math.min(...lanes.map((lane) => coveringLevels(lane.spans, window))) - 1);
  const ordered = [...lanes.filter(isWaiting), ...lanes.filter((lane) => !isWaiting(lane))];
  return ordered.map(({ location, spans }) => {
    const depths = spans.length > 0 ? spans.map((span) => span[3]) : [0];
    const outermost = Math.min(...depths) + hidden;
    const height = (Math.max(...depths) - outermost + 1) * spanHeight;
    const lane = { location, name: names[location], spans, top, height, outermost };
    top += lane.height + laneGap;
    return lane;
  });
}

export function heightOf(lanes: Lane[]): number {
  const last = lanes[lanes.length - 1];
  return last ? last.top + last.height + laneGap + axisHeight : 0;
}

/** Scrolls down by this many pixels, limited to the lanes. */
export const scrolled = (top: number, by: number, lanes: Lane[], height: number) =>
  Math.min(Math.max(0, top + by), Math.max(0, heightOf(lanes) - height));

export const pixelsPerSecond = ([begin, end]: Window, width: number) =>
  Math.max(1, width - nameWidth) / (end - begin || 1e-9);

export const placeOfTime = (time: number, window: Window, width: number) =>
  nameWidth + (time - window[0]) * pixelsPerSecond(window, width);

export const timeAt = (x: number, window: Window, width: number) =>
  window[0] + (Math.max(x, nameWidth) - nameWidth) / pixelsPerSecond(window, width);

/** Limited to at least a nanosecond and at most the whole window. */
export function zoomed(window: Window, whole: Window, at: number, factor: number): Window {
  const length = Math.max((window[1] - window[0]) * factor, 1e-9);
  if (length >= whole[1] - whole[0]) return whole;
  const share = (at - window[0]) / (window[1] - window[0]);
  const begin = at - share * length;
  return moved([begin, begin + length], whole, 0);
}

/** Shifted by a time, within the whole window. */
export function moved([begin, end]: Window, whole: Window, by: number): Window {
  const shift = Math.min(Math.max(by, whole[0] - begin), whole[1] - end);
  return [begin + shift, end + shift];
}

const nearMessage = 5;

export function describePoint(point: Point, size: Size, scene: Scene): ComponentChildren | null {
  const { instance, lanes, sight, regions, locationName } = scene;
  if (point.x < nameWidth || point.y > size.height - axisHeight) return null;
  const message = instance.messages.find(
    (candidate) => distanceTo(candidate, point, size, scene) < nearMessage,
  );
  if (message) {
    const [from, sent, to, received] = message;
    return (
      <Described
        what="Message"
        where={`${locationName[from]} → ${locationName[to]}`}
        begin={sent}
        end={received}
        origin={instance.window[0]}
      />
    );
  }
  const lane = lanes.find(
    ({ top, height }) => point.y + sight.top >= top && point.y + sight.top < top + height,
  );
  if (!lane) return null;
  const depth = lane.outermost + Math.floor((point.y + sight.top - lane.top) / spanHeight);
  const time = timeAt(point.x, sight.window, size.width);
  const span = lane.spans.find(([begin, end, , level]) => level === depth && time >= begin && time <= end);
  if (!span) return null;
  return (
    <Described
      what={regions[span[2]].name}
      where={lane.name}
      begin={span[0]}
      end={span[1]}
      origin={instance.window[0]}
    />
  );
}

function Described({
  what,
  where,
  begin,
  end,
  origin,
}: {
  what: string;
  where: string;
  begin: number;
  end: number;
  origin: number;
}) {
  return (
    <>
      <strong>{what}</strong>
      <div>{where}</div>
      <div>
        {formatValue(end - begin, "sec")}, begins {formatValue(begin - origin, "sec")} into the window
      </div>
    </>
  );
}

/** Ends of a message's arrow, at the sending and receiving calls; null if one of its lanes is not shown. */
export function arrowOf(
  [from, sent, to, received]: Instance["messages"][number],
  size: Size,
  { lanes, sight }: Scene,
) {
  const [source, target] = [from, to].map((location) => lanes.find((lane) => lane.location === location));
  if (!source || !target) return null;
  return {
    x1: placeOfTime(sent, sight.window, size.width),
    y1: middleOfCall(source, sent) - sight.top,
    x2: placeOfTime(received, sight.window, size.width),
    y2: middleOfCall(target, received) - sight.top,
  };
}

/** Returns the middle of the innermost call at a time. */
function middleOfCall({ spans, top, outermost }: Lane, time: number): number {
  const depths = spans.filter(([begin, end]) => time >= begin && time <= end).map((span) => span[3]);
  return top + (Math.max(outermost, ...depths) - outermost + 0.5) * spanHeight;
}

function distanceTo(message: Instance["messages"][number], point: Point, size: Size, scene: Scene): number {
  const arrow = arrowOf(message, size, scene);
  if (!arrow) return Infinity;
  const [dx, dy] = [arrow.x2 - arrow.x1, arrow.y2 - arrow.y1];
  const along = ((point.x - arrow.x1) * dx + (point.y - arrow.y1) * dy) / (dx * dx + dy * dy || 1);
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(point.x - arrow.x1 - t * dx, point.y - arrow.y1 - t * dy);
}
