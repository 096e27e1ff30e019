// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Random reports: compares every sum of the page with the plain definition.

import { describe, expect, it } from "vitest";
import { Cube, exclusiveMetrics } from "../../src/model/aggregate";
import { recursivePaths, regionValues, selectRegions } from "../../src/model/regions";
import { inclusiveOf, readReport, type Report } from "../../src/model/report";
import { rangesOf, selectLocations, selectMetrics, selectPaths } from "../../src/model/selection";
import { contains, makeTree, pathTo } from "../../src/model/tree";
import type { Head } from "../../src/model/head";
import { encodeReport, type PlainRow } from "../encode";
import { randomNumbers } from "../random";
import { machine, makeHead, metric, region } from "../make_head";

type Random = () => number;

const below = (random: Random, end: number) => Math.floor(random() * end);
const parents = (random: Random, size: number) =>
  Array.from({ length: size }, (_, i) => (i === 0 ? -1 : below(random, i + 1) - 1));
const someOf = (random: Random, size: number, share: number) =>
  new Set(Array.from({ length: size }, (_, i) => i).filter(() => random() < share));

interface Case {
  report: Report;
  /** value[metric][path][location] */
  plain: number[][][];
  random: Random;
}

function randomCase(seed: number): Case {
  const random = randomNumbers(seed);
  const [metrics, paths, regions] = [6, 14, 5];
  const head: Head = makeHead({
    metrics: parents(random, metrics).map((parent, i) => metric(`m${i}`, { parent })),
    regions: Array.from({ length: regions }, (_, i) => region(`r${i}`)),
    callPaths: {
      region: Array.from({ length: paths }, () => below(random, regions)),
      parent: parents(random, paths),
      parameters: {},
    },
    ...machine(3, 3),
  });
  const locations = head.locations.name.length;
  const plain = head.metrics.map(() => head.callPaths.region.map(() => new Array<number>(locations).fill(0)));
  const rows: PlainRow[] = [];
  for (let m = 0; m < metrics; ++m)
    for (let path = 0; path < paths; ++path) {
      if (random() < 0.3) continue;
      const values = Array.from({ length: locations }, () =>
        random() < 0.4 ? null : below(random, 2000) - 400,
      );
      plain[m][path] = values.map((value) => value ?? 0);
      rows.push({ metric: m, path, values, sparse: random() < 0.5 });
    }
  return { report: readReport(encodeReport(head, rows)), plain, random };
}

const seeds = Array.from({ length: 40 }, (_, i) => i + 1);

describe.each(seeds)("random report %i", (seed) => {
  const { report, plain, random } = randomCase(seed);
  const { metrics, calls } = report;
  const cube = new Cube(report);
  const openMetrics = someOf(random, metrics.size, 0.5);
  const openCalls = someOf(random, calls.size, 0.5);
  const chosenMetrics = new Set([
    below(random, metrics.size),
    below(random, metrics.size),
    below(random, metrics.size),
  ]);
  const chosenCalls = someOf(random, calls.size, 0.2);
  const chosenSystem = someOf(random, report.system.tree.size, 0.2);
  const metricSelection = selectMetrics(report, chosenMetrics, openMetrics);
  const paths = selectPaths(report, chosenCalls, openCalls);
  const locations = selectLocations(report, chosenSystem);

  const isLocation = (location: number) => {
    const entry = report.system.entryOf[location];
    return (
      chosenSystem.size === 0 || pathTo(report.system.tree, entry).some((above) => chosenSystem.has(above))
    );
  };
  const isPath = (path: number) =>
    chosenCalls.size === 0 ||
    [...chosenCalls].some((node) => node === path || (!openCalls.has(node) && contains(calls, node, path)));
  const children = (m: number) => metrics.children[m];
  const own = (m: number, path: number, location: number) =>
    plain[m][path][location] - children(m).reduce((sum, child) => sum + plain[child][path][location], 0);
  /** A metric's own part counts once if it, or a closed metric above it, is selected. */
  const selectedOwn = (path: number, location: number) =>
    report.head.metrics.reduce((sum, _, m) => {
      const isCounted = [...chosenMetrics].some(
        (node) => node === m || (!openMetrics.has(node) && contains(metrics, node, m)),
      );
      return isCounted ? sum + own(m, path, location) : sum;
    }, 0);
  const sumOver = (value: (path: number, location: number) => number) => {
    let sum = 0;
    for (let path = 0; path < calls.size; ++path)
      for (let location = 0; location < report.locations; ++location)
        if (isPath(path) && isLocation(location)) sum += value(path, location);
    return sum;
  };

  it("has single values", () => {
    for (let m = 0; m < metrics.size; ++m)
      for (let path = 0; path < calls.size; ++path)
        for (let location = 0; location < report.locations; ++location)
          expect(cube.value(m, path, location)).toBe(plain[m][path][location]);
  });

  it("sums metrics over the selected call paths and locations", () => {
    const values = cube.metricValues(paths, locations);
    values.forEach((value, m) =>
      expect(value).toBeCloseTo(
        sumOver((path, location) => plain[m][path][location]),
        6,
      ),
    );
    exclusiveMetrics(report, values).forEach((value, m) =>
      expect(value).toBeCloseTo(
        sumOver((path, location) => own(m, path, location)),
        6,
      ),
    );
  });

  it("sums call paths over the selected metrics and locations", () => {
    cube.callValues(metricSelection, locations).forEach((value, path) => {
      let expected = 0;
      for (let location = 0; location < report.locations; ++location)
        if (isLocation(location)) expected += selectedOwn(path, location);
      expect(value).toBeCloseTo(expected, 6);
    });
  });

  it("sums locations over the selected metrics and call paths", () => {
    cube.locationValues(metricSelection, paths).forEach((value, location) => {
      let expected = 0;
      for (let path = 0; path < calls.size; ++path) if (isPath(path)) expected += selectedOwn(path, location);
      expect(value).toBeCloseTo(expected, 6);
    });
  });

  it("has the same sum in every tree", () => {
    const ofCalls = cube
      .callValues(metricSelection, locations)
      .reduce((sum, value, path) => (isPath(path) ? sum + value : sum), 0);
    const ofSystem = cube
      .locationValues(metricSelection, paths)
      .reduce((sum, value, location) => (isLocation(location) ? sum + value : sum), 0);
    const ofMetrics = cube.metricValues(paths, locations);
    const total = metricSelection.terms.reduce(
      (sum, { metric: m, weight }) => sum + weight * ofMetrics[m],
      0,
    );
    expect(ofCalls).toBeCloseTo(ofSystem, 6);
    expect(total).toBeCloseTo(ofSystem, 6);
  });

  it("sums call paths by region, recursion once", () => {
    const exclusive = cube.callValues(metricSelection, locations);
    const inclusive = inclusiveOf(calls, exclusive, "sum");
    const values = regionValues(report, recursivePaths(report), exclusive, inclusive, "sum");
    const { region: regionOf } = report.head.callPaths;
    report.head.regions.forEach((_, wanted) => {
      const sum = (holds: (path: number) => boolean) =>
        exclusive.reduce((all, value, path) => (holds(path) ? all + value : all), 0);
      expect(values.exclusive[wanted]).toBeCloseTo(
        sum((path) => regionOf[path] === wanted),
        6,
      );
      expect(values.inclusive[wanted]).toBeCloseTo(
        sum((path) => pathTo(calls, path).some((above) => regionOf[above] === wanted)),
        6,
      );
      const mask = selectRegions(report, new Set([wanted]), true).mask as Uint8Array;
      expect(sum((path) => mask[path] === 1)).toBeCloseTo(values.inclusive[wanted], 6);
    });
  });

  it("sums inclusive values along the call tree", () => {
    const exclusive = cube.callValues(metricSelection, locations);
    inclusiveOf(calls, exclusive, "sum").forEach((value, node) =>
      expect(value).toBeCloseTo(
        exclusive.reduce((sum, part, path) => (contains(calls, node, path) ? sum + part : sum), 0),
        6,
      ),
    );
  });
});

describe("minimum and maximum metrics", () => {
  const head = makeHead({
    metrics: [metric("least", { type: "minimum" }), metric("most", { type: "maximum" })],
    regions: [region("main"), region("work")],
    callPaths: { region: [0, 1], parent: [-1, 0], parameters: {} },
    ...machine(3, 1),
  });
  const rows = [0, 1].flatMap((m) => [
    { metric: m, path: 0, values: [5, 2, null], sparse: true },
    { metric: m, path: 1, values: [null, 7, 3], sparse: m === 0 },
  ]);
  const report = readReport(encodeReport(head, rows));
  const cube = new Cube(report);
  const everything = [selectPaths(report, new Set(), new Set()), selectLocations(report, new Set())] as const;
  const select = (m: number) => selectMetrics(report, new Set([m]), new Set());

  it("are combined by least and greatest", () => {
    expect([...cube.metricValues(...everything)]).toEqual([2, 7]);
    expect([...cube.callValues(select(0), everything[1])]).toEqual([2, 3]);
    expect([...cube.locationValues(select(0), everything[0])]).toEqual([5, 2, 3]);
    expect([...cube.locationValues(select(1), everything[0])]).toEqual([5, 7, 3]);
    expect([...inclusiveOf(report.calls, Float64Array.of(4, 3), "minimum")]).toEqual([3, 3]);
  });
  it("have no value if there is none", () => {
    const first = selectPaths(report, new Set([0]), new Set([0]));
    expect([...cube.locationValues(select(0), first)]).toEqual([5, 2, NaN]);
    expect([
      ...cube.metricValues(first, { key: "2", locations: { ranges: rangesOf([2]), count: 1, mask: null } }),
    ]).toEqual([NaN, NaN]);
  });
  it("are not joined with others", () => {
    expect(selectMetrics(report, new Set([0, 1]), new Set()).terms).toEqual([{ metric: 0, weight: 1 }]);
  });
});

describe("trees", () => {
  it("keep subtrees together for any numbering", () => {
    const tree = makeTree([2, -1, 1, 1, 2]);
    expect([...tree.order]).toEqual([1, 2, 0, 4, 3]);
    expect([...tree.depth]).toEqual([2, 0, 1, 1, 2]);
    expect(contains(tree, 2, 4)).toBe(true);
    expect(contains(tree, 2, 3)).toBe(false);
  });
  it("join neighbouring locations into stretches", () => {
    expect([...rangesOf([1, 2, 3, 7, 9, 10])]).toEqual([1, 4, 7, 8, 9, 11]);
  });
});

describe("scattered locations", () => {
  it.each(["float64", "uint16", "constant"] as const)("have the sum of their values as %s", (numbers) => {
    const head = makeHead({
      metrics: [metric("time")],
      regions: [region("main")],
      callPaths: { region: [0, 0], parent: [-1, 0], parameters: {} },
      ...machine(200, 1),
    });
    const values = Array.from({ length: 200 }, (_, i) => (numbers === "constant" ? 3 : i * 0.5));
    const some = values.map((value, i) => (i % 5 === 0 ? value : null));
    const rows = [
      { metric: 0, path: 0, values, numbers },
      { metric: 0, path: 1, values: some, sparse: true, numbers },
    ];
    const report = readReport(encodeReport(head, rows));
    const odd = new Set([...report.system.entryOf].filter((_, location) => location % 3 === 0));
    const locations = selectLocations(report, odd);
    expect(locations.locations?.mask).not.toBeNull();
    const found = new Cube(report).callValues(selectMetrics(report, new Set([0]), new Set()), locations);
    [values, some].forEach((list, path) =>
      expect(found[path]).toBeCloseTo(
        list.reduce<number>((sum, value, i) => (i % 3 === 0 ? sum + (value ?? 0) : sum), 0),
        1,
      ),
    );
  });
});

describe("differences that cancel out", () => {
  it("leave zero and no noise", () => {
    const head = makeHead({
      metrics: [metric("time")],
      regions: [region("main")],
      callPaths: { region: [0, 0, 0, 0], parent: [-1, 0, 0, 0], parameters: {} },
      ...machine(1, 1),
    });
    const changes = [0.1, 0.2, -0.3, 1e-3];
    const rows = changes.map((value, path) => ({ metric: 0, path, values: [value] }));
    const report = readReport(encodeReport(head, rows.slice(0, 3)));
    const cube = new Cube(report);
    const time = selectMetrics(report, new Set([0]), new Set());
    expect(report.totals[0]).toBe(0);
    expect([...cube.locationValues(time, selectPaths(report, new Set(), new Set()))]).toEqual([0]);
    expect(
      inclusiveOf(report.calls, cube.callValues(time, selectLocations(report, new Set())), "sum")[0],
    ).toBe(0);
  });
});
