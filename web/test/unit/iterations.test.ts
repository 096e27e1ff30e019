// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

import { describe, expect, it } from "vitest";
import { Damage } from "../../src/model/damage";
import * as model from "../../src/model/iterations";
import { readReport, type Report } from "../../src/model/report";
import { allPaths, selectMetrics, selectPaths } from "../../src/model/selection";
import { cellAt, cursorAfter, layoutOf, limitedTop, topFor } from "../../src/views/iterations_geometry";
import { encodeFixture, fullReport, noLocations } from "../fixtures";

const fixture = fullReport();
const report = readReport(encodeFixture(fixture));
const head = fixture.head.iterations!;
const metrics = (...chosen: number[]) => selectMetrics(report, new Set(chosen), new Set());
const locations = model.groupRows(report, "locations", null);
const matrixOf = (of: Report, metric: number, paths = allPaths) =>
  model.iterationMatrix(of, metrics(metric), paths, locations.rowOf, 64);

describe("iterations", () => {
  it("have a value for each location and add up", () => {
    const matrix = matrixOf(report, 2);
    const row = fixture.rows.find(({ metric }) => metric === 2)!;
    expect(matrix.values[63 * 8 + 5]).toBeCloseTo((row.values[63] as number) / 4, 8);
    expect(matrix.values[63 * 8]).toBe(0);
    expect(matrix.totals[5]).toBeCloseTo(report.totals[2] / 4, 6);
  });
  it("are those of the selected call paths", () => {
    const solve = selectPaths(report, new Set([3]), new Set());
    const halo = selectPaths(report, new Set([8]), new Set());
    expect(matrixOf(report, 2, solve).totals).toEqual(matrixOf(report, 2).totals);
    expect(matrixOf(report, 2, halo).totals[5]).toBe(0);
    expect(matrixOf(report, 0, solve).totals[5]).toBe(0);
    expect([0, 1, 2].map((metric) => model.isOfAllPaths(report, metrics(metric)))).toEqual([
      true,
      false,
      false,
    ]);
  });
  it("omit what is below an open metric", () => {
    const own = selectMetrics(report, new Set([1]), new Set([1]));
    const whole = matrixOf(report, 1).totals[5];
    const parts = matrixOf(report, 2).totals[5] + matrixOf(report, 3).totals[5];
    const { totals } = model.iterationMatrix(report, own, allPaths, locations.rowOf, 64);
    expect(totals[5]).toBeCloseTo(whole - parts, 6);
  });
  it("are not known for every metric", () => {
    expect(model.unknownMetrics(report, metrics(4))).toEqual([4]);
    expect(model.unknownMetrics(report, metrics(8))).toEqual([]); // it is zero everywhere
  });
  it("have borders, and instances lie within them", () => {
    expect(model.bordersOf(report, 0)?.[1]).toBeCloseTo(1.2, 8);
    expect(report.head.instances.map((instance) => model.iterationOf(report, instance))).toEqual([1, 1, 5]);
    const [instance] = report.head.instances;
    expect(model.iterationOf(report, { ...instance, begin: 0.5 })).toBe(-1);
    expect(model.iterationOf(report, { ...instance, begin: 3 })).toBe(-1);
    const alone = { ...report, head: { ...report.head, iterations: { ...head, borders: [0] } } };
    expect(model.iterationOf(alone, instance)).toBe(-1);
  });
  it("have names", () => {
    expect(model.iterationName(head, 7)).toBe("iterations 71 to 80");
    expect(model.iterationName({ ...head, together: 1 }, 1233)).toBe("iteration 1,234");
  });
  it("are grouped by process and node", () => {
    expect(model.groupings(report)).toEqual(["locations", "nodes"]);
    const nodes = model.groupRows(report, "nodes", new Set([0, 16, 17]));
    expect(nodes.names).toEqual(["node0", "node1"]);
    expect([...nodes.rowOf.slice(15, 18)]).toEqual([-1, 1, 1]);
  });
  it("are refused when they do not fit the report", () => {
    const broken = [
      { ...head, iterations: 9 },
      { ...head, iterations: -1 },
      { ...head, iterations: 1e12 },
      { ...head, borders: [64] },
      { ...head, bits: 7 as 8 },
      { ...head, series: { ...head.series, metric: head.series.metric.map(() => 99) } },
      { ...head, series: { ...head.series, path: head.series.path.map(() => -2) } },
      { ...head, series: { ...head.series, low: [] } },
    ];
    for (const iterations of broken) {
      const changed = { ...fixture, head: { ...fixture.head, iterations } };
      expect(() => readReport(encodeFixture(changed))).toThrow(Damage);
    }
    expect(readReport(encodeFixture(noLocations())).iterations).toBeNull();
  });
});

describe("the map of iterations", () => {
  const painted = {
    matrix: { rows: 2048, iterations: 250, values: new Float64Array(), totals: new Float64Array() },
    range: { low: 0, high: 1, isDiverging: false },
    scale: { divisor: 1, suffix: "", decimals: 0 },
    names: [],
    top: 0,
    cursor: null,
    together: 1,
  };
  it("fits into every place and scrolls", () => {
    for (const [width, height] of [
      [340, 90],
      [1900, 400],
    ]) {
      const size = { width, height };
      const layout = layoutOf(painted, size);
      expect(layout.mapTop + layout.mapHeight).toBeLessThanOrEqual(height);
      expect(layout.left + layout.width).toBeLessThanOrEqual(width);
      const end = limitedTop(1e9, layout);
      expect(
        cellAt({ ...painted, top: end }, layout.left, layout.mapTop + layout.mapHeight - 1, size),
      ).toEqual({
        iteration: 0,
        row: 2047,
      });
      const top = topFor(1000, painted, size);
      expect(1000 * layout.rowHeight).toBeGreaterThanOrEqual(top);
      expect(1001 * layout.rowHeight).toBeLessThanOrEqual(top + layout.mapHeight + 1e-9);
      expect(topFor(1000, { ...painted, top }, size)).toBe(top);
      expect(cellAt(painted, layout.left + layout.width - 1, 3, size)).toEqual({ iteration: 249, row: -1 });
      expect(cellAt(painted, width - 1, 3, size)).toBeNull();
    }
  });
  it("has a cursor that stays inside", () => {
    const at = (key: string, iteration: number, row: number) =>
      cursorAfter(key, { ...painted, cursor: { iteration, row } });
    expect(at("ArrowUp", 3, -1)).toEqual({ iteration: 3, row: -1 });
    expect(at("PageDown", 3, 2040)).toEqual({ iteration: 3, row: 2047 });
    expect(at("End", 3, 5)).toEqual({ iteration: 249, row: 5 });
    expect(at("Escape", 3, 5)).toBeNull();
    expect(at("x", 3, 5)).toBeUndefined();
    expect(cursorAfter("ArrowRight", painted)).toEqual({ iteration: 0, row: -1 });
  });
});
