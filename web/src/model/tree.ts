// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// A forest over nodes 0 … size−1, with its nodes in preorder: each subtree is a contiguous range.

export interface Tree {
  size: number;
  parent: Int32Array;
  roots: number[];
  children: number[][];
  depth: Int32Array;
  /** Nodes in preorder. */
  order: Int32Array;
  /** Position of each node in the order, and the end of its subtree. */
  position: Int32Array;
  end: Int32Array;
}

/** The parents must not form a cycle; -1 marks a root. Siblings keep the order of their numbers. */
export function makeTree(parents: ArrayLike<number>): Tree {
  const size = parents.length;
  const parent = Int32Array.from(parents);
  const children: number[][] = Array.from({ length: size }, () => []);
  const roots: number[] = [];
  for (let node = 0; node < size; ++node) (parent[node] < 0 ? roots : children[parent[node]]).push(node);
  const tree: Tree = {
    size,
    parent,
    roots,
    children,
    depth: new Int32Array(size),
    order: new Int32Array(size),
    position: new Int32Array(size),
    end: new Int32Array(size),
  };
  putInOrder(tree);
  return tree;
}

function putInOrder({ size, parent, roots, children, depth, order, position, end }: Tree): void {
  const stack = [...roots].reverse();
  let at = 0;
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    depth[node] = parent[node] < 0 ? 0 : depth[parent[node]] + 1;
    order[at] = node;
    position[node] = at++;
    const below = children[node];
    for (let i = below.length - 1; i >= 0; --i) stack.push(below[i]);
  }
  for (let i = size - 1; i >= 0; --i) {
    const node = order[i];
    end[node] = Math.max(end[node], i + 1);
    if (parent[node] >= 0) end[parent[node]] = Math.max(end[parent[node]], end[node]);
  }
}

export const contains = (tree: Tree, ancestor: number, node: number) =>
  tree.position[node] >= tree.position[ancestor] && tree.position[node] < tree.end[ancestor];

/** Returns the node and its ancestors, from the root. */
export function pathTo(tree: Tree, node: number): number[] {
  const path: number[] = [];
  for (let at = node; at >= 0; at = tree.parent[at]) path.push(at);
  return path.reverse();
}
