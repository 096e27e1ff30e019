// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// A metric over the iterations of the main loop and locations (docs/page-data.md).

import type { Instance, IterationsHead } from "./head";
import { counted, formatCount } from "./format";
import type { Report } from "./report";
import type { MetricSelection, PathSelection } from "./selection";

/** In row-major order: values[row × iterations + iteration]. A row is the sum of some locations. */
export interface Matrix {
  rows: number;
  iterations: number;
  values: Float64Array;
  /** For each iteration, over all rows. */
  totals: Float64Array;
}

/** Returns selected metrics that have values, but none by iteration. */
export function unknownMetrics({ head, totals }: Report, metrics: MetricSelection): number[] {
  const known = new Set(head.iterations?.series.metric);
  return metrics.terms
    .map(({ metric }) => metric)
    .filter((metric) => !known.has(metric) && totals[metric] !== 0);
}

/** Returns whether the selected metrics are known only for all call paths together. */
export function isOfAllPaths({ head }: Report, metrics: MetricSelection): boolean {
  const series = head.iterations?.series;
  if (!series) return false;
  const chosen = new Set(metrics.terms.map(({ metric }) => metric));
  const ofThem = series.path.filter((_, i) => chosen.has(series.metric[i]));
  return ofThem.length > 0 && ofThem.every((path) => path < 0);
}

const greatestNumber = { 32: 1, 16: 65535, 8: 255 };

/** `rowOf` returns the row of a location; -1: none. */
export function iterationMatrix(
  report: Report,
  metrics: MetricSelection,
  paths: PathSelection,
  rowOf: Int32Array,
  rows: number,
): Matrix {
  const head = report.head.iterations as IterationsHead;
  const { iterations, series } = head;
  const numbers = report.iterations?.values ?? new Uint8Array(0);
  const values = new Float64Array(rows * iterations);
  const weights = new Map(metrics.terms.map(({ metric, weight }) => [metric, weight]));
  for (let i = 0; i < series.metric.length; ++i) {
    const weight = weights.get(series.metric[i]);
    const row = rowOf[series.location[i]];
    const path = series.path[i];
    if (weight === undefined || row < 0 || (paths.mask && !(path >= 0 && paths.mask[path]))) continue;
    const low = weight * series.low[i];
    const step = (weight * (series.high[i] - series.low[i])) / greatestNumber[head.bits];
    const [from, to] = [i * iterations, row * iterations];
    for (let k = 0; k < iterations; ++k) values[to + k] += low + step * numbers[from + k];
  }
  return { rows, iterations, values, totals: totalsOf(values, rows, iterations) };
}

function totalsOf(values: Float64Array, rows: number, iterations: number): Float64Array {
  const totals = new Float64Array(iterations);
  for (let row = 0; row < rows; ++row)
    for (let k = 0; k < iterations; ++k) totals[k] += values[row * iterations + k];
  return totals;
}

/** Returns the start of each iteration on the location and the end of the last one, or null. */
export function bordersOf(report: Report, location: number): Float64Array | null {
  const head = report.head.iterations;
  const at = head ? head.borders.indexOf(location) : -1;
  if (!head || !report.iterations || at < 0) return null;
  const size = head.iterations + 1;
  const step = (head.last - head.first) / (2 ** 32 - 1);
  return Float64Array.from(
    report.iterations.borders.subarray(at * size, (at + 1) * size),
    (share) => head.first + share * step,
  );
}

/** Returns the iteration in which the instance begins on its location; -1: none. */
export function iterationOf(report: Report, { location, begin }: Instance): number {
  const borders = bordersOf(report, location);
  if (!borders) return -1;
  // An iteration often begins with the call that waits, and borders are rounded.
  const { first, last } = report.head.iterations as IterationsHead;
  const begun = begin + (last - first) / (2 ** 32 - 1) + 1e-9;
  const next = borders.findIndex((border) => border > begun);
  return next < 0 ? -1 : next - 1;
}

/** Returns "iteration 12", or "iterations 111 to 120" of the program; they count from 1. */
export function iterationName({ together }: IterationsHead, iteration: number): string {
  const [first, last] = [iteration * together + 1, (iteration + 1) * together];
  return first === last
    ? `iteration ${formatCount(first)}`
    : `iterations ${formatCount(first)} to ${formatCount(last)}`;
}

/** Returns, for example, "200 iterations in main > solve, 10 in each column". */
export function describeLoop({ loop, iterations, together }: IterationsHead): string {
  const each = together > 1 ? `, ${formatCount(together)} in each column` : "";
  return `${counted(iterations * together, "iteration")} ${loop}`.trim() + each;
}

/** The rows of the map: their names, and the row of each location. */
export interface Rows {
  names: string[];
  rowOf: Int32Array;
}

export type Grouping = "locations" | "processes" | "nodes";

/** Returns rows for the selected locations (null: all), in the order of the report. */
export function groupRows({ head, system }: Report, grouping: Grouping, chosen: Set<number> | null): Rows {
  const rowOf = new Int32Array(head.locations.name.length).fill(-1);
  const names: string[] = [];
  const known = new Map<string, number>();
  rowOf.forEach((_, location) => {
    if (chosen && !chosen.has(location)) return;
    const process = head.locations.process[location];
    const node = process >= 0 ? head.processes.node[process] : -1;
    const group = { locations: -1, processes: process, nodes: node }[grouping];
    const key = group >= 0 ? `group ${group}` : `location ${location}`;
    const row = known.get(key) ?? names.length;
    if (row === names.length) {
      known.set(key, row);
      const { [grouping]: table } = { processes: head.processes.name, nodes: head.nodes.name, locations: [] };
      names.push(group >= 0 ? table[group] : system.locationName[location]);
    }
    rowOf[location] = row;
  });
  return { names, rowOf };
}

/** Returns the groupings that differ, the finest first. */
export function groupings(report: Report): Grouping[] {
  const sizes = new Set<number>();
  return (["locations", "processes", "nodes"] as const).filter((grouping) => {
    const { length } = groupRows(report, grouping, null).names;
    const isNew = !sizes.has(length);
    sizes.add(length);
    return isNew;
  });
}
