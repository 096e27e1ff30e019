// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Activity of locations over time (docs/report-formats.md): shares of equal pieces of the run, by row.

import { Damage } from "./damage";
import type { Head, RunMapHead } from "./head";
import { contains, type Tree } from "./tree";

const alphabet = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
const wholeShare = 63;
const shareOf = new Uint8Array(128).fill(255);
for (let i = 0; i < alphabet.length; ++i) shareOf[alphabet.charCodeAt(i)] = i;

/** An activity or a metric: each row has the share of each piece, in 63rds; undefined: all zero. */
interface Plane {
  metric: number;
  rows: (Uint8Array | undefined)[];
}

export interface RunMap {
  begin: number;
  piece: number;
  pieces: number;
  rows: number;
  locationsOfRow: number;
  life: Plane;
  activities: Plane[];
  waits: Plane[];
}

function decode(shares: string, pieces: number): Uint8Array {
  if (shares.length !== pieces) throw new Damage("its map has rows of different lengths");
  const numbers = new Uint8Array(pieces);
  for (let i = 0; i < pieces; ++i) {
    const share = shareOf[shares.charCodeAt(i) & 127];
    if (share > wholeShare) throw new Damage("its map has invalid shares");
    numbers[i] = share;
  }
  return numbers;
}

export function makeRunMap(head: Head, map: RunMapHead): RunMap {
  const { pieces, begin, piece, locationsOfRow } = map;
  const isWhole = Number.isInteger(pieces) && pieces > 0 && piece > 0 && locationsOfRow > 0;
  const isFinite = Number.isFinite(begin) && Number.isFinite(begin + piece * pieces);
  if (!isWhole || !isFinite || begin + piece === begin) throw new Damage("its map has no pieces");
  const rows = Math.ceil(head.locations.name.length / locationsOfRow);
  const planeOf = ({ metric, rows: entries }: RunMapHead["planes"][0]): Plane => {
    const plane: Plane = { metric, rows: new Array(rows).fill(undefined) };
    for (const [row, shares] of entries) {
      if (!(row >= 0 && row < rows)) throw new Damage("its map has rows without locations");
      plane.rows[row] = decode(shares, pieces);
    }
    return plane;
  };
  const named = map.planes.map((plane) => ({ activity: plane.activity, plane: planeOf(plane) }));
  for (const { plane } of named)
    if (plane.metric >= head.metrics.length)
      throw new Damage("its map refers to a metric that does not exist");
  return {
    begin,
    piece,
    pieces,
    rows,
    locationsOfRow,
    life: named.find(({ activity }) => activity === "life")?.plane ?? { metric: -1, rows: [] },
    activities: named
      .filter(({ activity }) => activity !== "" && activity !== "life")
      .map(({ plane }) => plane),
    waits: named.filter(({ activity }) => activity === "").map(({ plane }) => plane),
  };
}

/** Returns the kinds of waiting that belong to the metrics: those below them, or else the one that contains them. */
export function waitsOf(map: RunMap, metrics: Tree, selected: Iterable<number>): Plane[] {
  const chosen = [...selected];
  const below = map.waits.filter(({ metric }) => chosen.some((node) => contains(metrics, node, metric)));
  if (below.length > 0) return below;
  const above = map.waits.filter(({ metric }) => chosen.some((node) => contains(metrics, metric, node)));
  return above.length > 0 ? above : map.waits;
}

/** The composition of a stretch of a row, 0 … 1; during the rest nothing runs. */
export interface Mix {
  computing: number;
  library: number;
  waiting: number;
}

export function mixOf(map: RunMap, waits: Plane[], row: number, first: number, end: number): Mix {
  const sum = (planes: Plane[]) => {
    let shares = 0;
    for (const { rows } of planes) {
      const own = rows[row];
      if (own) for (let i = first; i < end; ++i) shares += own[i];
    }
    return shares / wholeShare / Math.max(end - first, 1);
  };
  const life = Math.min(sum([map.life]), 1);
  const waiting = Math.min(sum(waits), life);
  const library = Math.min(Math.max(sum(map.activities) - waiting, 0), life - waiting);
  return { waiting, library, computing: life - waiting - library };
}

/** Returns the locations of a row. */
export function locationsOf(map: RunMap, head: Head, row: number): number[] {
  const first = row * map.locationsOfRow;
  const end = Math.min(first + map.locationsOfRow, head.locations.name.length);
  return Array.from({ length: end - first }, (_, i) => first + i);
}

/** Returns the part of the stretch that lies in the run; null: there is none, or the stretch is invalid. */
export function stretchWithin(map: RunMap | null, from: number, until: number): [number, number] | null {
  if (!map || Number.isNaN(from) || Number.isNaN(until)) return null;
  const inside = (seconds: number) => Math.min(Math.max(seconds, map.begin), endOf(map));
  const [begin, end] = [inside(from), inside(until)];
  return begin < end ? [begin, end] : null;
}

/** Returns the end of the run in seconds. */
export const endOf = ({ begin, piece, pieces }: RunMap) => begin + piece * pieces;
