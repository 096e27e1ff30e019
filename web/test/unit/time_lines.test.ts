// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

import { describe, expect, it } from "vitest";
import type { Instance, Span } from "../../src/model/head";
import { moved, placeLanes, zoomed } from "../../src/views/time_lines_geometry";
import { groupOf } from "../../src/widgets/colours";

const instance = (lanes: Span[][]): Instance => ({
  metric: 0,
  path: 0,
  location: 1,
  severity: 1,
  begin: 2,
  end: 3,
  window: [1, 4],
  lanes: lanes.map((spans, location) => ({ location, spans })),
  messages: [],
});

const within: Span[] = [
  [0, 9, 0, 0],
  [0, 9, 1, 1],
  [2, 3, 2, 2],
];

describe("lanes", () => {
  it("begin with the waiting location", () => {
    expect(placeLanes(instance([within, within]), ["a", "b"]).map((lane) => lane.name)).toEqual(["b", "a"]);
  });
  it("omit calls around the whole window, except the innermost", () => {
    expect(placeLanes(instance([within, within]), ["a", "b"]).map((lane) => lane.outermost)).toEqual([1, 1]);
    const late: Span[] = [[2, 3, 0, 0]];
    expect(placeLanes(instance([within, late]), ["a", "b"]).map((lane) => lane.outermost)).toEqual([0, 0]);
  });
  it("may be missing or empty", () => {
    expect(placeLanes(instance([]), [])).toEqual([]);
    expect(placeLanes(instance([[], within]), ["a", "b"])).toHaveLength(2);
  });
});

describe("the window", () => {
  it("never leaves the whole one", () => {
    expect(moved([2, 3], [0, 10], 100)).toEqual([9, 10]);
    expect(moved([2, 3], [0, 10], -100)).toEqual([0, 1]);
    expect(zoomed([2, 4], [0, 10], 3, 0.5)).toEqual([2.5, 3.5]);
    expect(zoomed([2, 4], [0, 10], 3, 50)).toEqual([0, 10]);
  });
});

describe("colours of regions", () => {
  it.each([
    ["compiler", "user"],
    ["user", "user"],
    ["mpi", "mpi"],
    ["openmp", "thread"],
    ["cuda", "accelerator"],
    ["measurement", "other"],
  ])("of %s are those of %s", (paradigm, group) => {
    expect(groupOf(paradigm, "function")).toBe(group);
  });
});
