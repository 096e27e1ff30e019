// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Values of the three trees for selections in the others. Sums over all locations come from the rows' exact totals;
// only selections of locations, or values of single locations, need a pass over values. Results are cached.

import { combineOf, combineTwo, nothing, withoutNoise, type Report } from "./report";
import { addToLocations, combineRow, extendLocations, isNoise } from "./rows";
import type { LocationSelection, MetricSelection, PathSelection } from "./selection";

/** Keeps the most recently used results. */
class Recent<Value> {
  private readonly values = new Map<string, Value>();
  constructor(private readonly capacity: number) {}

  get(key: string, make: () => Value): Value {
    const value = this.values.get(key) ?? make();
    this.values.delete(key);
    this.values.set(key, value);
    if (this.values.size > this.capacity) this.values.delete(this.values.keys().next().value as string);
    return value;
  }
}

export class Cube {
  private readonly rowValues = new Recent<Float64Array>(16);
  private readonly locationValuesOf = new Recent<Float64Array>(128);

  /** For the rows of the report or of the second report. */
  constructor(
    readonly report: Report,
    private readonly rowBegin: Int32Array = report.rowBegin,
  ) {}

  /** Returns each row's value over the selected locations. */
  private rowsOver({ locations, key }: LocationSelection): Float64Array {
    const { rows, head } = this.report;
    if (!locations) return rows.total;
    return this.rowValues.get(key, () => {
      const values = new Float64Array(rows.size);
      for (let row = this.rowBegin[0]; row < this.rowBegin[head.metrics.length]; ++row)
        values[row] = combineRow(rows, row, locations, combineOf(head.metrics[rows.metric[row]]));
      return values;
    });
  }

  /** Inclusive along the metric tree: the value of each metric over the selected call paths and locations. */
  metricValues(paths: PathSelection, locations: LocationSelection): Float64Array {
    const { rowBegin } = this;
    const { head, rows } = this.report;
    const values = new Float64Array(head.metrics.length);
    const ofRow = this.rowsOver(locations);
    head.metrics.forEach((metric, m) => {
      const combine = combineOf(metric);
      let value = nothing(combine);
      let size = 0;
      for (let row = rowBegin[m]; row < rowBegin[m + 1]; ++row) {
        if (paths.mask && !paths.mask[rows.path[row]]) continue;
        value = combineTwo(value, ofRow[row], combine);
        size = Math.max(size, Math.abs(ofRow[row]));
      }
      values[m] = combine === "sum" && isNoise(value, size) ? 0 : value;
    });
    return values;
  }

  /** Exclusive along the call tree: the value of each call path for the selected metrics and locations. */
  callValues(metrics: MetricSelection, locations: LocationSelection): Float64Array {
    const { rowBegin } = this;
    const { rows, calls } = this.report;
    const { combine } = metrics;
    const values = new Float64Array(calls.size).fill(nothing(combine));
    const ofRow = this.rowsOver(locations);
    const size = metrics.terms.length > 1 ? new Float64Array(calls.size) : null;
    for (const { metric, weight } of metrics.terms)
      for (let row = rowBegin[metric]; row < rowBegin[metric + 1]; ++row) {
        const path = rows.path[row];
        values[path] = combineTwo(values[path], weight * ofRow[row], combine);
        if (size) size[path] = Math.max(size[path], Math.abs(ofRow[row]));
      }
    return size ? withoutNoise(values, size) : values;
  }

  /** The value of each location for the selected metrics and call paths. */
  locationValues(metrics: MetricSelection, paths: PathSelection): Float64Array {
    const parts = metrics.terms.map(({ metric }) => this.locationsOf(metric, paths));
    if (parts.length === 1 && metrics.terms[0].weight === 1) return parts[0];
    const values = new Float64Array(this.report.locations);
    const size = new Float64Array(this.report.locations);
    metrics.terms.forEach(({ weight }, term) => {
      const part = parts[term];
      for (let location = 0; location < values.length; ++location) {
        values[location] += weight * part[location];
        size[location] = Math.max(size[location], Math.abs(part[location]));
      }
    });
    return withoutNoise(values, size);
  }

  private locationsOf(metric: number, paths: PathSelection): Float64Array {
    return this.locationValuesOf.get(`${metric}|${paths.key}`, () => {
      const { rowBegin } = this;
      const { rows, head, locations } = this.report;
      const combine = combineOf(head.metrics[metric]);
      const values = new Float64Array(locations).fill(nothing(combine));
      let size = 0;
      for (let row = rowBegin[metric]; row < rowBegin[metric + 1]; ++row) {
        if (paths.mask && !paths.mask[rows.path[row]]) continue;
        if (combine === "sum") addToLocations(rows, row, 1, values);
        else extendLocations(rows, row, combine, values);
        if (rows.low[row] < 0) size = Math.max(size, -rows.low[row], rows.high[row]);
      }
      return size > 0 && combine === "sum"
        ? values.map((value) => (isNoise(value, size) ? 0 : value))
        : values;
    });
  }

  /** One value of the cube, inclusive along the metric tree and exclusive along the call tree. */
  value(metric: number, path: number, location: number): number {
    const { rowBegin } = this;
    const { rows, head } = this.report;
    const combine = combineOf(head.metrics[metric]);
    for (let row = rowBegin[metric]; row < rowBegin[metric + 1]; ++row)
      if (rows.path[row] === path)
        return combineRow(
          rows,
          row,
          { ranges: Int32Array.of(location, location + 1), count: 1, mask: null },
          combine,
        );
    return nothing(combine);
  }
}

/** A metric's exclusive value: the part not in its children. Minima and maxima cannot be subtracted. */
export function exclusiveMetrics(report: Report, inclusive: Float64Array): Float64Array {
  const { head, metrics } = report;
  const values = inclusive.slice();
  for (let child = 0; child < values.length; ++child) {
    const parent = metrics.parent[child];
    if (parent < 0 || Number.isNaN(inclusive[child])) continue;
    const joined = [parent, child].every((metric) => combineOf(head.metrics[metric]) === "sum");
    if (joined && head.metrics[parent].unit === head.metrics[child].unit) values[parent] -= inclusive[child];
  }
  return withoutNoise(values, inclusive.map(Math.abs));
}
