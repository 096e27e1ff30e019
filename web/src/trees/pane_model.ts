// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The differences between the panes of the trees.

import type { ReadonlySignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { PaneValues } from "../state/pane";
import type { TreeState } from "../state/tree_state";

export interface PaneModel {
  id: string;
  title: string;
  state: TreeState;
  values: ReadonlySignal<PaneValues>;
  label: (node: number) => string;
  /** Less important text after the label. */
  detail: (node: number) => string;
  /** First lines of the hover text. */
  about: (node: number) => string;
  /** The unit that a node's values have in the report. */
  unit: (node: number) => string;
  /** Hidden regardless of its value. */
  isHidden: (node: number) => boolean;
  /** Reference of the full colour: the whole of each node, or the largest row that is not folded away. */
  colour: "whole" | "largest";
  clear: () => void;
  /** Returns whether there is a selection that can be undone. */
  hasSelection: () => boolean;
  controls?: () => ComponentChildren;
  empty: string;
  /** Explains what the values omit, if that may surprise. */
  note?: () => string;
}
