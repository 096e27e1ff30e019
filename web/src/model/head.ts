// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The tables at the head of a report, as docs/page-data.md defines them. All indices are positions in these tables.

export type MetricType = "double" | "unsigned" | "signed" | "minimum" | "maximum";

export interface Metric {
  name: string;
  display: string;
  unit: string;
  parent: number;
  type: MetricType;
  description: string;
  formula?: string;
  advice?: string;
  /** Time lines of an instance: calls in brackets, the metric's time as #. */
  picture?: string;
  url?: string;
}

export interface Region {
  name: string;
  paradigm: string;
  role: string;
  file: string;
  begin: number;
  end: number;
}

export interface CallPaths {
  region: number[];
  parent: number[];
  parameters: { [path: string]: [string, string][] };
}

export interface Dimension {
  name: string;
  size: number;
  periodic: boolean;
}

export interface Topology {
  name: string;
  dimensions: Dimension[];
  locations: number[];
  /** Flat: locations.length × dimensions.length. */
  coordinates: number[];
}

/** The duration of a pattern's instances, in the metric's unit. */
export interface PatternStatistics {
  metric: number;
  count: number;
  sum: number;
  minimum: number;
  q1: number;
  median: number;
  q3: number;
  maximum: number;
  mean: number;
}

export type Span = [begin: number, end: number, region: number, depth: number];
export type Message = [fromLocation: number, sent: number, toLocation: number, received: number];

/** One occurrence of a pattern and its context; times are seconds since the start of the trace. */
export interface Instance {
  metric: number;
  path: number;
  location: number;
  severity: number;
  begin: number;
  end: number;
  window: [number, number];
  lanes: { location: number; spans: Span[] }[];
  messages: Message[];
  /** The location waited for, since when, and the region where it spent most of that time. */
  cause?: { location: number; since: number; meanwhile?: number };
}

export type NamedPart = [name: string, seconds: number];

/** A kind of waiting that the analysis reports as a finding. */
export interface Finding {
  metric: number;
  value: number;
  uncertainty: number;
  share: number;
  callPaths: NamedPart[];
  locations: NamedPart[];
  locationCount: number;
  causers: NamedPart[];
  causerCount: number;
  caveat: string;
  advice: string;
}

export interface FindingsHead {
  wall: number;
  total: number;
  waiting: number;
  /** The idle time of threads outside parallel regions; negative: not recorded. */
  idle: number;
  /** The part of the run that these times refer to; "run": all of it. */
  focus: { rule: "run" | "MPI" | "SHMEM"; from: number; to: number };
  events: number;
  messages: number;
  collectives: number;
  /** A sentence why the clocks allow no verdict; empty: they do. */
  /** Number in the report itself; with a second report there may be more. */
  locations: number;
  clocks: string;
  list: Finding[];
}

/** Series of a metric on a call path (-1: all together) and a location. */
export interface SeriesTable {
  metric: number[];
  path: number[];
  location: number[];
  low: number[];
  high: number[];
}

/** The iterations of the program's main loop. */
export interface IterationsHead {
  loop: string;
  iterations: number;
  /** Number of iterations of the program combined into one here. */
  together: number;
  remarks: string[];
  /** All borders lie between these times in seconds. */
  first: number;
  last: number;
  /** The locations with borders. */
  borders: number[];
  bits: 32 | 16 | 8;
  series: SeriesTable;
}

/** Activity of locations over time: planes have either an activity or a metric (else -1); rows are [number, shares]. */
export interface RunMapHead {
  begin: number;
  piece: number;
  pieces: number;
  locationsOfRow: number;
  planes: { activity: string; metric: number; rows: [number, string][] }[];
}

/** Columns of pairs: `from` sends, or is waited for; `to` receives, or waits. */
export interface MatrixPairs {
  /** The kind of waiting. */
  metric?: number;
  from: number[];
  to: number[];
  count: number[];
  seconds: number[];
  /** The bytes of messages and transfers. */
  bytes?: number[];
}

/** Pairs of groups of this many neighbouring processes. */
export interface MatrixHead {
  processesOfGroup: number;
  messages: MatrixPairs;
  transfers: MatrixPairs;
  waiting: (MatrixPairs & { metric: number })[];
}

export interface Head {
  title: string;
  program: string;
  attributes: { [key: string]: string };
  notes: string[];
  rounding: 0 | 4 | 5 | 6 | 8 | 16;
  /** Length of the part that holds the locations of sparse rows. */
  places: number;
  rows: number;
  metrics: Metric[];
  regions: Region[];
  callPaths: CallPaths;
  nodes: { name: string[]; kind: string[]; parent: number[] };
  processes: { name: string[]; rank: number[]; kind: string[]; node: number[] };
  locations: { name: string[]; rank: number[]; kind: string[]; process: number[] };
  topologies: Topology[];
  /** A second report: the total of each metric, and its findings. Its rows follow the others. */
  reference?: { title: string; totals: (number | null)[]; findings?: FindingsHead };
  findings?: FindingsHead;
  statistics: PatternStatistics[];
  instances: Instance[];
  iterations?: IterationsHead;
  map?: RunMapHead;
  matrix?: MatrixHead;
}
