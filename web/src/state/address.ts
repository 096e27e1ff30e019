// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The selection in the page's address, so that it can be bookmarked or sent: names, which survive a new analysis.
// "metric=time&path=main/solve~1+&location=MPI Rank 3&view=topology". A "+" at the end marks an open node, "~n" the
// n-th of siblings with the same name.

import { batch, effect } from "@preact/signals";
import { comparingModes, type ValueMode } from "../model/share";
import { stretchWithin } from "../model/run_map";
import { measures } from "../model/matrix";
import { pathTo, type Tree } from "../model/tree";
import type { Session } from "./session";
import type { TreeState } from "./tree_state";

type Label = (node: number) => string;

/** More selected nodes than this do not fit into an address. */
const mostNodes = 20;
const modes: string[] = ["absolute", "root", "selection", ...comparingModes] satisfies ValueMode[];

export function addressOf(state: TreeState, node: number, label: Label): string {
  const names = pathTo(state.tree, node).map((step) => {
    const name = encodeURIComponent(label(step)).replace(/~/g, "%7E");
    const at = siblingsNamed(state.tree, state.tree.parent[step], label(step), label).indexOf(step);
    return at > 0 ? `${name}~${at}` : name;
  });
  return names.join("/") + (state.isOpen(node) ? "+" : "");
}

const childrenOf = (tree: Tree, parent: number) => (parent < 0 ? tree.roots : tree.children[parent]);

const siblingsNamed = (tree: Tree, parent: number, name: string, label: Label) =>
  childrenOf(tree, parent).filter((node) => label(node) === name);

export function nodeAt(tree: Tree, address: string, label: Label): number {
  let node = -1;
  for (const step of address.split("/")) {
    const [name, which] = step.split("~");
    const found = siblingsNamed(tree, node, decodeURIComponent(name), label)[Number(which ?? 0)];
    if (found === undefined) return -1;
    node = found;
  }
  return node;
}

const metricLabel =
  (session: Session): Label =>
  (node) =>
    session.report.head.metrics[node].name;
const callLabel =
  ({ report: { head } }: Session): Label =>
  (node) =>
    head.regions[head.callPaths.region[node]].name;
const systemLabel =
  (session: Session): Label =>
  (node) =>
    session.report.system.label[node];

const trees = (session: Session): [string, TreeState, Label][] => [
  ["metric", session.metrics, metricLabel(session)],
  ["path", session.calls, callLabel(session)],
  ["location", session.system, systemLabel(session)],
];

const secondsText = (seconds: number) => String(Number(seconds.toPrecision(12)));

function writeAddress(session: Session): string {
  const parts: string[] = [];
  for (const [key, state, label] of trees(session)) {
    const nodes = [...state.selected.value].slice(0, mostNodes);
    for (const node of nodes) parts.push(`${key}=${addressOf(state, node, label)}`);
  }
  parts.push(`view=${session.view.value}`);
  if (session.stretch.value) parts.push(`time=${session.stretch.value.map(secondsText).join("..")}`);
  if (session.mode.value !== "absolute") parts.push(`values=${session.mode.value}`);
  if (session.measure.value) parts.push(`measure=${session.measure.value}`);
  if (session.isFlat.value) parts.push("list=flat");
  if (session.threshold.value > 0) parts.push(`above=${session.threshold.value}`);
  return parts.join("&");
}

/** Applies the address. Omits names that the report does not have. */
export function readAddress(session: Session, address: string): void {
  const parts = address.split("&").map((part) => part.split("=", 2) as [string, string | undefined]);
  const valuesOf = (wanted: string) =>
    parts.filter(([key, value]) => key === wanted && value).map(([, value]) => value as string);
  batch(() => {
    for (const [key, state, label] of trees(session)) {
      if (key !== "metric" && valuesOf(key).length === 0) state.clear();
      restore(state, valuesOf(key), label);
    }
    const [view] = valuesOf("view");
    if (view) session.view.value = view;
    const times = (valuesOf("time")[0] ?? "").split("..").map(Number.parseFloat);
    session.stretch.value = times.length === 2 ? stretchWithin(session.report.map, times[0], times[1]) : null;
    session.measure.value = measures.find((measure) => measure === valuesOf("measure")[0]) ?? null;
    session.isFlat.value = valuesOf("list")[0] === "flat";
    const above = Number.parseFloat(valuesOf("above")[0]);
    session.threshold.value = above >= 0 && above <= 100 ? above : 0;
    const [mode] = valuesOf("values");
    const isUsable =
      modes.includes(mode) && (!comparingModes.includes(mode as ValueMode) || session.report.head.reference);
    session.mode.value = isUsable ? (mode as ValueMode) : "absolute";
  });
}

function restore(state: TreeState, addresses: string[], label: Label): void {
  const found = addresses.map((address) => {
    const isOpen = address.endsWith("+");
    return { node: nodeAt(state.tree, isOpen ? address.slice(0, -1) : address, label), isOpen };
  });
  const nodes = found.filter(({ node }) => node >= 0);
  if (nodes.length === 0) return;
  for (const { node, isOpen } of nodes) {
    state.setOpen(pathTo(state.tree, node).slice(0, -1), true);
    state.setOpen([node], isOpen);
  }
  state.select(nodes.map(({ node }) => node));
  state.show(nodes[0].node);
}

/** Keeps address and session in step. Each selection is an entry of the browser's history. */
export function followAddress(session: Session): void {
  let isStep = false;
  const take = () => {
    isStep = false;
    try {
      if (location.hash.length > 1) readAddress(session, location.hash.slice(1));
    } catch {
      // An address that is not well-formed is ignored.
    }
  };
  take();
  window.addEventListener("hashchange", take);
  let timer = 0;
  effect(() => {
    const address = writeAddress(session);
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      writeHash(address, isStep);
      isStep = true;
    }, 150);
  });
}

function writeHash(address: string, isStep: boolean): void {
  if (location.hash === `#${address}`) return;
  try {
    if (isStep) history.pushState(null, "", `#${address}`);
    else history.replaceState(null, "", `#${address}`);
  } catch {
    // Some environments do not let a page change its address.
  }
}
