// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Communication and waiting between processes. A click selects both.

import { useSignal, type Signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { formatValue, formatCount, counted, largestOf, scaleFor, formatWithUnit } from "../model/format";
import type { MatrixHead } from "../model/head";
import * as model from "../model/matrix";
import { hasLocation } from "../model/rows";
import type { Session } from "../state/session";
import { theme } from "../state/theme";
import { Canvas } from "../widgets/canvas";
import { CopyButton } from "../widgets/copy";
import { Legend } from "../widgets/legend";
import { decades, drawMatrix, matrixLayout, squareAt, type PaintedMatrix } from "./matrix_canvas";
import type { View } from "./view";

const measureNames: { [measure in model.Measure]: string } = {
  bytes: "bytes sent",
  messages: "messages and one-sided transfers",
  time: "time from send to receive",
  waiting: "waiting",
};

type Place = { from: number; to: number };

function MatrixView({ session }: { session: Session }) {
  const { matrix } = session.report.head;
  if (!matrix)
    return (
      <p class="empty">
        This report has no communication matrix; reports of lull analyze do if processes communicate.
      </p>
    );
  return <MatrixOf session={session} head={matrix} />;
}

function MatrixOf({ session, head }: { session: Session; head: MatrixHead }) {
  const { report } = session;
  const byNode = useSignal(false);
  const cursor = useSignal<Place | null>(null);
  const selected = session.metrics.selected.value;
  const known = useMemo(() => model.waitsFor(head, report.metrics, selected), [head, selected]);
  const waits = known ?? head.waiting;
  const isWaiting = known !== null && known.length < head.waiting.length;
  const measure = session.measure.value ?? (isWaiting ? "waiting" : firstMeasure(head));
  const whole = useMemo(
    () => model.makeMatrix(report.head, head, waits, byNode.value),
    [head, waits, byNode.value],
  );
  const { locations } = session.locationSelection.value;
  const matrix = useMemo(() => {
    if (!locations) return whole;
    const { process } = report.head.locations;
    const chosen = new Set(process.filter((_, location) => hasLocation(locations, location)));
    return model.restricted(whole, (at) => chosen.has(at));
  }, [whole, locations]);
  const painted: PaintedMatrix = {
    matrix,
    measure,
    theme: theme.value,
    cursor: cursor.value,
  };
  return (
    <div class="matrix-view">
      <Tools
        {...{ session, head, painted, byNode, measure, isAll: known === null && head.waiting.length > 0 }}
      />
      {matrix.parties.length === 0 ? (
        <p class="empty">The selected locations do not communicate.</p>
      ) : (
        <Canvas
          label="Communication matrix: arrow keys go from pair to pair, Enter selects both"
          draw={(context, size) => drawMatrix(context, size, painted)}
          hover={(point, size) => {
            const place = squareAt(painted, point, size);
            return (
              place && (
                <PairText painted={painted} place={place} shared={matrixLayout(painted, size).shared} />
              )
            );
          }}
          onClick={(point, _event, size) => {
            const place = squareAt(painted, point, size);
            if (place) selectBoth(session, matrix, place, matrixLayout(painted, size).shared);
          }}
          onKey={(event) => moveCursor(event, session, matrix, cursor)}
        />
      )}
      <p class="cursor-text" role="status">
        {cursor.value && <PairText painted={painted} place={cursor.value} shared={1} />}
      </p>
    </div>
  );
}

/** Returns the first measure with values. */
const firstMeasure = ({ messages, transfers }: MatrixHead): model.Measure => {
  if ([...(messages.bytes ?? []), ...(transfers.bytes ?? [])].some((bytes) => bytes > 0)) return "bytes";
  return messages.from.length + transfers.from.length > 0 ? "messages" : "waiting";
};

interface ToolsProps {
  session: Session;
  head: MatrixHead;
  painted: PaintedMatrix;
  byNode: Signal<boolean>;
  measure: model.Measure;
  /** All waiting is shown because the selected metric has no known pairs. */
  isAll: boolean;
}

function Tools({ session, head, painted, byNode, measure, isAll }: ToolsProps) {
  const { report } = session;
  const unit = unitOf(measure);
  const most = largestOf(painted.matrix.cells.map((cell) => cell[measure]));
  const nodes = useMemo(() => model.hasNodes(report.head, head), [head]);
  return (
    <div class="view-tools">
      <select
        aria-label="What the matrix shows"
        value={measure}
        onChange={(event) => (session.measure.value = event.currentTarget.value as model.Measure)}
      >
        {model.measures.map((name) => (
          <option key={name} value={name}>
            {measureNames[name]}
          </option>
        ))}
      </select>
      {nodes && (
        <label>
          <input
            type="checkbox"
            checked={byNode.value}
            onChange={(event) => (byNode.value = event.currentTarget.checked)}
          />{" "}
          by node
        </label>
      )}
      {measure === "waiting" && isAll && <span class="hint">all kinds of waiting</span>}
      {session.locationSelection.value.locations && (
        <span class="hint">pairs with selected locations only</span>
      )}
      <span class="spring" />
      <Legend
        low={`≤ ${formatWithUnit(most / 10 ** decades, scaleFor(unit, most / 10 ** decades))}`}
        high={formatWithUnit(most, scaleFor(unit, most))}
        isDiverging={false}
        title="Each quarter of the scale is a factor of ten"
      />
      <CopyButton what="matrix" table={() => tableOf(painted.matrix)} />
    </div>
  );
}

const unitOf = (measure: model.Measure) =>
  measure === "bytes" ? "bytes" : measure === "messages" ? "occ" : "sec";

const tableOf = ({ cells, parties }: model.Matrix) => [
  ["from", "to", "messages", "bytes", "seconds from send to receive", "waits", "seconds of waiting"],
  ...cells.map((cell) => [
    parties[cell.from].name,
    parties[cell.to].name,
    cell.messages,
    cell.bytes,
    cell.time,
    cell.waits,
    cell.waiting,
  ]),
];

/** Returns the sum of the cells in a square. */
function inSquare({ cells }: model.Matrix, { from, to }: Place, shared: number): model.MatrixCell {
  const sum = { from, to, messages: 0, bytes: 0, time: 0, waits: 0, waiting: 0 };
  for (const cell of cells) {
    if (cell.from < from || cell.from >= from + shared || cell.to < to || cell.to >= to + shared) continue;
    for (const field of ["messages", "bytes", "time", "waits", "waiting"] as const) sum[field] += cell[field];
  }
  return sum;
}

function PairText({ painted, place, shared }: { painted: PaintedMatrix; place: Place; shared: number }) {
  const { matrix } = painted;
  const cell = inSquare(matrix, place, shared);
  const nameOf = (first: number) => {
    const last = Math.min(first + shared, matrix.parties.length) - 1;
    const { name } = matrix.parties[first];
    return last > first ? `${name} to ${matrix.parties[last].name}` : name;
  };
  const mean = cell.messages > 0 ? `, ${formatValue(cell.time / cell.messages, "sec")} each` : "";
  return (
    <>
      <strong>
        {nameOf(place.from)} → {nameOf(place.to)}
      </strong>
      <div>
        {cell.messages > 0
          ? `${counted(cell.messages, "message")}, ${formatCount(cell.bytes)} bytes${cell.time > 0 ? mean : ""}`
          : "no messages"}
      </div>
      {cell.waits > 0 && (
        <div>
          {nameOf(place.to)} waits {formatValue(cell.waiting, "sec")} for it, in {counted(cell.waits, "wait")}
        </div>
      )}
    </>
  );
}

function selectBoth(session: Session, { parties }: model.Matrix, { from, to }: Place, shared: number): void {
  const processes = new Set(
    [from, to].flatMap((first) => parties.slice(first, first + shared).flatMap((party) => party.processes)),
  );
  const { process } = session.report.head.locations;
  session.selectLocations([...process.keys()].filter((location) => processes.has(process[location])));
}

function moveCursor(
  event: KeyboardEvent,
  session: Session,
  matrix: model.Matrix,
  cursor: Signal<Place | null>,
): void {
  const last = matrix.parties.length - 1;
  const { from, to } = cursor.value ?? { from: 0, to: 0 };
  const within = (at: number) => Math.min(Math.max(at, 0), last);
  const moves: { [key: string]: [number, number] } = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
  };
  if (event.key in moves) {
    const [down, right] = moves[event.key];
    cursor.value = cursor.value ? { from: within(from + down), to: within(to + right) } : { from, to };
  } else if (event.key === "Enter" && cursor.value) {
    selectBoth(session, matrix, cursor.value, 1);
  } else if (event.key === "Escape" && cursor.value) {
    cursor.value = null;
  } else {
    return;
  }
  event.preventDefault();
}

export const matrixView: View = {
  id: "matrix",
  title: "Communication",
  Component: MatrixView,
};
