// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The tables that views copy.

import { describe, expect, it } from "vitest";
import { groupRows, iterationMatrix } from "../../src/model/iterations";
import { readReport, type Report } from "../../src/model/report";
import { findingsTable, iterationsTable, locationsTable } from "../../src/model/tables";
import { Session } from "../../src/state/session";
import { emptyReport, encodeFixture, fullReport, waitingReport } from "../fixtures";

const lines = (table: (string | number)[][]) =>
  table.slice(1).map((row) => Object.fromEntries(row.map((cell, i) => [table[0][i], cell])));

describe("findings as a table", () => {
  it("have a line each, with all values of the card", () => {
    const [line, ...more] = lines(findingsTable(readReport(encodeFixture(waitingReport()))));
    expect(more).toEqual([]);
    expect(line).toEqual({
      Metric: "mpi_latesender",
      Seconds: 9,
      "Uncertainty (s)": 0.5,
      "Share of all time": 9 / 32,
      "Call path": "main/MPI_Recv",
      "Seconds there": 9,
      Location: "MPI Rank 1",
      "Seconds on it": 5,
      Locations: 2,
      Causer: "MPI Rank 0 in main/MPI_Send",
      "Seconds caused by it": 9,
      Causers: 1,
      "Half of it from (s)": 1,
      "Half of it until (s)": 4,
      "Worst instance from (s)": 1,
      "Worst instance until (s)": 6,
      But: "",
      Try: "Send earlier.",
    });
  });
  it("are none without findings", () => {
    expect(findingsTable(readReport(encodeFixture(emptyReport())))).toHaveLength(1);
  });
});

const iterationsOf = (report: Report, metric: string) => {
  const session = new Session(report);
  session.metrics.select([report.head.metrics.findIndex(({ name }) => name === metric)]);
  const rows = groupRows(report, "locations", null);
  const matrix = iterationMatrix(
    report,
    session.metricSelection.value,
    session.pathSelection.value,
    rows.rowOf,
    rows.names.length,
  );
  return { matrix, names: rows.names };
};

describe("iterations as a table", () => {
  it("have a line each and a column for each row, which add up", () => {
    const report = readReport(encodeFixture(fullReport()));
    const { matrix, names } = iterationsOf(report, "mpi_latesender");
    const table = iterationsTable(report, matrix, names, "sec");
    expect(table).toHaveLength(1 + 8);
    expect(table[0].slice(0, 5)).toEqual([
      "First iteration",
      "Begin (s)",
      "Duration (s)",
      "All rows (sec)",
      "MPI Rank 0",
    ]);
    expect(table.slice(1).map(([first]) => first)).toEqual([1, 11, 21, 31, 41, 51, 61, 71]);
    for (const [, , , all, ...values] of table.slice(1) as number[][])
      expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(all);
  });
});

describe("locations as a table", () => {
  it("are those with a value, with outliers marked", () => {
    const { system, ...rest } = readReport(encodeFixture(waitingReport()));
    const values = Float64Array.of(1, NaN, 9, 1);
    const table = locationsTable({ system, ...rest }, values, "sec", { outliers: [2] }, null);
    expect(table).toEqual([
      ["Location", "Value", "Unit", "Outlier"],
      ["MPI Rank 0", 1, "sec", "no"],
      ["MPI Rank 2", 9, "sec", "yes"],
      ["MPI Rank 3", 1, "sec", "no"],
    ]);
    const before = Float64Array.of(2, 3, 4, 5);
    const both = locationsTable({ system, ...rest }, values, "sec", { outliers: [2] }, before);
    expect(both[0]).toEqual(["Location", "Value", "Second report", "Unit", "Outlier"]);
    expect(both[1]).toEqual(["MPI Rank 0", 1, 2, "sec", "no"]);
  });
});
