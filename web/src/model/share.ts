// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The meaning of 100 %. In differences of reports the whole can cancel out while its parts do not; shares then refer
// to the largest part.

import { combineOf, type Report } from "./report";
import { pathTo } from "./tree";

export type ValueMode = "absolute" | "root" | "selection" | "reference" | "difference" | "ratio";

/** Modes that need a second report. */
export const comparingModes: readonly ValueMode[] = ["reference", "difference", "ratio"];

/** Returns whether values are shown in their units. */
export const isInUnits = (mode: ValueMode) =>
  mode === "absolute" || mode === "difference" || mode === "ratio";

export interface Whole {
  /** Positive; NaN if there are no percentages. */
  value: number;
  /** The largest part replaces a whole that is about zero. */
  isLargest: boolean;
}

export const noWhole: Whole = { value: NaN, isLargest: false };

/** A whole this small relative to its parts has cancelled out. */
const cancelled = 1e-3;

/** Shares of a negative whole keep the signs of their values. */
export function wholeOf(total: number, largestPart: number): Whole {
  const size = Math.abs(total);
  if (size > cancelled * largestPart) return { value: size, isLargest: false };
  return largestPart > 0 ? { value: largestPart, isLargest: true } : noWhole;
}

export const rootOf = (report: Report, metric: number) => pathTo(report.metrics, metric)[0];

/** Returns the whole of each metric: the total of its root. */
export function rootWholes(report: Report): Whole[] {
  const { head, rows, rowBegin, totals } = report;
  const largest = head.metrics.map((_, metric) => {
    let part = 0;
    for (let row = rowBegin[metric]; row < rowBegin[metric + 1]; ++row)
      part = Math.max(part, Math.abs(rows.total[row]));
    return part;
  });
  const wholes = head.metrics.map((metric, m) =>
    combineOf(metric) === "sum" ? wholeOf(totals[m], largest[m]) : noWhole,
  );
  return head.metrics.map((metric, m) => (combineOf(metric) === "sum" ? wholes[rootOf(report, m)] : noWhole));
}

/** Returns the whole of each metric in the second report. */
export function referenceWholes(report: Report): Whole[] {
  const totals = report.head.reference?.totals ?? [];
  return report.head.metrics.map((metric, m) => {
    const total = totals[rootOf(report, m)];
    return combineOf(metric) === "sum" && total ? { value: Math.abs(total), isLargest: false } : noWhole;
  });
}

/** Returns the whole of several metrics: each root counts once. */
export function joinedWhole(report: Report, wholes: Whole[], metrics: Iterable<number>): Whole {
  const roots = new Set([...metrics].map((metric) => rootOf(report, metric)));
  const joined = [...roots].map((root) => wholes[root]);
  if (joined.length === 0) return noWhole;
  return {
    value: joined.reduce((sum, whole) => sum + whole.value, 0),
    isLargest: joined.some((whole) => whole.isLargest),
  };
}
