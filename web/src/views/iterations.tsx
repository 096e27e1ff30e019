// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Iterations: the selected metric over the iterations of the main loop and locations. A click on an iteration opens
// the worst instance in it.

import { batch } from "@preact/signals";
import { useMemo, useRef, useState } from "preact/hooks";
import { formatValue, scaleFor } from "../model/format";
import type { IterationsHead } from "../model/head";
import * as model from "../model/iterations";
import { iterationsTable } from "../model/tables";
import type { Session } from "../state/session";
import { theme } from "../state/theme";
import { Canvas, type Point } from "../widgets/canvas";
import { CopyButton } from "../widgets/copy";
import { RangeLegend } from "../widgets/legend";
import type { Size } from "../widgets/use_size";
import { selectedInstances } from "../state/instances";
import { drawIterations, imageOf, rangeOf } from "./iterations_canvas";
import * as plan from "./iterations_geometry";
import { MetricLinks } from "./metric_links";
import { selectedLocations } from "./topology";
import { TextView } from "../widgets/text_view";
import type { View } from "./view";

const usage = "arrows move, Enter opens the worst instance of an iteration, the wheel scrolls";
/** More rows than this are shown only on request. */
const manyRows = 256;

function IterationsView({ session }: { session: Session }) {
  const { report } = session;
  const head = report.head.iterations;
  const metrics = session.metricSelection.value;
  if (!head)
    return (
      <p class="empty">
        This report has no iterations. <code>lull analyze --iterations</code> finds those of the main loop.
      </p>
    );
  const unknown = model.unknownMetrics(report, metrics);
  if (unknown.length > 0) return <OtherMetrics session={session} head={head} unknown={unknown[0]} />;
  if (session.pathSelection.value.mask && model.isOfAllPaths(report, metrics))
    return <OnlyAllPaths session={session} />;
  return <IterationMap session={session} head={head} />;
}

interface HeadProps {
  session: Session;
  head: IterationsHead;
}

function OtherMetrics({ session, head, unknown }: HeadProps & { unknown: number }) {
  const { metrics } = session.report.head;
  const known = [...new Set(head.series.metric)].sort((a, b) => a - b);
  return (
    <TextView label="Iterations">
      <p>{metrics[unknown].display} is not known by iteration. These metrics are:</p>
      <MetricLinks session={session} metrics={known} />
    </TextView>
  );
}

function OnlyAllPaths({ session }: { session: Session }) {
  const { metrics } = session.report.head;
  return (
    <TextView label="Iterations">
      <p>{metrics[session.metric.value].display} is known by iteration for all call paths together only.</p>
      <button type="button" class="link" onClick={() => (session.calls.clear(), session.regions.clear())}>
        Select all call paths
      </button>
    </TextView>
  );
}

/** The displayed map; recomputed only when a selection changes. */
function useMap(session: Session, grouping: model.Grouping) {
  const { report } = session;
  const [metrics, paths, locations] = [
    session.metricSelection.value,
    session.pathSelection.value,
    session.locationSelection.value,
  ];
  const rows = useMemo(() => {
    const chosen = locations.locations ? selectedLocations(session) : null;
    return model.groupRows(report, grouping, chosen);
  }, [locations, grouping]);
  const matrix = useMemo(
    () => model.iterationMatrix(report, metrics, paths, rows.rowOf, rows.names.length),
    [metrics, paths, rows],
  );
  const range = useMemo(() => rangeOf(matrix), [matrix]);
  return { rows, matrix, range, unit: metrics.unit };
}

/** The image of the matrix, recreated only for another matrix, theme or number of columns. */
function useImage(matrix: model.Matrix, make: (columns: number) => HTMLCanvasElement) {
  const last = useRef<{ key: string; matrix: model.Matrix; image: HTMLCanvasElement } | null>(null);
  return (columns: number) => {
    const key = `${theme.value} ${Math.min(columns, matrix.iterations)}`;
    if (last.current?.key !== key || last.current.matrix !== matrix)
      last.current = { key, matrix, image: make(columns) };
    return last.current.image;
  };
}

function IterationMap({ session, head }: HeadProps) {
  const choices = useMemo(() => model.groupings(session.report), []);
  const [grouping, setGrouping] = useState(() => initialGrouping(session, choices));
  const [top, setTop] = useState(0);
  const [cursor, setCursor] = useState<plan.Cell | null>(null);
  const [message, setMessage] = useState("");
  const { rows, matrix, range, unit } = useMap(session, grouping);
  const image = useImage(matrix, (columns) => imageOf(matrix, range, theme.value, columns));
  const size = useRef<Size>({ width: 0, height: 0 });
  const painted: plan.Painted = {
    matrix,
    range,
    top,
    names: rows.names,
    scale: scaleFor(unit, Math.max(...matrix.totals.map(Math.abs), 0)),
    cursor: cursor && cursor.row < matrix.rows ? cursor : null,
    together: head.together,
  };
  const describe = (cell: plan.Cell) => describeCell(session, head, rows, painted, cell);
  const open = (cell: plan.Cell) => setMessage(openIteration(session, head, cell.iteration));
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && painted.cursor) return open(painted.cursor);
    const next = plan.cursorAfter(event.key, painted);
    if (next === undefined) return;
    event.preventDefault();
    setCursor(next);
    setMessage("");
    if (next && next.row >= 0) setTop(plan.topFor(next.row, painted, size.current));
  };
  const status = message || (painted.cursor ? describe(painted.cursor).join(", ") : model.describeLoop(head));
  return (
    <div class="iterations-view">
      <div class="view-tools">
        <strong>{session.report.head.metrics[session.metric.value].display}</strong>
        <span class="status" role="status" title={status}>
          {status}
        </span>
        <span class="spring" />
        {choices.length > 1 && <Choice {...{ choices, grouping, setGrouping }} />}
        <RangeLegend
          range={range}
          scale={scaleFor(unit, range.high)}
          title="From zero to the greatest value of the map"
        />
        <CopyButton
          what="Iterations"
          table={() => iterationsTable(session.report, matrix, rows.names, unit)}
        />
      </div>
      {head.remarks.length > 0 && <p class="remarks">{head.remarks.join("; ")}</p>}
      <Canvas
        label={`${status}; ${usage}`}
        draw={(context, drawn) => {
          size.current = drawn;
          drawIterations(context, drawn, painted, image(plan.layoutOf(painted, drawn).width));
        }}
        hover={(point: Point, drawn) => {
          const cell = plan.cellAt(painted, point.x, point.y, drawn);
          return cell && <CellText lines={describe(cell)} />;
        }}
        onClick={(point, _, drawn) => {
          const cell = plan.cellAt(painted, point.x, point.y, drawn);
          setCursor(cell);
          if (cell) open(cell);
        }}
        onWheel={(_, event, drawn) =>
          setTop(plan.limitedTop(top + (event.deltaY || event.deltaX), plan.layoutOf(painted, drawn)))
        }
        onKey={onKey}
      />
    </div>
  );
}

function initialGrouping(session: Session, choices: model.Grouping[]): model.Grouping {
  const fits = (choice: model.Grouping) =>
    model.groupRows(session.report, choice, null).names.length <= manyRows;
  return choices.find(fits) ?? choices[choices.length - 1] ?? "locations";
}

interface ChoiceProps {
  choices: model.Grouping[];
  grouping: model.Grouping;
  setGrouping: (grouping: model.Grouping) => void;
}

function Choice({ choices, grouping, setGrouping }: ChoiceProps) {
  return (
    <select
      aria-label="Rows"
      value={grouping}
      onChange={(event) => setGrouping(event.currentTarget.value as model.Grouping)}
    >
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          by {choice}
        </option>
      ))}
    </select>
  );
}

function CellText({ lines: [name, ...more] }: { lines: string[] }) {
  return (
    <>
      <strong>{name}</strong>
      {more.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </>
  );
}

/** Row, iteration, value, and time. */
function describeCell(
  { report, metricSelection }: Session,
  head: IterationsHead,
  { names, rowOf }: model.Rows,
  painted: plan.Painted,
  cell: plan.Cell,
): string[] {
  const value = formatValue(plan.valueAt(painted, cell), metricSelection.value.unit);
  const location = cell.row < 0 ? (head.borders[0] ?? -1) : rowOf.indexOf(cell.row);
  const borders = model.bordersOf(report, location);
  const lines = [
    cell.row < 0 ? "All rows" : names[cell.row],
    model.iterationName(head, cell.iteration),
    head.bits === 32 ? value : `about ${value}`,
  ];
  if (!borders) return lines;
  const [begin, end] = [borders[cell.iteration], borders[cell.iteration + 1]];
  return [...lines, `from ${formatValue(begin, "sec")}, for ${formatValue(end - begin, "sec")}`];
}

/** Shows the worst instance in the iteration; returns a message if there is none. */
function openIteration(session: Session, head: IterationsHead, iteration: number): string {
  const { instances } = session.report.head;
  const found = selectedInstances(session).find(
    (i) => model.iterationOf(session.report, instances[i]) === iteration,
  );
  if (found === undefined)
    return `The report has no instance of this metric in ${model.iterationName(head, iteration)}`;
  batch(() => {
    session.instance.value = found;
    session.view.value = "instances";
  });
  return "";
}

export const iterationsView: View = {
  id: "iterations",
  title: "Iterations",
  count: ({ report: { head } }) => head.iterations && head.iterations.iterations * head.iterations.together,
  Component: IterationsView,
};
