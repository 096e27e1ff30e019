// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The flat view: values of the call tree by region. A region that calls itself is counted once.

import { combineTwo, nothing, type Report } from "./report";
import type { Combine } from "./rows";
import type { PathSelection } from "./selection";
import { allPaths } from "./selection";

export interface RegionValues {
  exclusive: Float64Array;
  inclusive: Float64Array;
}

/** 1 for each call path with the same region among its ancestors: its subtree is already counted there. */
export function recursivePaths(report: Report): Uint8Array {
  const { calls, head } = report;
  const recursive = new Uint8Array(calls.size);
  const openCalls = new Int32Array(head.regions.length);
  const stack: number[] = [];
  for (const path of calls.order) {
    while (stack.length > 0 && calls.end[stack[stack.length - 1]] <= calls.position[path])
      --openCalls[head.callPaths.region[stack.pop() as number]];
    const region = head.callPaths.region[path];
    if (openCalls[region] > 0) recursive[path] = 1;
    ++openCalls[region];
    stack.push(path);
  }
  return recursive;
}

export function regionValues(
  report: Report,
  recursive: Uint8Array,
  exclusive: Float64Array,
  inclusive: Float64Array,
  combine: Combine,
): RegionValues {
  const { region } = report.head.callPaths;
  const size = report.head.regions.length;
  const result = {
    exclusive: new Float64Array(size).fill(nothing(combine)),
    inclusive: new Float64Array(size).fill(nothing(combine)),
  };
  for (let path = 0; path < region.length; ++path) {
    const of = region[path];
    result.exclusive[of] = combineTwo(result.exclusive[of], exclusive[path], combine);
    if (!recursive[path]) result.inclusive[of] = combineTwo(result.inclusive[of], inclusive[path], combine);
  }
  return result;
}

/** Selects the call paths of regions, and with `inclusive` all below them. */
export function selectRegions(
  report: Report,
  regions: ReadonlySet<number>,
  inclusive: boolean,
): PathSelection {
  if (regions.size === 0) return allPaths;
  const { calls, head } = report;
  const mask = new Uint8Array(calls.size);
  for (const path of calls.order) {
    const above = calls.parent[path];
    if (regions.has(head.callPaths.region[path]) || (inclusive && above >= 0 && mask[above])) mask[path] = 1;
  }
  const key = `regions ${[...regions].sort((a, b) => a - b).join(",")}${inclusive ? "+" : ""}`;
  return { key, mask };
}
