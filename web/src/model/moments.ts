// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// When a kind of waiting was most severe: its worst instance, and the shortest interval of the run with half of it.

import type { Report } from "./report";
import { contains } from "./tree";

/** Returns the most severe instance of the metric or its sub-metrics, preferring those with a cause; -1: none. */
export function worstInstance({ head, metrics }: Report, metric: number): number {
  const { instances } = head;
  const rank = (i: number) => {
    const { cause, location } = instances[i];
    return cause && cause.location !== location ? 1 : 0;
  };
  let worst = -1;
  instances.forEach((instance, i) => {
    if (!contains(metrics, metric, instance.metric)) return;
    const by = worst < 0 ? 1 : rank(i) - rank(worst) || instance.severity - instances[worst].severity;
    if (by > 0) worst = i;
  });
  return worst;
}

/** Returns the start and end in seconds; null: the map does not have this metric. */
export function halfOf({ map, metrics }: Report, metric: number): [number, number] | null {
  if (!map) return null;
  const planes = map.waits.filter((plane) => contains(metrics, metric, plane.metric));
  const sums = new Float64Array(map.pieces);
  for (const { rows } of planes) for (const row of rows) row?.forEach((share, i) => (sums[i] += share));
  const [first, end] = shortestHalf(sums);
  return end > first ? [map.begin + first * map.piece, map.begin + end * map.piece] : null;
}

/**
 * Returns the shortest range [first, end) with half of the sum, preferring the greatest sum; [0, 0] if the sum is
 * zero.
 */
export function shortestHalf(amounts: ArrayLike<number>): [number, number] {
  let half = 0;
  for (let i = 0; i < amounts.length; ++i) half += amounts[i] / 2;
  let best: [number, number] = [0, 0];
  if (half <= 0) return best;
  let [first, sum, most] = [0, 0, 0];
  for (let end = 1; end <= amounts.length; ++end) {
    sum += amounts[end - 1];
    while (sum - amounts[first] >= half) sum -= amounts[first++];
    if (sum < half) continue;
    const by = best[1] === 0 ? -1 : end - first - (best[1] - best[0]);
    if (by < 0 || (by === 0 && sum > most)) [best, most] = [[first, end], sum];
  }
  return best;
}
