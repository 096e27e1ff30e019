// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The causers of waiting and their calls.

import type { Report } from "./report";
import { addToLocations } from "./rows";

export interface Causer {
  location: number;
  path: number;
  /** Waiting time of others. */
  seconds: number;
}

/** Returns the metric that attributes this one to its causers; itself, if it is such a metric; -1: unknown. */
export function causedMetric({ head }: Report, metric: number): number {
  const name = head.metrics[metric]?.name ?? "";
  if (name.endsWith("_caused")) return metric;
  return head.metrics.findIndex((other) => other.name === `${name}_caused`);
}

/** Sorted by descending severity. */
export function causersOf({ rows, rowBegin, locations }: Report, caused: number): Causer[] {
  const causers: Causer[] = [];
  for (let row = rowBegin[caused]; row < rowBegin[caused + 1]; ++row) {
    const values = new Float64Array(locations);
    addToLocations(rows, row, 1, values);
    values.forEach((seconds, location) => {
      if (seconds > 0) causers.push({ location, path: rows.path[row], seconds });
    });
  }
  return causers.sort((a, b) => b.seconds - a.seconds || a.path - b.path || a.location - b.location);
}
