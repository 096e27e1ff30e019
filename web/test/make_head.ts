// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Heads of small reports for tests.

import type { Head, Metric } from "../src/model/head";
import type { PlainIterations, PlainRow } from "./encode";

export interface Fixture {
  head: Head;
  rows: PlainRow[];
  iterations?: PlainIterations;
}

export const metric = (name: string, more: Partial<Metric> = {}): Metric => ({
  name,
  display: name,
  unit: "sec",
  parent: -1,
  type: "double",
  description: "",
  ...more,
});

export const region = (name: string, paradigm = "compiler", role = "function", file = "", begin = -1) => ({
  name,
  paradigm,
  role,
  file,
  begin,
  end: -1,
});

/** One machine with processes of `threads` threads each. */
export function machine(processes: number, threads: number): Pick<Head, "nodes" | "processes" | "locations"> {
  const ranks = Array.from({ length: processes }, (_, rank) => rank);
  const places = ranks.flatMap((rank) => Array.from({ length: threads }, (_, thread) => ({ rank, thread })));
  const nodes = Math.max(1, Math.ceil(processes / 16));
  return {
    nodes: {
      name: ["machine Linux", ...Array.from({ length: nodes }, (_, node) => `node${node}`)],
      kind: ["machine", ...Array.from({ length: nodes }, () => "node")],
      parent: [-1, ...Array.from({ length: nodes }, () => 0)],
    },
    processes: {
      name: ranks.map((rank) => `MPI Rank ${rank}`),
      rank: ranks,
      kind: ranks.map(() => "process"),
      node: ranks.map((rank) => 1 + Math.floor(rank / 16)),
    },
    locations: {
      name: places.map(({ thread }) => (thread === 0 ? "Master thread" : `OMP thread ${thread}`)),
      rank: places.map(({ thread }) => thread),
      kind: places.map(() => "thread"),
      process: places.map(({ rank }) => rank),
    },
  };
}

export function makeHead(parts: Partial<Head>): Head {
  return {
    title: "test.cubex",
    program: "lull 0.1.0",
    attributes: {},
    notes: [],
    rounding: 0,
    places: 0,
    rows: 0,
    metrics: [],
    regions: [],
    callPaths: { region: [], parent: [], parameters: {} },
    nodes: { name: [], kind: [], parent: [] },
    processes: { name: [], rank: [], kind: [], node: [] },
    locations: { name: [], rank: [], kind: [], process: [] },
    topologies: [],
    statistics: [],
    instances: [],
    ...parts,
  };
}
