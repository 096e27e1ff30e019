// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// A report with a second one.

import { describe, expect, it } from "vitest";
import { changesOf } from "../../src/model/compare_findings";
import { readReport } from "../../src/model/report";
import { readAddress } from "../../src/state/address";
import { shownLocationValues } from "../../src/state/location_values";
import { ratioText, shownReference, shownRow } from "../../src/state/pane";
import { Session } from "../../src/state/session";
import { comparedReport, encodeFixture, waitingReport } from "../fixtures";

const session = () => new Session(readReport(encodeFixture(comparedReport())));

describe("values beside those of a second report", () => {
  it("are those of the same metric, call path and location", () => {
    const { metricPane, callPane, systemPane } = session();
    expect(metricPane.value.inclusive[0]).toBe(23 + 9);
    expect(metricPane.value.reference?.inclusive[0]).toBe(28);
    expect(metricPane.value.reference?.inclusive[4]).toBe(4);
    expect([...(callPane.value.reference?.exclusive ?? [])]).toEqual([21, 0, 7]);
    expect(systemPane.value.reference?.inclusive[0]).toBe(28);
  });
  it("obey the selections", () => {
    const opened = session();
    opened.selectMetric(1);
    opened.selectLocations([1]);
    expect(opened.metricPane.value.reference?.inclusive[1]).toBe(3);
    expect([...(opened.callPane.value.reference?.inclusive ?? [])]).toEqual([3, 0, 3]);
  });
  it("are subtracted, or make a ratio", () => {
    const opened = session();
    opened.mode.value = "difference";
    expect(opened.metricPane.value.inclusive[1]).toBe(2);
    expect([...opened.callPane.value.exclusive]).toEqual([2, 0, 2]);
    expect(opened.metricPane.value.hasNegative).toBe(true);
    expect([...shownLocationValues(opened).values]).toEqual([1, 1, 1, 1]);
    opened.mode.value = "ratio";
    expect(shownRow(opened.metricPane.value, 1, false)).toEqual({ number: "1.29", unit: "×" });
    expect(shownReference(opened.metricPane.value, 1, false)?.number).toBe("7.000");
    expect(shownLocationValues(opened).values[0]).toBeCloseTo(8 / 7);
  });
  it("have ratios for all values", () => {
    expect(ratioText(0, 0)).toBe("–");
    expect(ratioText(1, 0)).toBe("new");
    expect(ratioText(0, 2)).toBe("0.00");
    expect(ratioText(25, 2)).toBe("12.5");
    expect(ratioText(2500, 2)).toBe("1250");
    expect(ratioText(NaN, 2)).toBe("–");
  });
  it("are in the address, and need a second report", () => {
    const opened = session();
    readAddress(opened, "values=ratio");
    expect(opened.mode.value).toBe("ratio");
    const alone = new Session(readReport(encodeFixture(waitingReport())));
    readAddress(alone, "values=ratio");
    expect(alone.mode.value).toBe("absolute");
    expect(alone.metricPane.value.reference).toBeNull();
  });
});

describe("findings of two reports", () => {
  const verdictsOf = (now: number[], before: number[], uncertainty = 0) => {
    const { head } = comparedReport();
    const list = (values: number[]) =>
      values.flatMap((value, metric) =>
        value > 0 ? [{ ...head.findings!.list[0], metric, value, uncertainty }] : [],
      );
    head.findings!.list = list(now);
    head.reference = { title: "b", totals: before, findings: { ...head.findings!, list: list(before) } };
    return changesOf(head, now)?.map(({ metric, verdict }) => [metric, verdict]);
  };
  it("are new, gone, better, worse, or unchanged", () => {
    expect(verdictsOf([5, 0, 0, 5, 5], [5, 7, 0, 3, 9])).toEqual([
      [0, "same"],
      [3, "worse"],
      [4, "better"],
      [1, "gone"],
    ]);
    expect(verdictsOf([5, 1, 4], [0.1, 20, 0])).toEqual([
      [0, "worse"],
      [1, "better"],
      [2, "new"],
    ]);
  });
  it("differ by more than the clocks' uncertainty", () => {
    expect(verdictsOf([5], [4])).toEqual([[0, "worse"]]);
    expect(verdictsOf([5], [4], 0.6)).toEqual([[0, "same"]]);
  });
  it("of runs of different sizes are compared by their shares", () => {
    const { head } = comparedReport();
    head.reference!.findings!.locations = 2;
    head.reference!.findings!.total = 14;
    head.reference!.findings!.list[0].value = 3.5;
    const [change] = changesOf(head, [0, 9]) ?? [];
    expect(change).toMatchObject({ metric: 1, verdict: "worse", bySize: true });
    expect(change.nowShare).toBeCloseTo(9 / 32);
    head.reference!.findings!.list[0].value = (9 / 32) * 14;
    expect(changesOf(head, [0, 9])?.[0].verdict).toBe("same");
  });
  it("are not compared without a second report's", () => {
    expect(changesOf(waitingReport().head, [0])).toBeNull();
  });
});
