// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// When a kind of waiting was most severe.

import { describe, expect, it } from "vitest";
import { halfOf, shortestHalf, worstInstance } from "../../src/model/moments";
import { readReport } from "../../src/model/report";
import { openInstance, openStretch } from "../../src/state/findings";
import { Session } from "../../src/state/session";
import { encodeFixture, waitingReport } from "../fixtures";
import { randomNumbers } from "../random";

const session = () => new Session(readReport(encodeFixture(waitingReport())));

describe("the shortest range with half of a sum", () => {
  it("is found", () => {
    expect(shortestHalf([])).toEqual([0, 0]);
    expect(shortestHalf([0, 0])).toEqual([0, 0]);
    expect(shortestHalf([1, 0, 5, 1])).toEqual([2, 3]);
    expect(shortestHalf([1, 2, 0, 0, 2, 2])).toEqual([4, 6]);
    expect(shortestHalf([1, 1, 1, 1])).toEqual([0, 2]);
  });
  it("is as short as the best of all ranges", () => {
    const random = randomNumbers(7);
    for (let round = 0; round < 200; ++round) {
      const amounts = Array.from({ length: 1 + Math.floor(random() * 12) }, () => Math.floor(random() * 4));
      const sum = (first: number, end: number) => amounts.slice(first, end).reduce((a, b) => a + b, 0);
      const [first, end] = shortestHalf(amounts);
      const whole = sum(0, amounts.length);
      if (whole === 0) continue;
      expect(sum(first, end)).toBeGreaterThanOrEqual(whole / 2);
      for (let at = 0; at + (end - first) - 1 <= amounts.length; ++at)
        expect(sum(at, at + (end - first) - 1)).toBeLessThan(whole / 2);
    }
  });
});

describe("a finding", () => {
  it("has half of its time in a stretch of the run, and a worst instance", () => {
    const { report } = session();
    const [{ metric }] = report.head.findings?.list ?? [];
    expect(halfOf(report, metric)).toEqual([1, 4]);
    expect(report.head.instances[worstInstance(report, metric)].severity).toBe(5);
    expect(halfOf(report, 3)).toBeNull();
    expect(worstInstance(report, 3)).toBe(-1);
  });
  it("leads to both", () => {
    const opened = session();
    openStretch(opened, 1, [1, 4]);
    expect([opened.view.value, opened.stretch.value]).toEqual(["map", [1, 4]]);
    openInstance(opened, 1);
    expect([opened.view.value, opened.instance.value, opened.stretch.value]).toEqual(["instances", 1, null]);
  });
});
