// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Views as tables to copy: a row of titles, then exact values.

import { changesOf } from "./compare_findings";
import type { Cell } from "./csv";
import type { Distribution } from "./distribution";
import type { Finding, NamedPart } from "./head";
import { bordersOf, type Matrix } from "./iterations";
import { halfOf, worstInstance } from "./moments";
import type { Report } from "./report";

/** A row for each finding, with the worst call path, location and causer. */
export function findingsTable(report: Report): Cell[][] {
  const titles = [
    ["Metric", "Seconds", "Uncertainty (s)", "Share of all time"],
    ["Call path", "Seconds there", "Location", "Seconds on it", "Locations"],
    ["Causer", "Seconds caused by it", "Causers"],
    ["Half of it from (s)", "Half of it until (s)", "Worst instance from (s)", "Worst instance until (s)"],
    ["But", "Try"],
  ].flat();
  const lines = (report.head.findings?.list ?? []).map((finding) => findingLine(report, finding));
  const changes = changesOf(report.head, report.totals);
  if (!changes) return [titles, ...lines];
  const changeOf = (metric: string) =>
    changes.find((change) => report.head.metrics[change.metric].name === metric);
  return [
    [...titles, "Seconds before", "Since then"],
    ...lines.map((line) => {
      const change = changeOf(String(line[0]));
      return [...line, change?.before ?? NaN, change?.verdict ?? ""];
    }),
  ];
}

function findingLine(report: Report, finding: Finding): Cell[] {
  const first = (parts: NamedPart[]): Cell[] => parts[0] ?? ["", NaN];
  const worst = report.head.instances[worstInstance(report, finding.metric)];
  return [
    report.head.metrics[finding.metric].name,
    finding.value,
    finding.uncertainty,
    finding.share,
    ...first(finding.callPaths),
    ...first(finding.locations),
    finding.locationCount,
    ...first(finding.causers),
    finding.causerCount,
    ...(halfOf(report, finding.metric) ?? [NaN, NaN]),
    ...(worst ? [worst.begin, worst.end] : [NaN, NaN]),
    finding.caveat,
    finding.advice,
  ];
}

/** Returns a row per iteration and a column per row of the map. Times are the first location's. */
export function iterationsTable(
  report: Report,
  { values, totals, iterations }: Matrix,
  names: string[],
  unit: string,
): Cell[][] {
  const head = report.head.iterations;
  const borders = head && bordersOf(report, head.borders[0] ?? -1);
  return [
    ["First iteration", "Begin (s)", "Duration (s)", `All rows (${unit})`, ...names],
    ...Array.from({ length: iterations }, (_, k) => [
      k * (head?.together ?? 1) + 1,
      borders ? borders[k] : NaN,
      borders ? borders[k + 1] - borders[k] : NaN,
      totals[k],
      ...names.map((_, row) => values[row * iterations + k]),
    ]),
  ];
}

/** A row for each location that has a value. */
export function locationsTable(
  { system }: Report,
  values: Float64Array,
  unit: string,
  { outliers }: Pick<Distribution, "outliers">,
  before: Float64Array | null,
): Cell[][] {
  const isOutlier = new Set(outliers);
  return [
    ["Location", "Value", ...(before ? ["Second report"] : []), "Unit", "Outlier"],
    ...[...values.keys()]
      .filter((location) => !Number.isNaN(values[location]))
      .map((location) => [
        system.locationName[location],
        values[location],
        ...(before ? [before[location]] : []),
        unit,
        isOutlier.has(location) ? "yes" : "no",
      ]),
  ];
}
