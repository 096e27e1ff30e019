// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The selections in the three trees, in the form used for computing values. As in CUBE, a closed node stands for all
// below it, an open one for its own part. Each selection has a key; equal keys mean equal selections.

import { combineOf, type Report } from "./report";
import type { Combine, Locations, Ranges } from "./rows";
import { locationsBelow } from "./system";
import { pathTo, type Tree } from "./tree";

export interface MetricSelection {
  key: string;
  terms: { metric: number; weight: number }[];
  combine: Combine;
  unit: string;
}

export interface PathSelection {
  key: string;
  /** 1 for each selected call path; null: all. */
  mask: Uint8Array | null;
}

export interface LocationSelection {
  key: string;
  /** null: all. */
  locations: Locations | null;
}

export const allPaths: PathSelection = { key: "all", mask: null };
export const allLocations: LocationSelection = { key: "all", locations: null };

type Nodes = ReadonlySet<number>;

/** A selected node below a selected closed one is already included in that. */
function withoutCovered(tree: Tree, selected: Nodes, open: Nodes): number[] {
  return [...selected].filter(
    (node) => !pathTo(tree, node).some((above) => above !== node && selected.has(above) && !open.has(above)),
  );
}

const standsForSubtree = (tree: Tree, node: number, open: Nodes) =>
  !open.has(node) || tree.children[node].length === 0;

/** Metrics that can be summed: all with the first one's unit, except minima and maxima. */
export function canJoin(report: Report, a: number, b: number): boolean {
  const [first, second] = [report.head.metrics[a], report.head.metrics[b]];
  return first.unit === second.unit && combineOf(first) === "sum" && combineOf(second) === "sum";
}

export function selectMetrics(report: Report, selected: Nodes, open: Nodes): MetricSelection {
  const tree = report.metrics;
  const first = selected.values().next().value;
  if (first === undefined) return { key: "none", terms: [], combine: "sum", unit: "" };
  const { unit } = report.head.metrics[first];
  const combine = combineOf(report.head.metrics[first]);
  const weights = new Map<number, number>();
  const add = (metric: number, weight: number) => weights.set(metric, (weights.get(metric) ?? 0) + weight);
  for (const metric of withoutCovered(tree, selected, open)) {
    if (metric !== first && !canJoin(report, first, metric)) continue;
    add(metric, 1);
    if (standsForSubtree(tree, metric, open)) continue;
    for (const child of tree.children[metric]) if (canJoin(report, metric, child)) add(child, -1);
  }
  const terms = [...weights]
    .filter(([, weight]) => weight !== 0)
    .sort(([a], [b]) => a - b)
    .map(([metric, weight]) => ({ metric, weight }));
  const key = terms.map(({ metric, weight }) => `${weight}*${metric}`).join(",");
  return { key, terms, combine, unit };
}

export function selectPaths(report: Report, selected: Nodes, open: Nodes): PathSelection {
  if (selected.size === 0) return allPaths;
  const tree = report.calls;
  const mask = new Uint8Array(tree.size);
  const nodes = withoutCovered(tree, selected, open).sort((a, b) => a - b);
  const parts = nodes.map((node) => {
    const whole = standsForSubtree(tree, node, open);
    const end = whole ? tree.end[node] : tree.position[node] + 1;
    for (let i = tree.position[node]; i < end; ++i) mask[tree.order[i]] = 1;
    return whole ? `${node}+` : `${node}`;
  });
  return { key: parts.join(","), mask };
}

/** Machines, nodes and processes have no own values: whether open or closed, they stand for their locations. */
export function selectLocations(report: Report, selected: Nodes): LocationSelection {
  if (selected.size === 0) return allLocations;
  const locations = new Set<number>();
  for (const entry of selected)
    for (const location of locationsBelow(report.system, entry)) locations.add(location);
  const ranges = rangesOf([...locations].sort((a, b) => a - b));
  const isScattered = ranges.length > 2 * mostStretches;
  const mask = isScattered ? maskOf(locations, report.locations) : null;
  return { key: ranges.join(","), locations: { ranges, count: locations.size, mask } };
}

/** Beyond this number of ranges, every location is checked. */
const mostStretches = 24;

function maskOf(locations: Iterable<number>, size: number): Uint8Array {
  const mask = new Uint8Array(size);
  for (const location of locations) mask[location] = 1;
  return mask;
}

export function rangesOf(ascending: number[]): Ranges {
  const ranges: number[] = [];
  for (const location of ascending) {
    if (ranges.length > 0 && ranges[ranges.length - 1] === location) ranges[ranges.length - 1] = location + 1;
    else ranges.push(location, location + 1);
  }
  return Int32Array.from(ranges);
}
