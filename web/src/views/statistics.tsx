// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Statistics: the duration of the instances of each pattern.

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Cell } from "../model/csv";
import { formatCount, formatWithUnit, scaleFor } from "../model/format";
import type { PatternStatistics } from "../model/head";
import type { Session } from "../state/session";
import { Axis, placeOver } from "../widgets/axis";
import { BoxPlot } from "../widgets/box_plot";
import { CopyButton } from "../widgets/copy";
import { useSize } from "../widgets/use_size";
import type { View } from "./view";

type Column = "name" | keyof Omit<PatternStatistics, "metric">;

const columns: { id: Column; text: string }[] = [
  { id: "name", text: "Pattern" },
  { id: "count", text: "Count" },
  { id: "sum", text: "Sum" },
  { id: "mean", text: "Mean" },
  { id: "minimum", text: "Minimum" },
  { id: "q1", text: "1st quartile" },
  { id: "median", text: "Median" },
  { id: "q3", text: "3rd quartile" },
  { id: "maximum", text: "Maximum" },
];

function StatisticsView({ session }: { session: Session }) {
  const { statistics } = session.report.head;
  if (statistics.length === 0) return <p class="empty">This report has no statistics of single instances.</p>;
  const chosen = statistics.filter(({ metric }) => session.metrics.selected.value.has(metric));
  return (
    <div class="statistics-view">
      <Boxes session={session} chosen={chosen} />
      <div class="table-frame" role="region" aria-label="Statistics" tabIndex={0}>
        <div class="table-tools">
          <CopyButton what="Statistics" table={() => tableOf(session, statistics)} />
        </div>
        <StatisticsTable session={session} statistics={statistics} />
      </div>
    </div>
  );
}

const tableOf = ({ report }: Session, statistics: PatternStatistics[]): Cell[][] => [
  [...columns.map(({ text }) => text), "Unit"],
  ...statistics.map((line) => [
    report.head.metrics[line.metric].name,
    ...columns.slice(1).map(({ id }) => line[id as keyof PatternStatistics]),
    report.head.metrics[line.metric].unit,
  ]),
];

function Boxes({ session, chosen }: { session: Session; chosen: PatternStatistics[] }) {
  const frame = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(frame);
  const { metrics } = session.report.head;
  return (
    <div class="chart" ref={frame}>
      {chosen.length === 0 && (
        <p class="empty">The selected metric has no instances; select a pattern in the table.</p>
      )}
      {width > 0 && chosen.length > 0 && (
        <BoxChart {...{ session, chosen, width, height }} unit={metrics[chosen[0].metric].unit} />
      )}
    </div>
  );
}

interface BoxChartProps {
  session: Session;
  chosen: PatternStatistics[];
  width: number;
  height: number;
  unit: string;
}

const lane = 58;

function BoxChart({ session, chosen, width, height, unit }: BoxChartProps) {
  const greatest = Math.max(...chosen.map(({ maximum }) => maximum));
  const least = Math.min(0, ...chosen.map(({ minimum }) => minimum));
  const place = placeOver(least, greatest, 14, width - 40);
  const scale = scaleFor(unit, greatest);
  const shown = chosen.slice(0, Math.max(1, Math.floor((height - 30) / lane)));
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="group"
      aria-label="Instances of the selected metrics"
    >
      {shown.map((box, i) => (
        <g key={box.metric} transform={`translate(0, ${i * lane + 6})`}>
          <text x={14} y={12}>
            {session.report.head.metrics[box.metric].display}
          </text>
          <BoxPlot
            box={box}
            place={place}
            top={20}
            height={26}
            label={`Instances of ${session.report.head.metrics[box.metric].display}`}
          />
        </g>
      ))}
      <Axis
        place={place}
        top={Math.min(height - 22, shown.length * lane + 10)}
        scale={scale}
        ticks={Math.max(2, Math.floor(width / 90))}
      />
      <text
        class="axis-unit"
        x={width - 4}
        y={Math.min(height - 6, shown.length * lane + 26)}
        text-anchor="end"
      >
        {scale.suffix}
      </text>
    </svg>
  );
}

function StatisticsTable({ session, statistics }: { session: Session; statistics: PatternStatistics[] }) {
  const order = useSignal<{ column: Column; down: boolean }>({ column: "sum", down: true });
  const { metrics } = session.report.head;
  const { column, down } = order.value;
  const sorted = [...statistics].sort((a, b) => {
    const ascending =
      column === "name"
        ? metrics[a.metric].display.localeCompare(metrics[b.metric].display)
        : a[column] - b[column];
    return down ? -ascending : ascending;
  });
  const sortBy = (next: Column) =>
    (order.value = next === column ? { column, down: !down } : { column: next, down: next !== "name" });
  return (
    <table class="sortable">
      <thead>
        <tr>
          {columns.map(({ id, text }) => (
            <th key={id} scope="col" aria-sort={id === column ? (down ? "descending" : "ascending") : "none"}>
              <button type="button" onClick={() => sortBy(id)}>
                {text}
                {id === column ? (down ? " ▾" : " ▴") : ""}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sorted.map((line) => (
          <StatisticsRow key={line.metric} session={session} line={line} />
        ))}
      </tbody>
    </table>
  );
}

function StatisticsRow({ session, line }: { session: Session; line: PatternStatistics }) {
  const metric = session.report.head.metrics[line.metric];
  const value = (number: number) => formatWithUnit(number, scaleFor(metric.unit, number));
  return (
    <tr
      aria-selected={session.metrics.selected.value.has(line.metric)}
      onClick={() => session.selectMetric(line.metric)}
    >
      <th scope="row">
        <button type="button" class="link">
          {metric.display || metric.name}
        </button>
      </th>
      <td>{formatCount(line.count)}</td>
      {columns.slice(2).map(({ id }) => (
        <td key={id}>{value(line[id as keyof PatternStatistics])}</td>
      ))}
    </tr>
  );
}

export const statisticsView: View = {
  id: "statistics",
  title: "Statistics",
  count: (session) => session.report.head.statistics.length,
  Component: StatisticsView,
};
