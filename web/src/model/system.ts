// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The system tree: machines and nodes, processes, locations. A process with a single location shares a row with it.

import type { Head } from "./head";
import { makeTree, type Tree } from "./tree";

export type SystemKind = "node" | "process" | "location";

export interface System {
  tree: Tree;
  /** For each entry of the tree: its kind, and its index in that table of the head. */
  kind: SystemKind[];
  index: number[];
  label: string[];
  /** The entry of each location. */
  entryOf: Int32Array;
  /** Unambiguous names of locations: "MPI Rank 3", "MPI Rank 3, OMP thread 1". */
  locationName: string[];
}

export function makeSystem(head: Head): System {
  const { nodes, processes, locations } = head;
  const parents: number[] = [...nodes.parent];
  const kind: SystemKind[] = nodes.name.map(() => "node");
  const index = nodes.name.map((_, node) => node);
  const label = [...nodes.name];
  const add = (what: SystemKind, which: number, name: string, parent: number) => {
    kind.push(what);
    index.push(which);
    label.push(name);
    parents.push(parent);
    return kind.length - 1;
  };
  const entryOf = new Int32Array(locations.name.length);
  const locationName: string[] = new Array(locations.name.length);
  const members = locationsByProcess(head);
  processes.name.forEach((name, process) => {
    const alone = members[process].length === 1;
    const parent = processes.node[process];
    const above = alone ? parent : add("process", process, name, parent);
    for (const location of members[process]) {
      const own = locations.name[location];
      entryOf[location] = add("location", location, alone ? name : own, above);
      locationName[location] = alone ? name : `${name}, ${own}`;
    }
  });
  locations.process.forEach((process, location) => {
    if (process >= 0) return;
    locationName[location] = locations.name[location];
    entryOf[location] = add("location", location, locations.name[location], -1);
  });
  return { tree: makeTree(parents), kind, index, label, entryOf, locationName };
}

function locationsByProcess(head: Head): number[][] {
  const members: number[][] = head.processes.name.map(() => []);
  head.locations.process.forEach((process, location) => members[process]?.push(location));
  return members;
}

/** Returns the locations in the subtree of an entry. */
export function locationsBelow(system: System, entry: number): number[] {
  const { tree, kind, index } = system;
  const found: number[] = [];
  for (let i = tree.position[entry]; i < tree.end[entry]; ++i)
    if (kind[tree.order[i]] === "location") found.push(index[tree.order[i]]);
  return found;
}
