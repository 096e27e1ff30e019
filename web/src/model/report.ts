// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// A report in memory: the tables, the three trees, and the rows of each metric.

import { Damage } from "./damage";
import { decodeReport, type IterationNumbers, type RowTable } from "./decode";
import type { Head, Metric } from "./head";
import { checkMatrix } from "./matrix";
import { isNoise, type Combine } from "./rows";
import { makeRunMap, type RunMap } from "./run_map";
import { makeSystem, type System } from "./system";
import { makeTree, type Tree } from "./tree";

export interface Report {
  head: Head;
  rows: RowTable;
  /** null: the report has no iterations. */
  iterations: IterationNumbers | null;
  /** null: the report has no map of the run. */
  map: RunMap | null;
  metrics: Tree;
  calls: Tree;
  system: System;
  locations: number;
  /** The rows of metric m are rowBegin[m] … rowBegin[m + 1] − 1. */
  rowBegin: Int32Array;
  /** The same for the second report; null: there is none. */
  referenceBegin: Int32Array | null;
  /** For each metric over all call paths and locations; NaN if a minimum or maximum has no value. */
  totals: Float64Array;
}

export function readReport(bytes: Uint8Array<ArrayBuffer>): Report {
  const { head, rows, iterations } = decodeReport(bytes);
  const metrics = head.metrics.length;
  const begins = findRows(rows, head.reference ? 2 * metrics : metrics);
  const rowBegin = begins.subarray(0, metrics + 1);
  for (let row = rowBegin[metrics]; row < rows.size; ++row) rows.metric[row] -= metrics;
  if (head.matrix) checkMatrix(head, head.matrix);
  return {
    head,
    rows,
    iterations,
    map: head.map ? makeRunMap(head, head.map) : null,
    metrics: makeTree(head.metrics.map((metric) => metric.parent)),
    calls: makeTree(head.callPaths.parent),
    system: makeSystem(head),
    locations: head.locations.name.length,
    rowBegin,
    referenceBegin: head.reference ? begins.subarray(metrics) : null,
    totals: head.metrics
      .map((metric, m) => totalOf(rows, rowBegin[m], rowBegin[m + 1], combineOf(metric)))
      .reduce((totals, total, m) => ((totals[m] = total), totals), new Float64Array(head.metrics.length)),
  };
}

function findRows(rows: RowTable, metrics: number): Int32Array {
  const begin = new Int32Array(metrics + 1);
  for (let row = 0; row < rows.size; ++row) {
    if (row > 0 && rows.metric[row] < rows.metric[row - 1]) throw new Damage("its rows are not sorted");
    begin[rows.metric[row] + 1] = row + 1;
  }
  for (let metric = 1; metric <= metrics; ++metric)
    begin[metric] = Math.max(begin[metric], begin[metric - 1]);
  return begin;
}

function totalOf(rows: RowTable, begin: number, end: number, combine: Combine): number {
  let total = nothing(combine);
  let size = 0;
  for (let row = begin; row < end; ++row) {
    total = combineTwo(total, rows.total[row], combine);
    size = Math.max(size, Math.abs(rows.total[row]));
  }
  return combine === "sum" && isNoise(total, size) ? 0 : total;
}

export function combineOf(metric: Metric): Combine {
  return metric.type === "minimum" || metric.type === "maximum" ? metric.type : "sum";
}

/** NaN is "no value" of a minimum or maximum. */
export function combineTwo(a: number, b: number, combine: Combine): number {
  if (combine === "sum") return a + b;
  if (Number.isNaN(a)) return b;
  if (Number.isNaN(b)) return a;
  return combine === "minimum" ? Math.min(a, b) : Math.max(a, b);
}

export const nothing = (combine: Combine) => (combine === "sum" ? 0 : NaN);

/** Computes a tree's inclusive values from its exclusive values. */
export function inclusiveOf(tree: Tree, exclusive: Float64Array, combine: Combine): Float64Array {
  const inclusive = exclusive.slice();
  for (let i = tree.size - 1; i >= 0; --i) {
    const node = tree.order[i];
    const above = tree.parent[node];
    if (above >= 0) inclusive[above] = combineTwo(inclusive[above], inclusive[node], combine);
  }
  const canCancel = combine === "sum" && exclusive.some((value) => value < 0);
  return canCancel ? withoutNoise(inclusive, magnitudes(tree, exclusive)) : inclusive;
}

/** Returns the greatest magnitude in each subtree. */
export function magnitudes(tree: Tree, values: Float64Array): Float64Array {
  const result = new Float64Array(tree.size);
  for (let i = tree.size - 1; i >= 0; --i) {
    const node = tree.order[i];
    result[node] = Math.max(result[node], Math.abs(values[node]) || 0);
    const above = tree.parent[node];
    if (above >= 0) result[above] = Math.max(result[above], result[node]);
  }
  return result;
}

/** Replaces noise by zero; noise is relative to the size of the summands. */
export function withoutNoise(values: Float64Array, size: Float64Array): Float64Array {
  for (let i = 0; i < values.length; ++i) if (isNoise(values[i], size[i])) values[i] = 0;
  return values;
}

/** Returns the names of a call path's regions from the root. */
export function callPathNames(report: Report, path: number): string[] {
  const { region, parent } = report.head.callPaths;
  const names: string[] = [];
  for (let at = path; at >= 0; at = parent[at]) names.push(report.head.regions[region[at]].name);
  return names.reverse();
}
