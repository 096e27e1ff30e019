// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Reports for the tests in a browser: one with everything, one with differences, one hostile, and empty ones.

import type { FindingsHead } from "../src/model/head";
import { encodeReport } from "./encode";
import { machine, makeHead, metric, region, type Fixture } from "./make_head";

export { fullReport } from "./wavefront";

export const encodeFixture = ({ head, rows, iterations }: Fixture) => encodeReport(head, rows, iterations);

/** A difference of two reports: the whole cancels out, the parts do not. */
export function differenceReport(): Fixture {
  const changes = [0, 2e-3, -5e-3, 3e-3];
  const head = makeHead({
    title: "diff of a.cubex and b.cubex",
    metrics: [metric("time", { display: "Time" }), metric("mpi", { display: "MPI", parent: 0 })],
    regions: ["main", "compute", "MPI_Send", "MPI_Recv"].map((name) =>
      region(name, name.startsWith("MPI") ? "mpi" : "user"),
    ),
    callPaths: { region: [0, 1, 2, 3], parent: [-1, 0, 0, 0], parameters: {} },
    ...machine(4, 2),
    topologies: [
      {
        name: "row",
        dimensions: [{ name: "rank", size: 4, periodic: false }],
        locations: [0, 1, 2, 3, 4, 5, 6, 7],
        coordinates: [0, 0, 1, 1, 2, 2, 3, 3],
      },
    ],
  });
  const rows = changes.flatMap((change, path) => {
    const values = Array.from({ length: 8 }, (_, location) => change * (((location + 3 * path) % 8) - 3));
    const total = change * 4;
    return [{ metric: 0, path, values, total }, ...(path >= 2 ? [{ metric: 1, path, values, total }] : [])];
  });
  return { head, rows };
}

const evil = '</script><img src=x onerror="window.broken=1"><b>&amp;\u202e';

export function hostileReport(): Fixture {
  const head = makeHead({
    title: evil,
    program: evil,
    attributes: { [evil]: evil },
    notes: [evil],
    metrics: [
      metric(evil, {
        display: evil,
        description: evil,
        formula: evil,
        advice: evil,
        url: "javascript:window.broken=1",
      }),
    ],
    regions: [region(evil, evil, evil, evil), region("")],
    callPaths: { region: [0, 1], parent: [-1, 0], parameters: { 0: [[evil, evil]] } },
    nodes: { name: [evil], kind: [evil], parent: [-1] },
    processes: { name: [evil], rank: [0], kind: [evil], node: [0] },
    locations: { name: [evil], rank: [0], kind: [evil], process: [0] },
    topologies: [
      { name: evil, dimensions: [{ name: evil, size: 1, periodic: true }], locations: [0], coordinates: [0] },
    ],
    statistics: [{ metric: 0, count: 1, sum: 1, minimum: 1, q1: 1, median: 1, q3: 1, maximum: 1, mean: 1 }],
    instances: [
      {
        metric: 0,
        path: 0,
        location: 0,
        severity: 1,
        begin: 0,
        end: 1,
        window: [0, 1],
        lanes: [{ location: 0, spans: [[0, 1, 0, 0]] }],
        messages: [],
      },
    ],
  });
  return {
    head,
    rows: [
      { metric: 0, path: 0, values: [1] },
      { metric: 0, path: 1, values: [2] },
    ],
  };
}

/** No metrics and no locations at all. */
export const emptyReport = (): Fixture => ({ head: makeHead({ title: "empty.cubex" }), rows: [] });

/** Metrics and call paths, but no locations. */
export const noLocations = (): Fixture => ({
  head: makeHead({
    title: "nowhere.cubex",
    metrics: [metric("time", { display: "Time" })],
    regions: [region("main")],
    callPaths: { region: [0], parent: [-1], parameters: {} },
  }),
  rows: [],
});

/** Two waits, one of them in two metrics, and a finding. */
export function waitingReport(): Fixture {
  const instance = (metric: number, path: number, location: number, severity: number) => ({
    metric,
    path,
    location,
    severity,
    begin: 1,
    end: 1 + severity,
    window: [0, 8] as [number, number],
    lanes: [0, location].map((lane) => ({
      location: lane,
      spans: [[0, 8, 0, 0]] as [number, number, number, number][],
    })),
    messages: [],
    cause: { location: 0, since: 1, meanwhile: 0 },
  });
  const head = makeHead({
    title: "waits.cubex",
    metrics: [
      metric("time", { display: "Time" }),
      metric("mpi_latesender", { display: "Late Sender", parent: 0 }),
      metric("mpi_latesender_wo", { display: "Wrong Order", parent: 1 }),
      metric("mpi_latesender_caused", { display: "Late Sender, caused" }),
    ],
    regions: ["main", "MPI_Send", "MPI_Recv"].map((name) =>
      region(name, name.startsWith("MPI") ? "mpi" : "user"),
    ),
    callPaths: { region: [0, 1, 2], parent: [-1, 0, 0], parameters: {} },
    ...machine(4, 1),
    notes: ["1 message was sent but never received."],
    findings: {
      wall: 8,
      idle: -1,
      focus: { rule: "run", from: 0, to: 8 },
      total: 32,
      waiting: 9,
      events: 120,
      messages: 4,
      collectives: 0,
      clocks: "",
      locations: 4,
      list: [
        {
          metric: 1,
          value: 9,
          uncertainty: 0.5,
          share: 9 / 32,
          callPaths: [["main/MPI_Recv", 9]],
          locations: [
            ["MPI Rank 1", 5],
            ["MPI Rank 3", 4],
          ],
          locationCount: 2,
          causers: [["MPI Rank 0 in main/MPI_Send", 9]],
          causerCount: 1,
          caveat: "",
          advice: "Send earlier.",
        },
      ],
    },
    instances: [instance(1, 2, 1, 5), instance(2, 2, 1, 5), { ...instance(1, 2, 3, 4), begin: 7, end: 8 }],
    // Eight seconds in eight pieces; rank 1 waits from 1 s to 6 s, rank 3 during the last second.
    map: {
      begin: 0,
      piece: 1,
      pieces: 8,
      locationsOfRow: 1,
      planes: [
        { activity: "life", metric: -1, rows: [0, 1, 2, 3].map((row) => [row, "________"]) },
        {
          activity: "MPI",
          metric: -1,
          rows: [
            [1, "0______0"],
            [3, "0000000_"],
          ],
        },
        {
          activity: "",
          metric: 1,
          rows: [
            [1, "0_____00"],
            [3, "0000000_"],
          ],
        },
      ],
    },
    matrix: {
      processesOfGroup: 1,
      messages: {
        from: [0, 0, 2],
        to: [1, 3, 1],
        count: [2, 1, 4],
        bytes: [800, 100, 40],
        seconds: [0.5, 0.25, 1],
      },
      transfers: { from: [3], to: [0], count: [1], bytes: [8], seconds: [0] },
      waiting: [{ metric: 1, from: [0, 0], to: [1, 3], count: [2, 1], seconds: [5, 4] }],
    },
  });
  const rows = [
    { metric: 0, path: 0, values: [8, 3, 8, 4] },
    { metric: 0, path: 2, values: [0, 5, 0, 4] },
    { metric: 1, path: 2, values: [0, 5, 0, 4] },
    { metric: 2, path: 2, values: [0, 5, 0, 0] },
    { metric: 3, path: 1, values: [9, 0, 0, 0] },
  ];
  return { head, rows };
}

/** waitingReport with a second report in which rank 1 waited 2 s less, and all were in a barrier for 1 s. */
export function comparedReport(): Fixture {
  const { head, rows } = waitingReport();
  const metrics = [...head.metrics, metric("mpi_barrier_wait", { display: "Wait at Barrier", parent: 0 })];
  const found = head.findings!;
  const before: FindingsHead = {
    ...found,
    wall: 7,
    idle: -1,
    focus: { rule: "run", from: 0, to: 7 },
    total: 28,
    waiting: 11,
    list: [
      { ...found.list[0], value: 7, uncertainty: 0 },
      { ...found.list[0], metric: 4, value: 4, uncertainty: 0, share: 4 / 28 },
    ],
  };
  const second = (of: number) => metrics.length + of;
  return {
    head: {
      ...head,
      metrics,
      reference: { title: "before.cubex", totals: [28, 7, 0, 7, 4], findings: before },
    },
    rows: [
      ...rows,
      { metric: second(0), path: 0, values: [7, 4, 7, 3] },
      { metric: second(0), path: 2, values: [0, 3, 0, 4] },
      { metric: second(1), path: 2, values: [0, 3, 0, 4] },
      { metric: second(3), path: 1, values: [7, 0, 0, 0] },
      { metric: second(4), path: 0, values: [1, 1, 1, 1] },
    ],
  };
}
