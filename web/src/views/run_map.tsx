// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The activity of each location over the run. Dragging selects a stretch of time.

import { useMemo, useState } from "preact/hooks";
import { formatShare, formatWithUnit, scaleFor } from "../model/format";
import { bordersOf } from "../model/iterations";
import { endOf, locationsOf, mixOf, waitsOf, type RunMap } from "../model/run_map";
import { hasLocation } from "../model/rows";
import { selectedInstances } from "../state/instances";
import type { Session } from "../state/session";
import { theme } from "../state/theme";
import { Canvas, type Point } from "../widgets/canvas";
import type { Size } from "../widgets/use_size";
import {
  cssColour,
  drawMap,
  imageOfMap,
  mapColours,
  mapLayout,
  timeScale,
  type PaintedMap,
} from "./run_map_canvas";
import * as keys from "./run_map_keys";
import { Stretch } from "./stretch";
import type { View } from "./view";

function RunMapView({ session }: { session: Session }) {
  const { map } = session.report;
  if (!map) return <p class="empty">This report has no map of the run; reports of lull analyze do.</p>;
  return <MapOf session={session} map={map} />;
}

function MapOf({ session, map }: { session: Session; map: RunMap }) {
  const selected = session.metrics.selected.value;
  const { locations } = session.locationSelection.value;
  const [cursor, setCursor] = useState(-1);
  const waits = useMemo(() => waitsOf(map, session.report.metrics, selected), [map, selected]);
  const rows = useMemo(() => shownRows(session, map), [map, locations]);
  const painted: PaintedMap = {
    map,
    rows,
    waits,
    names: rows.map((row) => nameOf(session, map, row)),
    theme: theme.value,
    stretch: session.stretch.value,
    marks: useMemo(() => marksOf(session), [session]),
    cursor: Math.min(cursor, rows.length - 1),
  };
  const image = useMemo(() => imageOfMap(painted, 4096), [map, waits, rows, theme.value]);
  const mark = (from: Point, to: Point, size: Size) => {
    const place = timeScale(painted, mapLayout(painted, size));
    const [begin, end] = place.domain();
    const inside = (x: number) => Math.min(Math.max(place.invert(x), begin), end);
    const times = [inside(from.x), inside(to.x)].sort((a, b) => a - b);
    if (times[0] < times[1]) session.stretch.value = [times[0], times[1]];
  };
  const beginMark = () => {
    const before = session.stretch.value;
    return () => (session.stretch.value = before);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = ({ ArrowRight: 1, ArrowLeft: -1 } as const)[event.key];
    const row = keys.rowAfter(event.key, painted.cursor, rows.length);
    if (step) session.stretch.value = keys.stretchAfter(map, session.stretch.value, step, event.shiftKey);
    else if (row !== undefined) setCursor(row);
    else if (/^(Enter| )$/.test(event.key) && cursor >= 0) pick(session, painted, painted.cursor, event);
    else return;
    event.preventDefault();
  };
  return (
    <div class="run-map-view">
      <Tools {...{ session, painted }} />
      <Canvas
        label={`Activity of locations over time; ${keys.usage}`}
        draw={(context, size) => drawMap(context, size, painted, image)}
        hover={(point, size) => describe(session, painted, point, size)}
        onClick={(point, event, size) => pick(session, painted, rowAt(painted, point, size), event)}
        onSpan={mark}
        onSpanBegin={beginMark}
        onKey={onKey}
      />
    </div>
  );
}

function Tools({ session, painted }: { session: Session; painted: PaintedMap }) {
  const { metrics } = session.report.head;
  const isAll = painted.waits.length === painted.map.waits.length;
  const kinds = painted.waits.map(({ metric }) => metrics[metric].display);
  const inside = session.stretch.value ? selectedInstances(session).length : 0;
  const colours = mapColours[theme.value];
  return (
    <div class="view-tools">
      <Key colour={cssColour(colours.computing)} text="computation" />
      <Key colour={cssColour(colours.library)} text="in libraries" />
      <Key
        colour={cssColour(colours.waiting)}
        text={isAll ? "all kinds of waiting" : kinds.join(", ")}
        title={kinds.join("\n")}
      />
      {painted.marks.length > 0 && <span class="hint">marks above: begins of iterations</span>}
      <span class="status" role="status">
        {painted.cursor >= 0 && rowText(session, painted, painted.cursor)}
      </span>
      <span class="spring" />
      {!session.stretch.value && <span class="hint">Drag or use arrow keys to select a stretch of time</span>}
      <Stretch session={session} />
      {inside > 0 && (
        <button type="button" class="link" onClick={() => (session.view.value = "instances")}>
          Worst instances in it: {inside}
        </button>
      )}
    </div>
  );
}

const Key = ({ colour, text, title }: { colour: string; text: string; title?: string }) => (
  <span class="key" title={title}>
    <span class="swatch" style={{ background: colour }} />
    {text}
  </span>
);

/** Returns the rows with a selected location. */
function shownRows(session: Session, map: RunMap): number[] {
  const { locations } = session.locationSelection.value;
  const all = Array.from({ length: map.rows }, (_, row) => row);
  if (!locations) return all;
  return all.filter((row) =>
    locationsOf(map, session.report.head, row).some((location) => hasLocation(locations, location)),
  );
}

function nameOf({ report }: Session, map: RunMap, row: number): string {
  const { locations, processes } = report.head;
  const own = locationsOf(map, report.head, row);
  if (own.length === 1) return report.system.locationName[own[0]];
  const of = [...new Set(own.map((location) => locations.process[location]))].filter((at) => at >= 0);
  if (of.length === 0) return `${own.length} locations`;
  const first = processes.name[of[0]];
  const threads = own.map((location) => locations.rank[location]);
  return of.length === 1
    ? `${first}, threads ${threads[0]} – ${threads[threads.length - 1]}`
    : `${first} – ${processes.name[of[of.length - 1]]}`;
}

/** Returns the start times of the iterations on the first location that has any. */
function marksOf({ report }: Session): ArrayLike<number> {
  const location = report.head.iterations?.borders[0];
  return (location !== undefined && bordersOf(report, location)) || [];
}

function rowAt(painted: PaintedMap, point: Point, size: Size): number {
  const { top, rowHeight, left } = mapLayout(painted, size);
  const at = Math.floor((point.y - top) / rowHeight);
  return point.x >= left && at >= 0 && at < painted.rows.length ? at : -1;
}

function describe(session: Session, painted: PaintedMap, point: Point, size: Size) {
  const at = rowAt(painted, point, size);
  if (at < 0) return null;
  const { map, waits } = painted;
  const seconds = timeScale(painted, mapLayout(painted, size)).invert(point.x);
  const piece = Math.floor((seconds - map.begin) / map.piece);
  if (piece < 0 || piece >= map.pieces) return null;
  const { computing, library, waiting } = mixOf(map, waits, painted.rows[at], piece, piece + 1);
  const { metrics } = session.report.head;
  const kinds = waits
    .map((wait) => ({
      name: metrics[wait.metric].display,
      share: mixOf(map, [wait], painted.rows[at], piece, piece + 1).waiting,
    }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share);
  return (
    <>
      <strong>{painted.names[at]}</strong>
      <br />
      at {formatWithUnit(seconds, scaleFor("sec", endOf(map)))}: computation {formatShare(computing)}, in
      libraries {formatShare(library + waiting)}
      {kinds.slice(0, 3).map(({ name, share }) => (
        <div key={name}>
          {name} {formatShare(share)}
        </div>
      ))}
    </>
  );
}

function pick(session: Session, painted: PaintedMap, at: number, event: MouseEvent | KeyboardEvent): void {
  if (at < 0) return;
  const own = locationsOf(painted.map, session.report.head, painted.rows[at]);
  const before = selectedLocations(session);
  const isAdded = event.ctrlKey || event.metaKey;
  const isThere = before.length > 0 && own.every((location) => before.includes(location));
  const others = before.filter((location) => !own.includes(location));
  // A second click undoes the selection.
  if (isThere && (isAdded || others.length === 0)) session.selectLocations(isAdded ? others : []);
  else session.selectLocations(isAdded ? [...others, ...own] : own);
}

function selectedLocations(session: Session): number[] {
  const { locations } = session.locationSelection.value;
  if (!locations) return [];
  return session.report.head.locations.name.map((_, i) => i).filter((i) => hasLocation(locations, i));
}

/** Describes the activity of a row in the selected stretch of time, or in the whole run. */
function rowText({ stretch }: Session, { map, waits, rows, names }: PaintedMap, at: number): string {
  const pieceOf = (seconds: number) => Math.min(map.pieces, Math.max(0, (seconds - map.begin) / map.piece));
  const [from, until] = stretch.value ?? [map.begin, endOf(map)];
  const first = Math.min(Math.floor(pieceOf(from)), map.pieces - 1);
  const mix = mixOf(map, waits, rows[at], first, Math.max(first + 1, Math.round(pieceOf(until))));
  return (
    `${names[at]}: computation ${formatShare(mix.computing)}, ` +
    `in libraries ${formatShare(mix.library + mix.waiting)}, waiting ${formatShare(mix.waiting)}`
  );
}

export const runMapView: View = { id: "map", title: "Over time", Component: RunMapView };
