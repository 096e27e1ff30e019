// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { bytesByLoop, bytesOfBase64, gunzip } from "../../src/model/blob";
import { Cube } from "../../src/model/aggregate";
import { Damage } from "../../src/model/damage";
import { readReport } from "../../src/model/report";
import { encodeReport, type Numbers } from "../encode";
import { encodeFixture, fullReport } from "../fixtures";
import { machine, makeHead, metric, region } from "../make_head";

const head = makeHead({
  metrics: [metric("time"), metric("least", { type: "minimum" })],
  regions: [region("main")],
  callPaths: { region: [0], parent: [-1], parameters: {} },
  ...machine(5, 1),
});

const valuesOf = (values: (number | null)[], numbers: Numbers, sparse: boolean, of = 0) => {
  const report = readReport(encodeReport(head, [{ metric: of, path: 0, values, numbers, sparse }]));
  const cube = new Cube(report);
  return values.map((_, location) => cube.value(of, 0, location));
};

describe("a row of values", () => {
  it("keeps every digit as float64", () => {
    expect(valuesOf([0.1, 1 / 3, 0, -4e-300, 7], "float64", false)).toEqual([0.1, 1 / 3, 0, -4e-300, 7]);
  });
  it("keeps its places when it is sparse", () => {
    expect(valuesOf([null, 2.5, null, null, -1], "float64", true)).toEqual([0, 2.5, 0, 0, -1]);
  });
  it.each([
    ["uint16", 65535],
    ["uint8", 255],
  ] as const)("is exact to one step as %s", (numbers, steps) => {
    const exact = [-3, 10, 0.123, 4.56, 9.99];
    for (const sparse of [false, true])
      valuesOf(exact, numbers, sparse).forEach((value, i) =>
        expect(Math.abs(value - exact[i])).toBeLessThanOrEqual(6.5 / steps + 1e-12),
      );
  });
  it("needs no values when all are equal", () => {
    expect(valuesOf([2, 2, 2, 2, 2], "constant", false)).toEqual([2, 2, 2, 2, 2]);
    expect(valuesOf([2, null, null, 2, null], "constant", true)).toEqual([2, 0, 0, 2, 0]);
  });
  it("has no value at zeros of a dense minimum", () => {
    expect(valuesOf([3, null, 1, 2, null], "float64", false, 1)).toEqual([3, NaN, 1, 2, NaN]);
  });
  it("has zeros as values in a sparse minimum", () => {
    expect(valuesOf([3, 0, null, null, null], "float64", true, 1)).toEqual([3, 0, NaN, NaN, NaN]);
  });
});

describe("what is not a report", () => {
  const bytes = encodeFixture(fullReport());
  it("is refused when it is cut off anywhere", () => {
    for (const length of [0, 7, 12, 40, 5000, bytes.length - 1])
      expect(() => readReport(bytes.slice(0, length)), String(length)).toThrow(Damage);
  });
  it("is refused when it begins differently", () => {
    expect(() => readReport(new Uint8Array(100))).toThrow("does not begin");
  });
  it("is refused when rows refer to missing metrics", () => {
    const other = encodeReport({ ...head, metrics: head.metrics.slice(0, 1) }, [
      { metric: 0, path: 0, values: [1, 2, 3, 4, 5] },
    ]);
    const changed = other.slice();
    const view = new DataView(changed.buffer);
    const rowMetric = 16 + Math.ceil(view.getUint32(12, true) / 8) * 8;
    view.setUint32(rowMetric, 9, true);
    expect(() => readReport(other)).not.toThrow();
    expect(() => readReport(changed)).toThrow("metric or call path");
  });
  it("is refused when a tree has a cycle", () => {
    const circle = { ...head, callPaths: { region: [0, 0], parent: [1, 0], parameters: {} } };
    expect(() => readReport(encodeReport(circle, []))).toThrow("its own ancestor");
  });
  it("is refused when it is not gzip, or cut off", async () => {
    await expect(gunzip(new Uint8Array(50))).rejects.toThrow(Damage);
    const packed = new Uint8Array(gzipSync(bytes));
    await expect(gunzip(packed.slice(0, packed.length - 40))).rejects.toThrow(Damage);
  });
});

describe("text of a report", () => {
  it("is decoded from base64 and gzip", async () => {
    const bytes = encodeFixture(fullReport());
    const text = gzipSync(bytes).toString("base64");
    for (const decode of [bytesOfBase64, bytesByLoop]) {
      const unpacked = await gunzip(decode(text));
      expect(Buffer.from(unpacked).equals(Buffer.from(bytes))).toBe(true);
    }
  });
  it.each(["", "QQ==", "QUI=", "QUJD"])("%j has the right length", (text) => {
    expect(bytesByLoop(text)).toEqual(new Uint8Array(Buffer.from(text, "base64")));
  });
  it("that is not base64 is refused", () => {
    expect(() => bytesOfBase64("<nonsense>!")).toThrow("not base64");
  });
});
