// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Communication and waiting between processes: sums over pairs of processes, or of groups of neighbours.

import { Damage } from "./damage";
import type { Head, MatrixHead, MatrixPairs } from "./head";
import { contains, type Tree } from "./tree";

export const measures = ["bytes", "messages", "time", "waiting"] as const;
export type Measure = (typeof measures)[number];

export interface MatrixCell {
  from: number;
  to: number;
  messages: number;
  bytes: number;
  /** Seconds from send to receive, summed. */
  time: number;
  waits: number;
  /** Seconds. */
  waiting: number;
}

/** A row and a column of the matrix. */
export interface Party {
  name: string;
  processes: number[];
}

export interface Matrix {
  cells: MatrixCell[];
  parties: Party[];
}

function checkPairs(pairs: MatrixPairs, groups: number, hasBytes: boolean): void {
  const { from, to, count, seconds, bytes } = pairs;
  const lists: unknown[] = [from, to, count, seconds, ...(hasBytes ? [bytes] : [])];
  if (!lists.every((list) => Array.isArray(list) && list.length === from.length))
    throw new Damage("its matrix has lists of different lengths");
  const isGroup = (group: number) => Number.isInteger(group) && group >= 0 && group < groups;
  if (![...from, ...to].every(isGroup)) throw new Damage("its matrix has processes that do not exist");
}

export function checkMatrix(head: Head, matrix: MatrixHead): void {
  const together = matrix.processesOfGroup;
  if (!Number.isInteger(together) || together < 1) throw new Damage("its matrix has no processes");
  const groups = Math.ceil(head.processes.name.length / together);
  checkPairs(matrix.messages, groups, true);
  checkPairs(matrix.transfers, groups, true);
  for (const pairs of matrix.waiting) {
    checkPairs(pairs, groups, false);
    if (!(pairs.metric >= 0 && pairs.metric < head.metrics.length))
      throw new Damage("its matrix refers to a metric that does not exist");
  }
}

/** Returns each group of processes. */
function partiesOf(head: Head, together: number): Party[] {
  const { name } = head.processes;
  return Array.from({ length: Math.ceil(name.length / together) }, (_, group) => {
    const first = group * together;
    const end = Math.min(first + together, name.length);
    const processes = Array.from({ length: end - first }, (_, i) => first + i);
    return { name: end - first === 1 ? name[first] : `${name[first]} … ${name[end - 1]}`, processes };
  });
}

/** Returns each group's node number, from 0; null: there is only one node, or groups span several. */
function nodesOf(head: Head, parties: Party[]): { place: number[]; parties: Party[] } | null {
  const places = new Map<number, number>();
  const joined: Party[] = [];
  const place: number[] = [];
  for (const { processes } of parties) {
    const nodes = new Set(processes.map((process) => head.processes.node[process]));
    const [node] = nodes;
    if (nodes.size !== 1 || !(node >= 0)) return null;
    const at = places.get(node) ?? places.size;
    places.set(node, at);
    joined[at] ??= { name: head.nodes.name[node], processes: [] };
    joined[at].processes.push(...processes);
    place.push(at);
  }
  return joined.length > 1 ? { place, parties: joined } : null;
}

export const hasNodes = (head: Head, { processesOfGroup }: MatrixHead) =>
  nodesOf(head, partiesOf(head, processesOfGroup)) !== null;

/** Returns the known kinds of waiting that belong to the metrics; null: none is known. */
export function waitsFor(
  matrix: MatrixHead,
  metrics: Tree,
  selected: Iterable<number>,
): MatrixPairs[] | null {
  const chosen = [...selected];
  const below = matrix.waiting.filter(({ metric }) =>
    chosen.some((node) => contains(metrics, node, metric as number)),
  );
  return below.length > 0 ? below : null;
}

/** Makes the matrix for those kinds of waiting, by process or by node. */
export function makeMatrix(head: Head, matrix: MatrixHead, waits: MatrixPairs[], byNode: boolean): Matrix {
  const own = partiesOf(head, matrix.processesOfGroup);
  const nodes = byNode ? nodesOf(head, own) : null;
  const parties = nodes?.parties ?? own;
  const cells = new Map<number, MatrixCell>();
  const cellAt = (from: number, to: number) => {
    const [a, b] = nodes ? [nodes.place[from], nodes.place[to]] : [from, to];
    const key = a * parties.length + b;
    const known = cells.get(key);
    if (known) return known;
    const cell = { from: a, to: b, messages: 0, bytes: 0, time: 0, waits: 0, waiting: 0 };
    cells.set(key, cell);
    return cell;
  };
  for (const pairs of [matrix.messages, matrix.transfers])
    pairs.from.forEach((from, i) => {
      const cell = cellAt(from, pairs.to[i]);
      cell.messages += pairs.count[i];
      cell.bytes += pairs.bytes?.[i] ?? 0;
      cell.time += pairs.seconds[i];
    });
  for (const pairs of waits)
    pairs.from.forEach((from, i) => {
      const cell = cellAt(from, pairs.to[i]);
      cell.waits += pairs.count[i];
      cell.waiting += pairs.seconds[i];
    });
  return { cells: [...cells.values()].sort((a, b) => a.from - b.from || a.to - b.to), parties };
}

/** Keeps cells between these processes and any others, and removes empty rows and columns. */
export function restricted({ cells, parties }: Matrix, isChosen: (process: number) => boolean): Matrix {
  const chosen = parties.map(({ processes }) => processes.some(isChosen));
  const kept = cells.filter(({ from, to }) => chosen[from] || chosen[to]);
  const shown = chosen.slice();
  for (const { from, to } of kept) shown[from] = shown[to] = true;
  const place: number[] = [];
  let next = 0;
  shown.forEach((is, party) => (place[party] = is ? next++ : -1));
  return {
    cells: kept.map((cell) => ({ ...cell, from: place[cell.from], to: place[cell.to] })),
    parties: parties.filter((_, party) => shown[party]),
  };
}

/** Sums squares of this many neighbours in each direction, row by row. */
export function squaresOf(
  { cells, parties }: Matrix,
  measure: Measure,
  shared: number,
): { side: number; values: Float64Array } {
  const side = Math.ceil(parties.length / shared);
  const values = new Float64Array(side * side);
  for (const cell of cells)
    values[Math.floor(cell.from / shared) * side + Math.floor(cell.to / shared)] += cell[measure];
  return { side, values };
}
