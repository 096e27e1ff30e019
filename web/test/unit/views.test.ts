// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The computations behind the views: distributions, topologies, visible rows.

import { describe, expect, it } from "vitest";
import { distributionOf } from "../../src/model/distribution";
import {
  cellAfter,
  initialRoles,
  layoutPlan,
  placeOf,
  planTopology,
  withRole,
} from "../../src/model/topology";
import { locationsBelow, makeSystem } from "../../src/model/system";
import { makeTree } from "../../src/model/tree";
import { hottestPath, visibleRows, type Arrangement } from "../../src/model/visible";
import { fullReport } from "../fixtures";
import { machine, makeHead } from "../make_head";

describe("a distribution over locations", () => {
  it("has quartiles, and outliers with the worst first", () => {
    const values = Float64Array.of(...Array.from({ length: 20 }, (_, i) => 10 + i / 10), 99, 40);
    const distribution = distributionOf(values);
    expect(distribution).toMatchObject({ count: 22, minimum: 10, maximum: 99, outliers: [20, 21] });
    expect(distribution?.median).toBeCloseTo(11.05);
    expect(distribution?.highWhisker).toBeCloseTo(11.9);
    expect(distribution?.bins.flatMap((part) => part.members)).toHaveLength(22);
  });
  it("omits locations without a value", () => {
    expect(distributionOf(Float64Array.of(NaN, 3, NaN, 3))).toMatchObject({
      count: 2,
      minimum: 3,
      maximum: 3,
      outliers: [],
    });
    expect(distributionOf(Float64Array.of(NaN))).toBeNull();
    expect(distributionOf(new Float64Array(0))).toBeNull();
  });
});

describe("a topology", () => {
  const [cube, line, torus] = fullReport().head.topologies;
  it("of three dimensions lies in planes side by side", () => {
    const plan = planTopology(cube, initialRoles(cube), [0, 0, 0]);
    expect(plan).toMatchObject({ columns: 4, rows: 4, planes: 4 });
    expect(plan.cells).toHaveLength(64);
    expect(plan.cells[27]).toMatchObject({ plane: 1, x: 3, y: 2, locations: [27] });
  });
  it("of one dimension is a line", () => {
    expect(planTopology(line, initialRoles(line), [0])).toMatchObject({ columns: 64, rows: 1, planes: 1 });
  });
  it("is navigated with arrow keys, from plane to plane", () => {
    const plan = planTopology(cube, initialRoles(cube), [0, 0, 0]);
    const walk = (...keys: string[]) => keys.reduce((at, key) => cellAfter(key, plan, at) ?? -2, -1);
    const { coordinates } = plan.cells[walk("ArrowDown", "ArrowRight", "ArrowDown")];
    expect(coordinates).toEqual([1, 1, 0]);
    const right = Array.from({ length: cube.dimensions[0].size + 1 }, () => "ArrowRight");
    expect(plan.cells[walk(...right)].coordinates).toEqual([0, 0, 1]);
    expect(plan.cells[walk("Home", "ArrowLeft")].coordinates).toEqual([0, 0, 0]);
    expect(walk("x")).toBe(-2);
  });
  it("of four dimensions is cut through the last", () => {
    const plan = planTopology(torus, initialRoles(torus), [0, 0, 0, 3]);
    expect(plan.cells).toHaveLength(16);
    expect(plan.cells.every(({ coordinates }) => coordinates[3] === 3)).toBe(true);
  });
  it("swaps roles, and lets any number of dimensions be cut", () => {
    expect(withRole(["x", "y", "planes"], 2, "x")).toEqual(["planes", "y", "x"]);
    expect(withRole(["x", "y", "slice"], 1, "slice")).toEqual(["x", "slice", "slice"]);
  });
  it("fits into its area", () => {
    const plan = planTopology(cube, initialRoles(cube), [0, 0, 0]);
    for (const [width, height] of [
      [1200, 150],
      [300, 900],
      [60, 60],
    ]) {
      const layout = layoutPlan(plan, width, height);
      for (const cell of plan.cells) {
        const [left, top] = placeOf(cell, plan, layout);
        expect(left + layout.cellWidth).toBeLessThanOrEqual(width + 0.01);
        expect(top + layout.cellHeight).toBeLessThanOrEqual(height + 0.01);
      }
    }
  });
});

describe("the system tree", () => {
  it("has one row for a process with one location, and keeps locations without a process", () => {
    const head = makeHead({
      ...machine(2, 1),
      locations: {
        name: ["Master", "Master", "GPU"],
        rank: [0, 0, 0],
        kind: ["thread", "thread", "stream"],
        process: [0, 1, -1],
      },
    });
    const system = makeSystem(head);
    expect(system.label).toEqual(["machine Linux", "node0", "MPI Rank 0", "MPI Rank 1", "GPU"]);
    expect([...system.entryOf]).toEqual([2, 3, 4]);
    expect(locationsBelow(system, 1)).toEqual([0, 1]);
    expect(system.tree.roots).toEqual([0, 4]);
  });
  it("has processes with their threads below", () => {
    const system = makeSystem(makeHead(machine(1, 3)));
    expect(system.label.slice(2)).toEqual(["MPI Rank 0", "Master thread", "OMP thread 1", "OMP thread 2"]);
    expect(system.locationName[2]).toBe("MPI Rank 0, OMP thread 2");
  });
});

describe("visible rows", () => {
  const tree = makeTree([-1, 0, 0, 2, -1]);
  const arrangement: Arrangement = {
    open: new Set([0]),
    sort: "tree",
    hidden: () => false,
    value: (node) => [9, 1, -8, 8, 20][node],
    label: (node) => ["r10", "b", "a", "c", "r9"][node],
  };
  it("are those below open nodes, in any requested order", () => {
    expect(visibleRows(tree, arrangement)).toEqual([0, 1, 2, 4]);
    expect(visibleRows(tree, { ...arrangement, sort: "value" })).toEqual([4, 0, 2, 1]);
    expect(visibleRows(tree, { ...arrangement, sort: "name" })).toEqual([4, 0, 2, 1]);
    expect(visibleRows(tree, { ...arrangement, hidden: (node) => node === 0 })).toEqual([4]);
  });
  it("the path of the largest values ends where a node outweighs its children", () => {
    const inclusive = Float64Array.of(9, 1, 8, 3, 20);
    expect(hottestPath(tree, 0, inclusive, Float64Array.of(0, 1, 5, 3, 20))).toEqual([0, 2]);
    expect(hottestPath(tree, 0, inclusive, Float64Array.of(0, 1, 1, 3, 20))).toEqual([0, 2, 3]);
  });
});
