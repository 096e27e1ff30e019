// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

import { describe, expect, it } from "vitest";
import { readReport } from "../../src/model/report";
import { joinedWhole, referenceWholes, rootWholes, wholeOf } from "../../src/model/share";
import { differenceReport, encodeFixture, fullReport } from "../fixtures";

describe("100 %", () => {
  const report = readReport(encodeFixture(fullReport()));
  it("of a metric is its root", () => {
    const wholes = rootWholes(report);
    expect(wholes[2]).toEqual({ value: report.totals[0], isLargest: false });
    expect(wholes[4].value).toBe(report.totals[4]);
  });
  it("does not exist for minima and maxima", () => {
    expect(rootWholes(report)[6].value).toBeNaN();
    expect(referenceWholes(report)[6].value).toBeNaN();
  });
  it("of the second report is the whole of the metric's root there", () => {
    const wholes = referenceWholes(report);
    expect(wholes[2].value).toBe(100);
    expect(wholes[4].value).toBe(4000);
    expect(wholes[5].value).toBeNaN();
  });
  it("of several metrics counts each root once", () => {
    expect(joinedWhole(report, rootWholes(report), [1, 2, 3]).value).toBe(report.totals[0]);
    expect(joinedWhole(report, rootWholes(report), []).value).toBeNaN();
  });
  it("is the largest part if the whole cancels out", () => {
    const difference = readReport(encodeFixture(differenceReport()));
    expect(rootWholes(difference)[0]).toEqual({ value: 0.02, isLargest: true });
  });
  it("keeps the sign of its parts when it is negative", () => {
    expect(wholeOf(-4, 3)).toEqual({ value: 4, isLargest: false });
    expect(wholeOf(0, 0).value).toBeNaN();
  });
});
