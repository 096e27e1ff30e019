// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Combines the values of one row over locations. These loops are the only code that reads single values, and
// determine the cost of interactions: one pass over a typed array of the row's encoding.

import { encodingOf, sparseBit, type RowTable } from "./decode";

/** The remainder of large numbers that cancel out is a rounding error, not a value. */
export const isNoise = (value: number, size: number) => Math.abs(value) < 1e-12 * size;

export type Combine = "sum" | "minimum" | "maximum";

/** Ranges of locations, ascending: begin, end, begin, end … */
export type Ranges = Int32Array;

/** Some of the locations. */
export interface Locations {
  ranges: Ranges;
  count: number;
  /** 1 for each location in a range; null unless a mask is faster than many ranges. */
  mask: Uint8Array | null;
}

export function hasLocation({ ranges, mask }: Locations, location: number): boolean {
  if (mask) return mask[location] === 1;
  for (let i = 0; i < ranges.length; i += 2)
    if (ranges[i] <= location && location < ranges[i + 1]) return true;
  return false;
}

type Values = Float64Array | Uint16Array | Uint8Array;

interface Row {
  /** The location of each value; absent in dense rows. */
  where?: Uint32Array;
  count: number;
  /** Absent when all values are `low`. */
  values?: Values;
  /** value = low + n × step; for float64 the value itself. */
  low: number;
  step: number;
  exact: boolean;
  /** The greatest magnitude if values can cancel out; 0 if all have the same sign. */
  size: number;
}

function openRow(rows: RowTable, row: number): Row {
  const count = rows.count[row];
  const encoding = rows.encoding[row];
  const sparse = (encoding & sparseBit) !== 0;
  const at = rows.offset[row];
  const begin = rows.placesBegin[row];
  const where = sparse ? rows.places.subarray(begin, begin + count) : undefined;
  const low = rows.low[row];
  const range = rows.high[row] - low;
  const size = low < 0 && rows.high[row] > 0 ? Math.max(-low, rows.high[row]) : 0;
  switch (encoding & 6) {
    case encodingOf.uint16:
      return {
        where,
        count,
        values: new Uint16Array(rows.buffer, at, count),
        low,
        step: range / 65535,
        exact: false,
        size,
      };
    case encodingOf.uint8:
      return {
        where,
        count,
        values: new Uint8Array(rows.buffer, at, count),
        low,
        step: range / 255,
        exact: false,
        size,
      };
    case encodingOf.constant:
      return { where, count, low, step: 0, exact: false, size };
    default:
      return {
        where,
        count,
        values: new Float64Array(rows.buffer, at, count),
        low: 0,
        step: 1,
        exact: true,
        size,
      };
  }
}

/** Returns the first position in the ascending list that is not less than the location. */
function lowerBound(list: Uint32Array, location: number): number {
  let begin = 0;
  let end = list.length;
  while (begin < end) {
    const middle = (begin + end) >>> 1;
    if (list[middle] < location) begin = middle + 1;
    else end = middle;
  }
  return begin;
}

/** Calls visit for ranges of value positions that lie in the given ranges of locations. */
function eachStretch(row: Row, ranges: Ranges | null, visit: (begin: number, end: number) => void): void {
  if (!ranges) return visit(0, row.count);
  for (let i = 0; i < ranges.length; i += 2) {
    const begin = row.where ? lowerBound(row.where, ranges[i]) : ranges[i];
    const end = row.where ? lowerBound(row.where, ranges[i + 1]) : ranges[i + 1];
    if (begin < end) visit(begin, end);
  }
}

/** Returns the row's sum, minimum or maximum over the given locations; NaN for a minimum or maximum without values. */
export function combineRow(rows: RowTable, row: number, locations: Locations, combine: Combine): number {
  const opened = openRow(rows, row);
  if (combine !== "sum") return extremeOf(opened, locations.ranges, combine);
  return locations.mask
    ? sumOfMasked(opened, locations.mask, locations.count)
    : sumOf(opened, locations.ranges);
}

function sumOfMasked(row: Row, mask: Uint8Array, selected: number): number {
  const { where, values, low, step, count, exact } = row;
  let part = 0;
  let summed = selected;
  if (where) {
    summed = 0;
    for (let i = 0; i < count; ++i) {
      if (mask[where[i]] === 0) continue;
      summed++;
      if (values) part += values[i];
    }
  } else if (values) for (let i = 0; i < count; ++i) part += values[i] * mask[i];
  const sum = part * step + (exact ? 0 : low * summed);
  return summed > 1 && isNoise(sum, row.size) ? 0 : sum;
}

function sumOf(row: Row, ranges: Ranges): number {
  const { values, low, step } = row;
  let sum = 0;
  let summed = 0;
  eachStretch(row, ranges, (begin, end) => {
    summed += end - begin;
    let part = 0;
    if (values) for (let i = begin; i < end; ++i) part += values[i];
    sum += part * step + (row.exact ? 0 : low * (end - begin));
  });
  return summed > 1 && isNoise(sum, row.size) ? 0 : sum;
}

function extremeOf(row: Row, ranges: Ranges, combine: "minimum" | "maximum"): number {
  let best = NaN;
  eachStretch(row, ranges, (begin, end) => {
    for (let i = begin; i < end; ++i) {
      const value = valueAt(row, i);
      if (!isValue(row, value)) continue;
      if (!(combine === "minimum" ? value >= best : value <= best)) best = value;
    }
  });
  return best;
}

const valueAt = (row: Row, i: number) => (row.values ? row.low + row.values[i] * row.step : row.low);

/** In a dense row of float64, zero means "no value"; minima and maxima must skip it. */
const isValue = (row: Row, value: number) => !(row.exact && !row.where && value === 0);

/** Adds weight × value to the sum of each location. */
export function addToLocations(rows: RowTable, row: number, weight: number, sums: Float64Array): void {
  const { where, values, low, step, count, exact } = openRow(rows, row);
  const base = exact ? 0 : low * weight;
  const factor = step * weight;
  if (!values) {
    if (where) for (let i = 0; i < count; ++i) sums[where[i]] += base;
    else for (let i = 0; i < count; ++i) sums[i] += base;
  } else if (where) for (let i = 0; i < count; ++i) sums[where[i]] += base + values[i] * factor;
  else for (let i = 0; i < count; ++i) sums[i] += base + values[i] * factor;
}

/** Combines the minimum or maximum of each location with the row's value; NaN: no value yet. */
export function extendLocations(
  rows: RowTable,
  row: number,
  combine: "minimum" | "maximum",
  values: Float64Array,
): void {
  const opened = openRow(rows, row);
  for (let i = 0; i < opened.count; ++i) {
    const value = valueAt(opened, i);
    if (!isValue(opened, value)) continue;
    const location = opened.where ? opened.where[i] : i;
    if (!(combine === "minimum" ? value >= values[location] : value <= values[location]))
      values[location] = value;
  }
}
