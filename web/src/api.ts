// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// `window.lull`: the interface for tests and scripts in the page's console. Metrics, call paths and locations are
// given by their index in the report; metrics also by name.

import { batch } from "@preact/signals";
import { callPathNames, type Report } from "./model/report";
import type { ValueMode } from "./model/share";
import type { Session } from "./state/session";

export interface Timings {
  /** Milliseconds since navigation began. */
  start: number;
  decoded: number;
  interactive: number;
  /** Durations of the steps in milliseconds. */
  base64: number;
  gunzip: number;
  decode: number;
}

export type LullApi = ReturnType<typeof makeApi>;

export function makeApi(session: Session, timings: Timings) {
  const { report, cube } = session;
  const metricOf = (metric: number | string) => {
    const found =
      typeof metric === "number" ? metric : report.head.metrics.findIndex(({ name }) => name === metric);
    if (!report.head.metrics[found]) throw new RangeError(`The report has no metric ${metric}`);
    return found;
  };
  return {
    timings,
    report: () => report.head,
    /** Inclusive along the metric tree, exclusive along the call tree. */
    value: (metric: number | string, path: number, location: number) =>
      cube.value(metricOf(metric), path, location),
    /** Sum over all call paths and locations. */
    total: (metric: number | string) => report.totals[metricOf(metric)],
    callPath: (path: number) => callPathNames(report, path),
    locationName: (location: number) => report.system.locationName[location],
    /** Values that the trees show now, one per node; exclusive for calls, inclusive for metrics. */
    metricValues: () => [...session.metricPane.value.inclusive],
    callValues: () => [...session.callPane.value.exclusive],
    callInclusive: () => [...session.callPane.value.inclusive],
    locationValues: () => [...session.locationValues.value],
    selectMetrics: (...metrics: (number | string)[]) => session.metrics.select(metrics.map(metricOf)),
    selectPaths: (...paths: number[]) => session.calls.select(paths),
    selectLocations: (...locations: number[]) => session.selectLocations(locations),
    open: (tree: "metrics" | "calls" | "system", nodes: number[], isOpen = true) =>
      session[tree].setOpen(nodes, isOpen),
    setMode: (mode: ValueMode) => (session.mode.value = mode),
    setView: (view: string) => (session.view.value = view),
    reset: () => session.reset(),
    batch,
    sizes: () => sizesOf(report),
  };
}

const sizesOf = (report: Report) => ({
  metrics: report.head.metrics.length,
  paths: report.calls.size,
  locations: report.locations,
  rows: report.rows.size,
  bytes: report.rows.buffer.byteLength,
});
