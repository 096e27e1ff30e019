// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The distribution of values over locations: quartiles, outliers, histogram.

import { bin, extent, quantileSorted } from "d3-array";

export interface FiveNumbers {
  minimum: number;
  q1: number;
  median: number;
  q3: number;
  maximum: number;
}

export interface Distribution extends FiveNumbers {
  count: number;
  mean: number;
  deviation: number;
  /** Ends of the whiskers: the last values within 1.5 interquartile ranges. */
  lowWhisker: number;
  highWhisker: number;
  /** Locations beyond the whiskers, most extreme first. */
  outliers: number[];
  bins: { begin: number; end: number; members: number[] }[];
}

const reach = 1.5;

/** Distribution of the existing values; null if there are none. */
export function distributionOf(values: Float64Array, mostBins = 40): Distribution | null {
  const members = Array.from(values.keys()).filter((i) => !Number.isNaN(values[i]));
  if (members.length === 0) return null;
  const sorted = members.map((i) => values[i]).sort((a, b) => a - b);
  const quartile = (share: number) => quantileSorted(sorted, share) as number;
  const [q1, median, q3] = [quartile(0.25), quartile(0.5), quartile(0.75)];
  const [lowest, highest] = [q1 - reach * (q3 - q1), q3 + reach * (q3 - q1)];
  const inside = sorted.filter((value) => value >= lowest && value <= highest);
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  const variance = sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0) / sorted.length;
  return {
    count: members.length,
    mean,
    deviation: Math.sqrt(variance),
    minimum: sorted[0],
    q1,
    median,
    q3,
    maximum: sorted[sorted.length - 1],
    lowWhisker: inside[0],
    highWhisker: inside[inside.length - 1],
    outliers: members
      .filter((i) => values[i] < lowest || values[i] > highest)
      .sort((a, b) => Math.abs(values[b] - median) - Math.abs(values[a] - median)),
    bins: binned(values, members, mostBins),
  };
}

function binned(values: Float64Array, members: number[], mostBins: number): Distribution["bins"] {
  const [least, greatest] = extent(members, (i) => values[i]) as [number, number];
  if (least === greatest) return [{ begin: least, end: greatest, members }];
  const count = Math.min(mostBins, Math.max(5, Math.ceil(Math.sqrt(members.length))));
  const step = (greatest - least) / count;
  const thresholds = Array.from({ length: count - 1 }, (_, i) => least + (i + 1) * step);
  const split = bin<number, number>()
    .value((i) => values[i])
    .domain([least, greatest])
    .thresholds(thresholds);
  return split(members).map((part) => ({
    begin: part.x0 as number,
    end: part.x1 as number,
    members: [...part],
  }));
}
