// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Keys of a tree, according to ARIA's practices for trees, and Escape as in CUBE.

import { batch } from "@preact/signals";
import type { Extend, TreeState } from "../state/tree_state";

interface Keys {
  state: TreeState;
  rows: number[];
  clear: () => void;
  findNext: (backwards: boolean) => void;
  focusSearch: () => void;
}

const page = 12;

/** Returns true if the key was handled. */
export function handleKey(event: KeyboardEvent, keys: Keys): boolean {
  const { state, rows } = keys;
  if (event.altKey) return false;
  const at = Math.max(0, rows.indexOf(state.focus.value));
  const node = rows[at];
  switch (event.key) {
    case "Escape":
      return takeBack(keys);
    case "/":
      keys.focusSearch();
      return true;
    case "F3":
      keys.findNext(event.shiftKey);
      return true;
  }
  if (node === undefined) return false;
  switch (event.key) {
    case "ArrowDown":
      return move(keys, state.focus.value < 0 ? 0 : at + 1, event);
    case "ArrowUp":
      return move(keys, at - 1, event);
    case "PageDown":
      return move(keys, at + page, event);
    case "PageUp":
      return move(keys, at - page, event);
    case "Home":
      return move(keys, 0, event);
    case "End":
      return move(keys, rows.length - 1, event);
    case "ArrowRight":
      return goInside(keys, node, at);
    case "ArrowLeft":
      return goOutside(keys, node);
    case "Enter":
    case " ":
      state.pick(node, extendOf(event), rows);
      return true;
  }
  return false;
}

export function extendOf(event: MouseEvent | KeyboardEvent): Extend {
  if (event.shiftKey) return "range";
  return event.ctrlKey || event.metaKey ? "toggle" : "replace";
}

/** If Escape changes no selection, others may handle it. */
function takeBack({ state, clear }: Keys): boolean {
  const before = [...state.selected.value].join();
  clear();
  return [...state.selected.value].join() !== before;
}

function move({ state, rows }: Keys, to: number, event: KeyboardEvent): boolean {
  const node = rows[Math.min(Math.max(to, 0), rows.length - 1)];
  if (event.shiftKey) state.pick(node, "range", rows);
  focus(state, node);
  return true;
}

function focus(state: TreeState, node: number): void {
  batch(() => {
    state.focus.value = node;
    state.reveal.value++;
  });
}

function goInside({ state, rows }: Keys, node: number, at: number): boolean {
  if (state.tree.children[node].length === 0) return true;
  if (!state.isOpen(node)) state.setOpen([node], true);
  else if (state.tree.parent[rows[at + 1]] === node) focus(state, rows[at + 1]);
  return true;
}

function goOutside({ state }: Keys, node: number): boolean {
  if (state.isOpen(node)) state.setOpen([node], false);
  else if (state.tree.parent[node] >= 0) focus(state, state.tree.parent[node]);
  return true;
}
