// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// A report with everything: a wavefront over 4 × 4 × 4 processes.

import type { Head, Instance, IterationsHead, SeriesTable, Span } from "../src/model/head";
import type { PlainIterations, PlainRow } from "./encode";
import { machine, makeHead, metric, region, type Fixture } from "./make_head";
import { randomNumbers } from "./random";

const fullRegions = [
  region("app.exe", "compiler", "artificial"),
  region("main", "user", "function", "src/main.c", 27),
  region("MPI_Init", "mpi"),
  region("solve", "user", "function", "src/solve.c", 12),
  region("sweep", "user", "function", "src/sweep.c", 40),
  region("MPI_Recv", "mpi", "point2point"),
  region("MPI_Send", "mpi", "point2point"),
  region("exchange_halo", "user", "function", "src/halo.c", 8),
  region("MPI_Waitall", "mpi", "point2point"),
  region("MPI_Allreduce", "mpi", "coll_all2all"),
  region("write_output", "user", "function", "src/io.c", 90),
  region("MPI_File_write_all", "mpi", "file_io"),
];
//                    0   1  2  3  4  5  6  7  8  9 10 11 12 13
const fullRegionOf = [0, 1, 2, 3, 4, 5, 6, 4, 7, 8, 6, 9, 10, 11];
const fullParents = [-1, 0, 1, 1, 3, 4, 4, 4, 3, 8, 8, 3, 1, 12];

const fullMetrics = [
  metric("time", { display: "Time", description: "Total CPU allocation time." }),
  metric("mpi", { display: "MPI", parent: 0, description: "Time in MPI calls." }),
  metric("mpi_latesender", {
    display: "Late Sender",
    parent: 1,
    description: "Time that a receive operation waits because the message is sent after it began.",
    formula: "enter(send) - enter(receive), where positive",
    picture: "sender    ----------[Send]---\nreceiver  --[#######Recv]-----",
    advice: "Send earlier, or do other work before receiving. Look at what delays the sender.",
    url: "https://example.org/patterns#mpi_latesender",
  }),
  metric("mpi_wait_nxn", {
    display: "Wait at N × N",
    parent: 1,
    description: "Time in front of n-to-n operations.",
  }),
  metric("visits", { display: "Visits", unit: "occ", type: "unsigned", description: "Number of calls." }),
  metric("bytes_sent", {
    display: "Bytes sent",
    unit: "bytes",
    type: "unsigned",
    description: "Bytes of point-to-point messages.",
  }),
  metric("max_time", {
    display: "Longest call",
    type: "maximum",
    description: "The longest call of each call path.",
  }),
  metric("min_time", {
    display: "Shortest call",
    type: "minimum",
    description: "The shortest call of each call path.",
  }),
  metric("idle", { display: "Idle threads", description: "Nothing here." }),
];

const ranks = 64;
const isMpi = (path: number) => fullRegions[fullRegionOf[path]].paradigm === "mpi";

/** A wavefront over 4 × 4 × 4 processes: waiting grows with the distance from the corner. */
export function fullReport(): Fixture {
  const random = randomNumbers(7);
  const rows: PlainRow[] = [];
  const perRank = (value: (rank: number) => number | null) =>
    Array.from({ length: ranks }, (_, rank) => value(rank));
  const distance = (rank: number) => (rank % 4) + (Math.floor(rank / 4) % 4) + Math.floor(rank / 16);
  fullRegionOf.forEach((_, path) => {
    const wait =
      path === 5 ? perRank((rank) => (rank === 0 ? 0 : 0.01 * distance(rank) + 0.002 * random())) : null;
    const nxn = path === 11 ? perRank((rank) => (rank === 37 ? 0.2 : 0.02 + 0.005 * random())) : null;
    const own = perRank(
      (rank) => (isMpi(path) ? 0.02 : 0.1) * (1 + random()) + (wait?.[rank] ?? 0) + (nxn?.[rank] ?? 0),
    );
    rows.push({ metric: 0, path, values: own });
    if (isMpi(path)) rows.push({ metric: 1, path, values: own });
    if (wait) rows.push({ metric: 2, path, values: wait.map((value) => value || null), sparse: true });
    if (nxn) rows.push({ metric: 3, path, values: nxn, numbers: "uint16" });
    rows.push({ metric: 4, path, values: perRank(() => path + 1), numbers: "constant" });
    if (path === 6 || path === 10)
      rows.push({ metric: 5, path, values: perRank((rank) => 4096 * (1 + (rank % 7))) });
    rows.push({ metric: 6, path, values: own.map((value) => (value as number) / 2) });
    rows.push({ metric: 7, path, values: own.map((value) => (value as number) / 90) });
  });
  const { head, numbers } = iterationsOf(rows);
  return { head: { ...fullHead(), iterations: head }, rows, iterations: numbers };
}

const iterations = 8;

/** Eight of 0.2 s each, the first begins at 1 s. The time is known for all call paths together only. */
function iterationsOf(rows: PlainRow[]): { head: IterationsHead; numbers: PlainIterations } {
  const series: SeriesTable = { metric: [], path: [], location: [], low: [], high: [] };
  const values: number[] = [];
  for (const { metric, path, values: ofRow } of rows.filter((row) => row.metric <= 3))
    ofRow.forEach((value, location) => {
      if (!value) return;
      series.metric.push(metric);
      series.path.push(metric === 0 ? -1 : path);
      series.location.push(location);
      series.low.push(0);
      series.high.push(value / 4);
      for (let i = 0; i < iterations; ++i)
        values.push(i === 5 ? 1 : (3 / 7) * (metric === 2 && i < 1 ? 0 : 1));
    });
  const borders = Array.from({ length: ranks }, (_, location) => location);
  const head: IterationsHead = {
    ...{ loop: "in main > solve", iterations, together: 10, remarks: ["Rank 63 began late."] },
    ...{ first: 1, last: 2.6, borders, bits: 32, series },
  };
  const shares = Array.from({ length: iterations + 1 }, (_, i) =>
    Math.round((i / iterations) * (2 ** 32 - 1)),
  );
  return { head, numbers: { borders: borders.flatMap(() => shares), values } };
}

function fullHead(): Head {
  return makeHead({
    title: "wavefront.cubex",
    attributes: { Creator: "lull 0.1.0", History: "lull analyze traces.otf2" },
    notes: [
      "3 messages have no receive operation.",
      "Clocks were wrong by up to 2.1 µs before they were corrected.",
    ],
    rounding: 16,
    metrics: fullMetrics,
    regions: fullRegions,
    callPaths: { region: fullRegionOf, parent: fullParents, parameters: { 7: [["direction", "back"]] } },
    ...machine(ranks, 1),
    topologies: [
      grid([4, 4, 4], ["x", "y", "z"], "Process grid"),
      grid([64], ["rank"], ""),
      grid([2, 4, 2, 4], ["a", "b", "c", "d"], "Torus"),
    ],
    reference: { title: "before.cubex", totals: [100, null, null, null, 4000, 0, null, null, null] },
    statistics: [
      {
        metric: 2,
        count: 1890,
        sum: 20.4,
        minimum: 1e-6,
        q1: 0.004,
        median: 0.0091,
        q3: 0.017,
        maximum: 0.0882,
        mean: 0.0108,
      },
      {
        metric: 3,
        count: 640,
        sum: 1.62,
        minimum: 2e-7,
        q1: 0.0012,
        median: 0.0022,
        q3: 0.0031,
        maximum: 0.2,
        mean: 0.0025,
      },
    ],
    instances: [lateSender(63, 62, 5, 0.0882), lateSender(47, 46, 5, 0.0713), atAllreduce(0.19)],
  });
}

function grid(sizes: number[], names: string[], name: string): Head["topologies"][number] {
  const coordinates = Array.from({ length: ranks }, (_, rank) => {
    let rest = rank;
    return sizes.map((size) => {
      const at = rest % size;
      rest = Math.floor(rest / size);
      return at;
    });
  });
  return {
    name,
    dimensions: sizes.map((size, d) => ({ name: names[d], size, periodic: d === 0 })),
    locations: Array.from({ length: ranks }, (_, rank) => rank),
    coordinates: coordinates.flat(),
  };
}

function lateSender(receiver: number, sender: number, path: number, severity: number): Instance {
  const begin = 1.2;
  const [sent, received] = [begin + severity, begin + severity + 0.004];
  const around = (inner: Span): Span[] => [[1.1, 1.4, 1, 0], [1.11, 1.39, 3, 1], [1.12, 1.38, 4, 2], inner];
  return {
    metric: 2,
    path,
    location: receiver,
    severity,
    begin,
    end: received,
    window: [1.15, 1.35],
    lanes: [
      { location: sender, spans: around([sent, sent + 0.006, 6, 3]) },
      { location: receiver, spans: around([begin, received, 5, 3]) },
    ],
    messages: [[sender, sent, receiver, received]],
  };
}

function atAllreduce(severity: number): Instance {
  const end = 2.3;
  return {
    metric: 3,
    path: 11,
    location: 37,
    severity,
    begin: end - severity,
    end,
    window: [2.05, 2.35],
    lanes: Array.from({ length: 12 }, (_, i) => ({
      location: 30 + i,
      spans: [
        [2, 2.4, 1, 0],
        [2.01, 2.39, 3, 1],
        [i === 7 ? end - severity : end - 0.01 * (i + 1), end, 9, 2],
      ] as Span[],
    })),
    messages: [],
  };
}
