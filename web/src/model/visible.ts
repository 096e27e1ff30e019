// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The rows of a tree that are on the screen, in their order.

import type { Tree } from "./tree";

export type SortOrder = "tree" | "value" | "name";

export interface Arrangement {
  open: ReadonlySet<number>;
  sort: SortOrder;
  value: (node: number) => number;
  label: (node: number) => string;
  hidden: (node: number) => boolean;
}

export function visibleRows(tree: Tree, arrangement: Arrangement): number[] {
  const rows: number[] = [];
  const stack = arranged(tree.roots, arrangement).reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    rows.push(node);
    if (!arrangement.open.has(node)) continue;
    const below = arranged(tree.children[node], arrangement);
    for (let i = below.length - 1; i >= 0; --i) stack.push(below[i]);
  }
  return rows;
}

const collator = new Intl.Collator(undefined, { numeric: true });

function arranged(nodes: number[], { sort, value, label, hidden }: Arrangement): number[] {
  const shown = nodes.filter((node) => !hidden(node));
  if (sort === "value")
    return shown.sort((a, b) => (Math.abs(value(b)) || 0) - (Math.abs(value(a)) || 0) || a - b);
  if (sort === "name") return shown.sort((a, b) => collator.compare(label(a), label(b)) || a - b);
  return shown;
}

/** Follows the largest inclusive values down from a node while they outweigh the node's exclusive value. */
export function hottestPath(
  tree: Tree,
  start: number,
  inclusive: Float64Array,
  exclusive: Float64Array,
): number[] {
  const path: number[] = [];
  const size = (node: number) => Math.abs(inclusive[node]) || 0;
  for (let node = start; node >= 0;) {
    path.push(node);
    const own = Math.abs(exclusive[node]) || 0;
    const children = tree.children[node];
    const largest =
      children.length > 0 ? children.reduce((best, child) => (size(child) > size(best) ? child : best)) : -1;
    node = largest >= 0 && size(largest) > own ? largest : -1;
  }
  return path;
}
