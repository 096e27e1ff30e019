// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Checks the tables of a head for consistency.

import { Damage } from "./damage";
import type { Head, IterationsHead } from "./head";

export function checkHead(head: Head): void {
  checkShape(head);
  const metrics = head.metrics.map((metric) => metric.parent);
  checkParents("metric", metrics);
  checkParents("call path", head.callPaths.parent);
  checkParents("system node", head.nodes.parent);
  checkIndices("call path", head.callPaths.region, head.regions.length);
  checkIndices("process", head.processes.node, head.nodes.name.length, -1);
  checkIndices("location", head.locations.process, head.processes.name.length, -1);
  for (const { locations, coordinates, dimensions } of head.topologies) {
    checkIndices("topology", locations, head.locations.name.length);
    if (coordinates.length !== locations.length * dimensions.length)
      throw new Damage("a topology has too few or too many coordinates");
  }
  checkInstances(head);
  if (head.findings) checkFindings(head);
  if (head.iterations) checkIterations(head, head.iterations);
}

function checkShape(head: Head): void {
  const lists: [string, unknown][] = [
    ["metrics", head.metrics],
    ["regions", head.regions],
    ["callPaths", head.callPaths?.parent],
    ["nodes", head.nodes?.name],
    ["processes", head.processes?.name],
    ["locations", head.locations?.name],
    ["topologies", head.topologies],
    ["statistics", head.statistics],
    ["instances", head.instances],
  ];
  for (const [name, list] of lists)
    if (!Array.isArray(list)) throw new Damage(`its table "${name}" is missing`);
}

function checkFindings({ findings, metrics }: Head): void {
  if (!findings || !Array.isArray(findings.list)) throw new Damage("its findings are not a list");
  if (!Number.isFinite(findings.focus?.from) || !Number.isFinite(findings.focus?.to))
    throw new Damage("its findings have no focus");
  for (const { metric, callPaths, locations, causers } of findings.list) {
    checkIndices("finding", [metric], metrics.length);
    if (![callPaths, locations, causers].every(Array.isArray)) throw new Damage("a finding is incomplete");
  }
}

/** Every chain of parents must end at a root. */
function checkParents(what: string, parents: number[]): void {
  checkIndices(what, parents, parents.length, -1);
  const ends = new Uint8Array(parents.length);
  for (let start = 0; start < parents.length; ++start) {
    const chain: number[] = [];
    let at = start;
    while (at >= 0 && ends[at] === 0) {
      ends[at] = 2;
      chain.push(at);
      at = parents[at];
    }
    if (at >= 0 && ends[at] === 2) throw new Damage(`a ${what} is its own ancestor`);
    for (const node of chain) ends[node] = 1;
  }
}

function checkIndices(what: string, indices: number[], end: number, least = 0): void {
  for (const index of indices)
    if (!(index >= least && index < end))
      throw new Damage(`a ${what} refers to an entry that does not exist`);
}

function checkInstances(head: Head): void {
  const locations = head.locations.name.length;
  for (const { metric } of head.statistics) checkIndices("statistic", [metric], head.metrics.length);
  for (const instance of head.instances) {
    checkIndices("instance", [instance.metric], head.metrics.length);
    checkIndices("instance", [instance.path], head.callPaths.parent.length);
    if (instance.cause) {
      const { location, meanwhile } = instance.cause;
      checkIndices("instance", [location], locations);
      if (meanwhile !== undefined) checkIndices("instance", [meanwhile], head.regions.length);
    }
    checkIndices("instance", [instance.location, ...instance.lanes.map((lane) => lane.location)], locations);
    checkIndices(
      "message",
      instance.messages.flatMap(([from, , to]) => [from, to]),
      locations,
    );
    for (const { spans } of instance.lanes)
      checkIndices(
        "time line",
        spans.map((span) => span[2]),
        head.regions.length,
      );
  }
}

function checkIterations(head: Head, { iterations, together, bits, borders, series }: IterationsHead): void {
  const locations = head.locations.name.length;
  if (!(Number.isInteger(iterations) && iterations > 0 && together > 0 && [8, 16, 32].includes(bits)))
    throw new Damage("its iterations are invalid");
  const { metric, path, location, low, high } = series;
  for (const column of [path, location, low, high])
    if (column.length !== metric.length) throw new Damage("its iterations have too few or too many columns");
  checkIndices("border of iterations", borders, locations);
  checkIndices("series of iterations", metric, head.metrics.length);
  checkIndices("series of iterations", path, head.callPaths.parent.length, -1);
  checkIndices("series of iterations", location, locations);
}
