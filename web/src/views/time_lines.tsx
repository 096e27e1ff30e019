// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The time lines around one instance: a lane per participant, zoomed with the wheel and moved by dragging.

import { useState } from "preact/hooks";
import { formatValue } from "../model/format";
import type { Instance } from "../model/head";
import type { Session } from "../state/session";
import { theme } from "../state/theme";
import { Canvas, type Point } from "../widgets/canvas";
import { groupColour, groupNames, groupOf, paradigmGroups } from "../widgets/colours";
import type { Size } from "../widgets/use_size";
import { drawTimeLines, type Sight } from "./time_lines_canvas";
import { spanText } from "./stretch";
import * as geometry from "./time_lines_geometry";

interface Props {
  session: Session;
  instance: Instance;
}

const zoomStep = 1.25;
const scrollStep = 2 * geometry.spanHeight;
const usage = "wheel, plus and minus zoom; dragging and arrows move; Shift and wheel scroll";

/** The visible part, changed by wheel, dragging and keys. */
function useSight({ window: whole }: Instance, lanes: geometry.Lane[]) {
  const [sight, setSight] = useState<Sight>({ window: whole, top: 0 });
  const { window, top } = sight;
  const onWheel = (point: Point, event: WheelEvent, size: Size) => {
    const by = event.deltaY || event.deltaX; // browsers turn a wheel with Shift sideways
    if (event.shiftKey) return setSight({ window, top: geometry.scrolled(top, by, lanes, size.height) });
    const at = geometry.timeAt(point.x, window, size.width);
    setSight({ top, window: geometry.zoomed(window, whole, at, by > 0 ? zoomStep : 1 / zoomStep) });
  };
  const onDrag = (dx: number, dy: number, size: Size) =>
    setSight({
      window: geometry.moved(window, whole, -dx / geometry.pixelsPerSecond(window, size.width)),
      top: geometry.scrolled(top, -dy, lanes, size.height),
    });
  const onKey = (event: KeyboardEvent, size: Size) => {
    const next = windowAfter(event.key, window, whole);
    const down = { ArrowDown: scrollStep, ArrowUp: -scrollStep }[event.key];
    if (!next && down === undefined) return;
    event.preventDefault();
    if (next) setSight({ top, window: next });
    else setSight({ window, top: geometry.scrolled(top, down ?? 0, lanes, size.height) });
  };
  const showAll = () => setSight({ window: whole, top: 0 });
  return { sight, showAll, isWhole: window === whole, handlers: { onWheel, onDrag, onKey } };
}

/** Returns the location waited for, and its activity meanwhile. */
function causeOf({ report: { head, system } }: Session, { cause, location }: Instance): string {
  if (!cause || cause.location === location) return "";
  const where = cause.meanwhile === undefined ? "" : `, which is in ${head.regions[cause.meanwhile].name}`;
  return `, waiting for ${system.locationName[cause.location]}${where}`;
}

export function TimeLines({ session, instance }: Props) {
  const lanes = geometry.placeLanes(instance, session.report.system.locationName);
  const { sight, showAll, isWhole, handlers } = useSight(instance, lanes);
  const { head, system } = session.report;
  const metric = head.metrics[instance.metric];
  const scene = {
    instance,
    lanes,
    sight,
    theme: theme.value,
    regions: head.regions,
    locationName: system.locationName,
    severity: formatValue(instance.severity, metric.unit),
  };
  return (
    <div class="time-lines">
      <div class="view-tools">
        <strong>{metric.display}</strong>
        <span class="happening">
          {scene.severity} on {system.locationName[instance.location]}
          {causeOf(session, instance)}, from {spanText([instance.begin, instance.end])}
        </span>
        <span class="spring" />
        <GroupKey session={session} instance={instance} />
        <button type="button" disabled={isWhole} onClick={showAll}>
          Whole window
        </button>
      </div>
      {lanes.length === 0 ? (
        <p class="empty">
          The report holds no time lines of this instance. <code>lull analyze --time-lines all</code> keeps
          them for every one.
        </p>
      ) : (
        <Canvas
          label={`Time lines of ${metric.display}; ${usage}`}
          draw={(context, size) => drawTimeLines(context, size, scene)}
          hover={(point, size) => geometry.describePoint(point, size, scene)}
          {...handlers}
        />
      )}
    </div>
  );
}

/** Returns the window after a key; null for other keys. */
function windowAfter(key: string, window: geometry.Window, whole: geometry.Window): geometry.Window | null {
  const [begin, end] = window;
  const middle = (begin + end) / 2;
  const step = (end - begin) / 10;
  switch (key) {
    case "+":
      return geometry.zoomed(window, whole, middle, 1 / zoomStep);
    case "-":
      return geometry.zoomed(window, whole, middle, zoomStep);
    case "0":
      return whole;
    case "ArrowLeft":
      return geometry.moved(window, whole, -step);
    case "ArrowRight":
      return geometry.moved(window, whole, step);
    default:
      return null;
  }
}

/** The meaning of colours, for the groups that occur. */
function GroupKey({ session, instance }: Props) {
  const { regions } = session.report.head;
  const used = new Set(
    instance.lanes.flatMap(({ spans }) =>
      spans.map(([, , region]) => groupOf(regions[region].paradigm, regions[region].role)),
    ),
  );
  return (
    <>
      {paradigmGroups
        .filter((group) => used.has(group))
        .map((group) => (
          <span key={group} class="key">
            <span class="square" style={{ background: groupColour(theme.value, group) }} />
            {groupNames[group]}
          </span>
        ))}
    </>
  );
}
