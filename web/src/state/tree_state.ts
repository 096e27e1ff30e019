// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The user's state of one tree: opened, selected, searched, sorted.

import { batch, signal } from "@preact/signals";
import type { SortOrder } from "../model/visible";
import { pathTo, type Tree } from "../model/tree";

export type Extend = "replace" | "toggle" | "range";

type Nodes = ReadonlySet<number>;

export class TreeState {
  readonly open = signal<Nodes>(new Set());
  readonly selected = signal<Nodes>(new Set());
  /** The row with the keyboard's cursor; -1: none yet. */
  readonly focus = signal(-1);
  readonly search = signal("");
  readonly sort = signal<SortOrder>("tree");
  /** Counts requests to scroll to the cursor's row. */
  readonly reveal = signal(0);
  private anchor = -1;

  /** `canJoin` returns whether a node may be selected together with a selected one. */
  constructor(
    readonly tree: Tree,
    private readonly canJoin: (selected: number, added: number) => boolean = () => true,
  ) {}

  isOpen(node: number): boolean {
    return this.open.value.has(node) && this.tree.children[node].length > 0;
  }

  setOpen(nodes: Iterable<number>, isOpen: boolean): void {
    const open = new Set(this.open.value);
    for (const node of nodes) {
      if (!isOpen) open.delete(node);
      else if (this.tree.children[node].length > 0) open.add(node);
    }
    this.open.value = open;
  }

  toggle(node: number): void {
    this.setOpen([node], !this.isOpen(node));
  }

  openAll(): void {
    this.setOpen(this.tree.order, true);
  }

  closeAll(): void {
    this.open.value = new Set();
  }

  /** Opens all ancestors of the node, and moves the cursor to it. */
  show(node: number): void {
    batch(() => {
      const above = pathTo(this.tree, node).slice(0, -1);
      if (above.some((other) => !this.open.value.has(other))) this.setOpen(above, true);
      this.focus.value = node;
      this.reveal.value++;
    });
  }

  select(nodes: Iterable<number>): void {
    const selected = new Set(nodes);
    this.anchor = selected.values().next().value ?? -1;
    this.selected.value = selected;
  }

  clear(): void {
    this.select([]);
  }

  /** Selects like a click. `rows` are the visible rows, for selecting ranges. */
  pick(node: number, extend: Extend, rows: number[]): void {
    batch(() => {
      this.focus.value = node;
      if (extend === "range" && rows.includes(this.anchor)) this.selectRange(node, rows);
      else if (extend === "toggle") this.toggleSelected(node);
      else this.select([node]);
    });
  }

  private selectRange(node: number, rows: number[]): void {
    const ends = [rows.indexOf(this.anchor), rows.indexOf(node)].sort((a, b) => a - b);
    const range = rows
      .slice(ends[0], ends[1] + 1)
      .filter((row) => row === this.anchor || this.canJoin(this.anchor, row));
    this.selected.value = new Set([this.anchor, ...range]);
  }

  private toggleSelected(node: number): void {
    const selected = new Set(this.selected.value);
    const first = selected.values().next().value;
    if (selected.delete(node)) this.selected.value = selected;
    else if (first === undefined || !this.canJoin(first, node)) this.select([node]);
    else this.selected.value = selected.add(node);
    this.anchor = node;
  }
}
