// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// What makes one tree's pane different from another's.

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
  /** Hidden whatever its value is. */
  isHidden: (node: number) => boolean;
  /** What the full colour stands for: the whole of each node, or the largest row that is not folded away. */
  colour: "whole" | "largest";
  clear: () => void;
  /** Whether the selection is one that could be taken back. */
  hasSelection: () => boolean;
  controls?: () => ComponentChildren;
  empty: string;
  /** What its values leave out, if that may surprise. */
  note?: () => string;
}
