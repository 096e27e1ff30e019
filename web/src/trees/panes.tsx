// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The three trees of a report as panes.

import { formatValue } from "../model/format";
import { callPathNames, type Report } from "../model/report";
import type { Session } from "../state/session";
import { Choice, IconButton } from "../widgets/icon";
import type { PaneModel } from "./pane_model";

const fileName = (path: string) => path.slice(path.lastIndexOf("/") + 1);

const nearlyAll = 0.9;

/** The uncertainty of the metric, which reports with corrected clocks store in a metric of its own. */
function uncertaintyOf({ head, totals }: Report, node: number): string {
  const { name, unit } = head.metrics[node];
  const totalOf = (other: string) => totals[head.metrics.findIndex((metric) => metric.name === other)] ?? 0;
  const uncertainty = totalOf(`${name}_uncertainty`);
  if (!(uncertainty > 0)) return "";
  const off = `± ${formatValue(uncertainty, unit)}`;
  const proved = totals[node] - totalOf(`${name}_unproved`);
  if (proved <= (1 - nearlyAll) * totals[node]) return `${off}, not proved by clocks`;
  return proved < nearlyAll * totals[node] ? `${off}, proved ${formatValue(proved, unit)}` : off;
}

export function metricModel(session: Session): PaneModel {
  const { report, metrics } = session;
  const isEmpty = emptyMetrics(report);
  const metric = (node: number) => report.head.metrics[node];
  return {
    id: "metrics",
    title: "Metrics",
    state: metrics,
    values: session.metricPane,
    label: (node) => metric(node).display || metric(node).name,
    detail: (node) => uncertaintyOf(report, node),
    about: (node) => [metric(node).display, metric(node).name].filter(Boolean).join("\n"),
    unit: (node) => metric(node).unit,
    isHidden: (node) => isEmpty[node] === 1 && !session.showsEmpty.value,
    colour: "whole",
    clear: () => session.selectInitialMetric(),
    hasSelection: () => metrics.selected.value.size > 1,
    controls: () =>
      isEmpty.includes(1) && (
        <IconButton
          icon="zero"
          label="Show metrics that are zero everywhere"
          pressed={session.showsEmpty.value}
          onClick={() => (session.showsEmpty.value = !session.showsEmpty.value)}
        />
      ),
    empty: report.head.metrics.length === 0 ? "This report has no metrics." : "All metrics are zero.",
  };
}

/** 1 for metrics without any value in their subtree. */
function emptyMetrics({ metrics, rows, rowBegin, referenceBegin }: Report): Uint8Array {
  const empty = new Uint8Array(metrics.size).fill(1);
  for (let i = metrics.size - 1; i >= 0; --i) {
    const metric = metrics.order[i];
    for (const begins of referenceBegin ? [rowBegin, referenceBegin] : [rowBegin])
      for (let row = begins[metric]; row < begins[metric + 1]; ++row)
        if (rows.low[row] !== 0 || rows.high[row] !== 0) empty[metric] = 0;
    if (metrics.parent[metric] >= 0 && !empty[metric]) empty[metrics.parent[metric]] = 0;
  }
  return empty;
}

const treeOrFlat = [
  { value: "tree" as const, text: "Tree", title: "Call paths" },
  { value: "flat" as const, text: "Flat", title: "Regions: sums over all call paths of each" },
];
const inclusiveOrExclusive = [
  { value: "inclusive" as const, text: "Incl", title: "Including the regions’ callees" },
  { value: "exclusive" as const, text: "Excl", title: "Without the regions’ callees" },
];

function CallControls({ session }: { session: Session }) {
  return (
    <>
      {session.isFlat.value && (
        <Choice
          label="Values of regions"
          value={session.flatIsInclusive.value ? "inclusive" : "exclusive"}
          options={inclusiveOrExclusive}
          onChange={(value) => (session.flatIsInclusive.value = value === "inclusive")}
        />
      )}
      <Choice
        label="Call tree or regions"
        value={session.isFlat.value ? "flat" : "tree"}
        options={treeOrFlat}
        onChange={(value) => (session.isFlat.value = value === "flat")}
      />
    </>
  );
}

/** An open metric stands for its own part, which may be zero. */
function ownPartOf(session: Session): string {
  const { metrics, report } = session;
  const open = [...metrics.selected.value].filter(
    (node) => metrics.isOpen(node) && report.metrics.children[node].length > 0,
  );
  if (open.length === 0) return "";
  const [first] = open;
  const { display, unit } = report.head.metrics[first];
  const value = (values: Float64Array) => formatValue(values[first], unit);
  const own = value(session.metricExclusive.value);
  const others = open.length > 1 ? ` and ${open.length - 1} more` : "";
  return `Own part of ${display}${others}: ${own} of ${value(session.metricInclusive.value)}. Close it for all.`;
}

export function callModel(session: Session): PaneModel {
  const { report, calls } = session;
  const { regions, callPaths } = report.head;
  const region = (node: number) => regions[callPaths.region[node]];
  const parameters = (node: number) =>
    (callPaths.parameters[node] ?? []).map(([name, value]) => `${name}=${value}`).join(", ");
  return {
    id: "calls",
    title: "Call paths",
    state: calls,
    values: session.callPane,
    label: (node) => [region(node).name, parameters(node)].filter(Boolean).join(" "),
    detail: (node) => placeOf(region(node)),
    about: (node) => callPathNames(report, node).join(" / "),
    unit: () => session.metricSelection.value.unit,
    isHidden: () => false,
    colour: "largest",
    clear: () => calls.clear(),
    hasSelection: () => calls.selected.value.size > 0,
    controls: () => <CallControls session={session} />,
    empty:
      calls.tree.size === 0 ? "This report has no call paths." : "All call paths are below the threshold.",
    note: () => ownPartOf(session),
  };
}

function placeOf({ file, begin }: { file: string; begin: number }): string {
  if (!file) return "";
  return begin > 0 ? `${fileName(file)}:${begin}` : fileName(file);
}

export function regionModel(session: Session): PaneModel {
  const { report, regions: state } = session;
  const { regions, callPaths } = report.head;
  const called = new Uint8Array(regions.length);
  for (const region of callPaths.region) called[region] = 1;
  return {
    id: "regions",
    title: "Regions",
    state,
    values: session.regionPane,
    label: (node) => regions[node].name,
    detail: (node) => placeOf(regions[node]),
    about: (node) => [regions[node].name, regions[node].file].filter(Boolean).join("\n"),
    unit: () => session.metricSelection.value.unit,
    isHidden: (node) => called[node] === 0,
    colour: "largest",
    clear: () => state.clear(),
    hasSelection: () => state.selected.value.size > 0,
    controls: () => <CallControls session={session} />,
    empty: "No region is above the threshold.",
    note: () => ownPartOf(session),
  };
}

export function systemModel(session: Session): PaneModel {
  const { report, system: state } = session;
  const { system, head } = report;
  const kindOf = (node: number) => {
    const table = { node: head.nodes, process: head.processes, location: head.locations }[system.kind[node]];
    return table.kind[system.index[node]] ?? "";
  };
  return {
    id: "system",
    title: "System",
    state,
    values: session.systemPane,
    label: (node) => system.label[node],
    detail: () => "",
    about: (node) => {
      const name =
        system.kind[node] === "location" ? system.locationName[system.index[node]] : system.label[node];
      return [name, kindOf(node)].filter(Boolean).join("\n");
    },
    unit: () => session.metricSelection.value.unit,
    isHidden: () => false,
    colour: "largest",
    clear: () => state.clear(),
    hasSelection: () => state.selected.value.size > 0,
    empty: state.tree.size === 0 ? "This report has no locations." : "All locations are below the threshold.",
    note: () => ownPartOf(session),
  };
}
