// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Activity of locations over time, and the instances in a stretch of time.

import { describe, expect, it } from "vitest";
import { makeRunMap, mixOf, waitsOf, type RunMap } from "../../src/model/run_map";
import { readReport } from "../../src/model/report";
import { readAddress } from "../../src/state/address";
import { selectedInstances } from "../../src/state/instances";
import { Session } from "../../src/state/session";
import { rowAfter, stretchAfter } from "../../src/views/run_map_keys";
import { encodeFixture, waitingReport } from "../fixtures";

const session = () => new Session(readReport(encodeFixture(waitingReport())));

describe("the map of the run", () => {
  it("distinguishes computation, libraries and waiting", () => {
    const { report } = session();
    const map = report.map as RunMap;
    const mix = (row: number, first: number, end: number) => mixOf(map, map.waits, row, first, end);
    expect(mix(0, 0, 8)).toEqual({ computing: 1, library: 0, waiting: 0 });
    expect(mix(1, 1, 6)).toEqual({ computing: 0, library: 0, waiting: 1 });
    expect(mix(1, 6, 8)).toEqual({ computing: 0.5, library: 0.5, waiting: 0 });
    expect(mix(3, 0, 8).waiting).toBeCloseTo(1 / 8);
  });
  it("shows the kinds of waiting of the selected metrics", () => {
    const { report } = session();
    const map = report.map as RunMap;
    const kinds = (...metrics: number[]) => waitsOf(map, report.metrics, metrics).map(({ metric }) => metric);
    expect(kinds(0)).toEqual([1]);
    expect(kinds(2)).toEqual([1]); // a part of it
    expect(kinds(3)).toEqual([1]); // none: all
  });
  it("is refused if it is damaged", () => {
    const { head } = waitingReport();
    const broken = (change: (map: NonNullable<typeof head.map>) => void) => {
      const map = structuredClone(head.map!);
      change(map);
      return () => makeRunMap(head, map);
    };
    expect(broken(() => {})).not.toThrow();
    expect(broken((map) => (map.pieces = 0))).toThrow();
    expect(broken((map) => (map.piece = 0))).toThrow();
    expect(broken((map) => (map.begin = NaN))).toThrow();
    expect(broken((map) => (map.begin = 1e300))).toThrow();
    expect(broken((map) => (map.piece = 1e308))).toThrow();
    expect(broken((map) => (map.planes[0].rows[0][1] = "0"))).toThrow();
    expect(broken((map) => (map.planes[0].rows[0][1] = "0000000*"))).toThrow();
    expect(broken((map) => (map.planes[0].rows[0][0] = 4))).toThrow();
    expect(broken((map) => (map.planes[2].metric = 9))).toThrow();
  });
});

describe("keys in the map", () => {
  const map = { begin: 0, piece: 1, pieces: 40 } as RunMap;
  it("make, move and lengthen a stretch within the run", () => {
    expect(stretchAfter(map, null, 1, false)).toEqual([0, 2]);
    expect(stretchAfter(map, [4, 8], 1, false)).toEqual([6, 10]);
    expect(stretchAfter(map, [1, 5], -1, false)).toEqual([0, 4]);
    expect(stretchAfter(map, [37, 39], 1, false)).toEqual([38, 40]);
    expect(stretchAfter(map, [37, 39], 1, true)).toEqual([37, 40]);
    expect(stretchAfter(map, [37, 38], -1, true)).toEqual([37, 38]);
  });
  it("move between rows", () => {
    expect(
      ["ArrowDown", "ArrowUp", "PageDown", "Home", "End", "x"].map((key) => rowAfter(key, 1, 5)),
    ).toEqual([2, 0, 4, 0, 4, undefined]);
    expect(rowAfter("ArrowDown", -1, 5)).toBe(0);
  });
});

describe("a stretch of time", () => {
  it("restricts instances, and is in the address", () => {
    const opened = session();
    readAddress(opened, "metric=time/mpi_latesender&time=6.5..7.5");
    expect(opened.stretch.value).toEqual([6.5, 7.5]);
    expect(selectedInstances(opened)).toEqual([2]);
    readAddress(opened, "metric=time/mpi_latesender&time=7.5..6.5");
    expect(opened.stretch.value).toBeNull();
    for (const [time, expected] of [
      ["-5..100", [0, 8]],
      ["5..Infinity", [5, 8]],
      ["9..10", null],
      ["NaN..1", null],
      ["1..2..3", null],
    ] as const) {
      readAddress(opened, `metric=time/mpi_latesender&time=${time}`);
      expect(opened.stretch.value).toEqual(expected);
    }
  });
});
