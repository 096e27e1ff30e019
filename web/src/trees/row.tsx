// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

import { formatExactly, formatNumber, percentScale } from "../model/format";
import { shownReference, shownRow, type PaneValues } from "../state/pane";
import { theme } from "../state/theme";
import type { TreeState } from "../state/tree_state";
import { colourOf } from "../widgets/colours";
import { extendOf } from "./keyboard";
import type { PaneModel } from "./pane_model";
import { Marked } from "./search";

interface Props {
  model: PaneModel;
  values: PaneValues;
  node: number;
  rows: number[];
  /** Reference of the full colour in this row. */
  colourWhole: number;
  numberWidth: number;
}

/** Deep levels are indented less, so that labels stay visible. */
const indentOf = (depth: number) => Math.min(depth, 14) * 13 + Math.max(0, depth - 14) * 4;

export function Row({ model, values, node, rows, colourWhole, numberWidth }: Props) {
  const { state } = model;
  const isOpen = state.isOpen(node);
  const isParent = state.tree.children[node].length > 0;
  const isSelected = state.selected.value.has(node);
  const value = isOpen ? values.exclusive[node] : values.inclusive[node];
  const { number, unit } = shownRow(values, node, isOpen);
  const before = shownReference(values, node, isOpen);
  const colour = value === 0 ? "transparent" : colourOf(theme.value, value / colourWhole, values.hasNegative);
  const isNothing = !value || /^−?0\.0+$/.test(number);
  const classes = [
    "row",
    isSelected && "selected",
    state.focus.value === node && "focused",
    isNothing && "zero",
  ];
  return (
    <div
      key={node}
      id={`${model.id}-${node}`}
      class={classes.filter(Boolean).join(" ")}
      role="treeitem"
      aria-level={state.tree.depth[node] + 1}
      aria-expanded={isParent ? isOpen : undefined}
      aria-selected={isSelected}
      data-node={node}
      title={hoverText(model, values, node)}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onClick={(event) => state.pick(node, extendOf(event), rows)}
      onDblClick={() => isParent && state.toggle(node)}
    >
      <span class="number" style={{ width: `${numberWidth}ch` }}>
        {number}
      </span>
      {before && (
        <span class="number before" style={{ width: `${numberWidth}ch` }}>
          {before.number}
        </span>
      )}
      {values.unit === null && <span class="unit">{values.mode === "ratio" ? before?.unit : unit}</span>}
      <span class="square" style={{ background: colour }} />
      <span class="indent" style={{ width: `${indentOf(state.tree.depth[node])}px` }} />
      <Twisty state={state} node={node} />
      <span class={isLong(model.label(node), state.search.value) ? "label long" : "label"}>
        <Name text={model.label(node)} wanted={state.search.value} />
        {model.detail(node) && (
          <span class="detail">
            <Marked text={model.detail(node)} wanted={state.search.value} />
          </span>
        )}
      </span>
    </div>
  );
}

const longest = 28;
const kept = 10;

/** During a search, names stay whole: matches must not be cut off. */
const isLong = (text: string, wanted: string) => text.length > longest && wanted === "";

function Name({ text, wanted }: { text: string; wanted: string }) {
  if (!isLong(text, wanted)) return <Marked text={text} wanted={wanted} />;
  const characters = [...text];
  return (
    <>
      <span class="start">{characters.slice(0, -kept).join("")}</span>
      <span class="end">{characters.slice(-kept).join("")}</span>
    </>
  );
}

/** The handle that opens and closes the row; empty for leaves. */
function Twisty({ state, node }: { state: TreeState; node: number }) {
  if (state.tree.children[node].length === 0) return <span class="twisty" />;
  const toggle = (event: MouseEvent) => {
    event.stopPropagation();
    state.toggle(node);
  };
  return (
    <span
      class={`twisty ${state.isOpen(node) ? "open" : "closed"}`}
      onClick={toggle}
      onDblClick={(event) => event.stopPropagation()}
    />
  );
}

function hoverText(model: PaneModel, values: PaneValues, node: number): string {
  const unit = model.unit(node);
  const share = (value: number) => {
    const whole = values.root(node).value;
    return values.isShare(node) && value !== 0 && !Number.isNaN(whole)
      ? ` (${formatNumber(value / whole, percentScale)} %)`
      : "";
  };
  const [inclusive, exclusive] = [values.inclusive[node], values.exclusive[node]];
  const lines = [model.about(node), `inclusive: ${formatExactly(inclusive, unit)}${share(inclusive)}`];
  if (inclusive !== exclusive) lines.push(`exclusive: ${formatExactly(exclusive, unit)}${share(exclusive)}`);
  if (values.reference) {
    const before = values.reference;
    lines.push(`second report, inclusive: ${formatExactly(before.inclusive[node], unit)}`);
    if (before.inclusive[node] !== before.exclusive[node])
      lines.push(`second report, exclusive: ${formatExactly(before.exclusive[node], unit)}`);
  }
  return lines.join("\n");
}
