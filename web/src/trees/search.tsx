// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Search in one tree: opens the ancestors of all matches, and moves from match to match.

import { batch } from "@preact/signals";
import type { Ref } from "preact";
import { pathTo } from "../model/tree";
import type { PaneModel } from "./pane_model";

/** Further matches are counted, but not opened. */
const mostOpened = 400;

const contains = (text: string, wanted: string) => text.toLowerCase().includes(wanted);

export function matchesOf(model: PaneModel): number[] {
  const wanted = model.state.search.value.trim().toLowerCase();
  if (wanted === "") return [];
  return [...model.state.tree.order].filter(
    (node) =>
      !model.isHidden(node) && (contains(model.label(node), wanted) || contains(model.detail(node), wanted)),
  );
}

export function startSearch(model: PaneModel, text: string): void {
  const { state } = model;
  batch(() => {
    state.search.value = text;
    const matches = matchesOf(model);
    state.setOpen(
      matches.slice(0, mostOpened).flatMap((node) => pathTo(state.tree, node).slice(0, -1)),
      true,
    );
    if (matches.length > 0) state.show(matches[0]);
  });
}

export function goToNext(model: PaneModel, backwards: boolean): void {
  const matches = matchesOf(model);
  if (matches.length === 0) return;
  const at = matches.indexOf(model.state.focus.value);
  const step = backwards ? -1 : 1;
  model.state.show(matches[at < 0 ? 0 : (at + step + matches.length) % matches.length]);
}

interface Props {
  model: PaneModel;
  input: Ref<HTMLInputElement>;
  backToTree: () => void;
}

export function SearchField({ model, input, backToTree }: Props) {
  const { state } = model;
  const matches = matchesOf(model);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" || event.key === "F3") goToNext(model, event.shiftKey);
    else if (event.key === "Escape") {
      state.search.value = "";
      backToTree();
    } else if (event.key === "ArrowDown") backToTree();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const at = matches.indexOf(state.focus.value);
  return (
    <span class="search">
      <input
        type="search"
        ref={input}
        placeholder="Search"
        aria-label={`Search in ${model.title}`}
        title="Enter: next match, Shift+Enter: previous, Escape: done"
        value={state.search.value}
        onInput={(event) => startSearch(model, event.currentTarget.value)}
        onKeyDown={onKey}
      />
      {state.search.value.trim() !== "" && (
        <span class="search-count" aria-live="polite">
          {matches.length === 0 ? "none" : `${at < 0 ? "" : `${at + 1}/`}${matches.length}`}
        </span>
      )}
    </span>
  );
}

/** The label with marked matches. */
export function Marked({ text, wanted }: { text: string; wanted: string }) {
  const search = wanted.trim().toLowerCase();
  const at = search === "" ? -1 : text.toLowerCase().indexOf(search);
  if (at < 0) return <>{text}</>;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + search.length)}</mark>
      {text.slice(at + search.length)}
    </>
  );
}
