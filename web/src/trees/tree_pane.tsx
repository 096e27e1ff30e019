// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// One of the trees: head, tools, rows, colour scale.

import { batch, useComputed } from "@preact/signals";
import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import type { Cell } from "../model/csv";
import { largestOf } from "../model/format";
import { magnitudes } from "../model/report";
import { isInUnits } from "../model/share";
import { hottestPath, visibleRows, type SortOrder } from "../model/visible";
import { scaledTo, shownReference, shownRow, shownValue, sortValue, type PaneValues } from "../state/pane";
import type { Session } from "../state/session";
import { CopyButton } from "../widgets/copy";
import { IconButton } from "../widgets/icon";
import { Legend } from "../widgets/legend";
import { VirtualList } from "../widgets/virtual_list";
import { handleKey } from "./keyboard";
import type { PaneModel } from "./pane_model";
import { Row } from "./row";
import { goToNext, SearchField } from "./search";

interface Props {
  session: Session;
  model: PaneModel;
}

export function TreePane({ session, model }: Props) {
  const tree = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const rows = useVisibleRows(session, model).value;
  const largest = largestShown(model, rows);
  const values = scaledTo(model.values.value, largest, rows[0] ?? -1);
  const colourWhole = (node: number) => (model.colour === "whole" ? values.root(node).value : largest);
  const first = rows[0] ?? -1;
  const focusTree = () => tree.current?.focus({ preventScroll: true });
  return (
    <section class="pane" aria-label={model.title}>
      <PaneHead model={model} values={values} />
      <div class="tools">
        <SearchField model={model} input={search} backToTree={focusTree} />
        <SortField model={model} />
        <TreeButtons model={model} values={values} />
        <CopyButton what={model.title} table={() => tableOf(model, rows)} />
      </div>
      <Rows
        {...{ model, values, rows, colourWhole, tree, focusTree }}
        focusSearch={() => search.current?.focus()}
      />
      <PaneLegend {...{ model, values }} whole={first < 0 ? NaN : colourWhole(first)} node={first} />
    </section>
  );
}

/** The rows that are not folded away, with exact values. */
function tableOf({ state, values, label, unit, title }: PaneModel, rows: number[]): Cell[][] {
  const { inclusive, exclusive, reference, mode } = values.value;
  const own = mode === "difference" ? "Difference, i" : "I";
  const before = reference ? ["Second report, inclusive", "Second report, exclusive"] : [];
  return [
    [title, "Depth", `${own}nclusive`, `${own === "I" ? "E" : "Difference, e"}xclusive`, ...before, "Unit"],
    ...rows.map((node) => [
      label(node),
      state.tree.depth[node],
      inclusive[node],
      exclusive[node],
      ...(reference ? [reference.inclusive[node], reference.exclusive[node]] : []),
      unit(node),
    ]),
  ];
}

interface RowsProps {
  model: PaneModel;
  values: PaneValues;
  rows: number[];
  colourWhole: (node: number) => number;
  tree: RefObject<HTMLDivElement | null>;
  focusTree: () => void;
  focusSearch: () => void;
}

function Rows({ model, values, rows, colourWhole, tree, focusTree, focusSearch }: RowsProps) {
  const { state } = model;
  const focus = state.focus.value;
  const numberWidth = widthOf(model, values, rows);
  const findNext = (backwards: boolean) => goToNext(model, backwards);
  const keys = { state, rows, clear: model.clear, findNext, focusSearch };
  const renderRow = (i: number) => {
    const node = rows[i];
    return <Row key={node} {...{ model, values, rows, node, numberWidth }} colourWhole={colourWhole(node)} />;
  };
  const frame = {
    id: `tree-${model.id}`,
    "aria-label": model.title,
    tabIndex: 0,
    onKeyDown: (event: KeyboardEvent) => {
      if (handleKey(event, keys)) event.preventDefault();
    },
    onClick: focusTree,
  };
  if (rows.length === 0)
    return (
      <div class="tree" role="group" ref={tree} {...frame}>
        <p class="empty">{model.empty}</p>
      </div>
    );
  return (
    <VirtualList
      count={rows.length}
      current={rows.indexOf(focus)}
      reveal={state.reveal.value}
      renderRow={renderRow}
      element={tree}
      list={{
        ...frame,
        class: "tree scroller",
        role: "tree",
        "aria-multiselectable": true,
        "aria-activedescendant": rows.includes(focus) ? `${model.id}-${focus}` : undefined,
      }}
    />
  );
}

function useVisibleRows(session: Session, model: PaneModel) {
  const latest = useRef(model);
  latest.current = model;
  return useComputed(() => {
    const { state, label, isHidden } = latest.current;
    const values = latest.current.values.value;
    const largest = magnitudes(state.tree, values.inclusive);
    const open = state.open.value;
    const selected = state.selected.value;
    const share = session.threshold.value / 100;
    const isSmall = (node: number) => share > 0 && !(largest[node] >= share * values.root(node).value);
    return visibleRows(state.tree, {
      open,
      sort: state.sort.value,
      value: (node) => sortValue(values, node),
      label,
      hidden: (node) => !selected.has(node) && (isHidden(node) || isSmall(node)),
    });
  });
}

/** The greatest magnitude among the rows that are not folded away. */
function largestShown({ state, values }: PaneModel, rows: number[]): number {
  const { inclusive, exclusive } = values.value;
  return largestOf(rows.map((node) => (state.isOpen(node) ? exclusive : inclusive)[node]));
}

/** Width of the widest number, so that all end in one column. */
function widthOf(model: PaneModel, values: PaneValues, rows: number[]): number {
  let width = 5;
  const step = Math.max(1, Math.floor(rows.length / 2000));
  for (let i = 0; i < rows.length; i += step) {
    const isOpen = model.state.isOpen(rows[i]);
    const before = shownReference(values, rows[i], isOpen)?.number ?? "";
    width = Math.max(width, shownRow(values, rows[i], isOpen).number.length, before.length);
  }
  return model.state.tree.size > 0 ? width : 0;
}

function PaneHead({ model, values }: { model: PaneModel; values: PaneValues }) {
  const count = model.state.selected.value.size;
  return (
    <header class="pane-head">
      <h2>{model.title}</h2>
      {values.unit && <span class="pane-unit">{values.unit}</span>}
      {values.reference && (
        <span class="pane-columns" title="The second column is the second report's">
          {comparedText[values.mode] ?? "here"} | before
        </span>
      )}
      <span class="spring" />
      {model.hasSelection() && (
        <button type="button" class="chip" title="Undo the selection (Escape)" onClick={model.clear}>
          {count} selected ✕
        </button>
      )}
      {model.controls?.()}
    </header>
  );
}

const comparedText: { [mode: string]: string } = { difference: "difference", ratio: "ratio" };

const sortOrders: { value: SortOrder; text: string }[] = [
  { value: "tree", text: "tree order" },
  { value: "value", text: "by value" },
  { value: "name", text: "by name" },
];

function SortField({ model }: { model: PaneModel }) {
  return (
    <select
      aria-label={`Order of ${model.title}`}
      title="Order of the rows"
      value={model.state.sort.value}
      onChange={(event) => (model.state.sort.value = event.currentTarget.value as SortOrder)}
    >
      {sortOrders.map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}

function TreeButtons({ model, values }: { model: PaneModel; values: PaneValues }) {
  const { state } = model;
  const isFlat = state.tree.children.every((children) => children.length === 0);
  if (isFlat) return null;
  const openHottest = () => {
    const start = largestRoot(state.tree.roots, state.selected.value, values.inclusive);
    if (start < 0) return;
    const path = hottestPath(state.tree, start, values.inclusive, values.exclusive);
    batch(() => {
      state.setOpen(path.slice(0, -1), true);
      state.show(path[path.length - 1]);
    });
  };
  return (
    <>
      <IconButton icon="hottest" label="Open the path of the largest values" onClick={openHottest} />
      <IconButton icon="expand" label="Open all" onClick={() => state.openAll()} />
      <IconButton icon="collapse" label="Close all" onClick={() => state.closeAll()} />
    </>
  );
}

/** Returns where the path of the largest values starts: the selected node, or the largest root. */
function largestRoot(roots: number[], selected: ReadonlySet<number>, inclusive: Float64Array): number {
  const size = (node: number) => Math.abs(inclusive[node]) || 0;
  const from = selected.size > 0 ? [...selected] : roots;
  return from.reduce((best, node) => (best < 0 || size(node) > size(best) ? node : best), -1);
}

function PaneLegend({
  model,
  values,
  whole,
  node,
}: {
  model: PaneModel;
  values: PaneValues;
  whole: number;
  node: number;
}) {
  const note = model.note?.() ?? "";
  const ownPart = note && (
    <span class="foot-note" title={note}>
      {note}
    </span>
  );
  if (node < 0 || Number.isNaN(whole) || whole === 0) return <footer class="pane-foot">{ownPart}</footer>;
  const isDiverging = values.hasNegative;
  const inPercent = model.colour === "whole";
  const end = (value: number) => {
    const shown = shownValue(values, node, value);
    return `${shown.number} ${shown.unit}`.trim();
  };
  const isLargest = values.root(node).isLargest && !isInUnits(values.mode);
  return (
    <footer class="pane-foot">
      {ownPart}
      <Legend
        low={inPercent ? (isDiverging ? "−100 %" : "0 %") : isDiverging ? end(-whole) : "0"}
        middle={isDiverging ? "0" : undefined}
        high={inPercent ? "100 %" : end(whole)}
        isDiverging={isDiverging}
        title={inPercent ? "Colours: share of each metric’s root" : "Colours of the values in this tree"}
      />
      {isLargest && (
        <span class="foot-note" title="The whole cancels out in this difference">
          100 % is the largest value
        </span>
      )}
    </footer>
  );
}
