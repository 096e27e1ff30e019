// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

import { describe, expect, it } from "vitest";
import {
  counted,
  formatNumber,
  formatValue,
  percentScale,
  percentScaleFor,
  scaleFor,
} from "../../src/model/format";

describe("the scale of a tree", () => {
  it.each([
    ["sec", 4.8048, "s", 4],
    ["sec", 84.9, "s", 3],
    ["sec", 0.0881, "ms", 3],
    ["sec", 3.2e-6, "µs", 4],
    ["sec", 5e-9, "ns", 4],
    ["sec", 2e-12, "ns", 4],
    ["sec", 0, "s", 0],
    ["sec", -0.25, "ms", 2],
    ["bytes", 900, "B", 0],
    ["bytes", 3149244, "MiB", 4],
    ["bytes", 2 ** 41, "TiB", 4],
    ["occ", 775, "", 0],
    ["ops/s", 12, "ops/s", 3],
  ])("for %s up to %d is %s with %d decimals", (unit, largest, suffix, decimals) => {
    expect(scaleFor(unit, largest)).toMatchObject({ suffix, decimals });
  });
});

describe("a number", () => {
  const seconds = scaleFor("sec", 4.8048);
  it("lines up with the others of its tree", () => {
    expect(formatNumber(4.80477, seconds)).toBe("4.8048");
    expect(formatNumber(0.00652, seconds)).toBe("0.0065");
    expect(formatNumber(-1.5, seconds)).toBe("−1.5000");
    expect(formatNumber(3, seconds)).toBe("3.0000");
  });
  it("is a plain zero, or a dash if there is none", () => {
    expect(formatNumber(0, seconds)).toBe("0");
    expect(formatNumber(NaN, seconds)).toBe("–");
  });
  it("has separators when it counts", () => {
    expect(formatValue(3149244, "occ")).toBe("3,149,244");
    expect(formatValue(1.5, "occ")).toBe("1.50");
    expect(formatValue(-12000, "occ")).toBe("−12,000");
    expect(formatValue(1023, "bytes")).toBe("1,023 B");
  });
  it("has its unit when it stands alone", () => {
    expect(formatValue(0.0882, "sec")).toBe("88.200 ms");
    expect(formatValue(1056, "bytes")).toBe("1.0313 KiB");
    expect(formatValue(0, "sec")).toBe("0 s");
  });
  it("has more decimals if all percentages are small", () => {
    expect(percentScaleFor(0.5).decimals).toBe(2);
    expect(formatNumber(0.000123, percentScaleFor(0.000123))).toBe("0.0123");
  });
  it("is a percentage of one", () => {
    expect(formatNumber(0.276, percentScale)).toBe("27.60");
    expect(formatNumber(-1, percentScale)).toBe("−100.00");
  });
});

describe("counted things", () => {
  it("have a singular, a plural and grouped digits", () => {
    expect(counted(1, "location")).toBe("1 location");
    expect(counted(1234, "location")).toBe("1,234 locations");
    expect(counted(0, "process", "processes")).toBe("0 processes");
  });
});
