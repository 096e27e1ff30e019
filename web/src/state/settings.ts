// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Settings for all reports, stored if the browser allows it.

import { effect, signal, type Signal } from "@preact/signals";

const prefix = "lull.";

function remembered(name: string): string | null {
  try {
    return localStorage.getItem(prefix + name);
  } catch {
    return null;
  }
}

function remember(name: string, value: string): void {
  try {
    localStorage.setItem(prefix + name, value);
  } catch {
    // Pages opened from a file may have no storage; the setting then lasts as long as the page.
  }
}

export function setting<Value>(
  name: string,
  initial: Value,
  isValid: (value: unknown) => boolean,
): Signal<Value> {
  const value = signal(initial);
  try {
    const stored: unknown = JSON.parse(remembered(name) ?? "null");
    if (stored !== null && isValid(stored)) value.value = stored as Value;
  } catch {
    // The stored text is not JSON: the initial value is kept.
  }
  effect(() => {
    const isChosen = value.value !== initial || remembered(name) !== null;
    if (isChosen) remember(name, JSON.stringify(value.value));
  });
  return value;
}

const isSize = (value: unknown) => typeof value === "number" && value > 0 && value < 10000;

/** Shares of the width of the three trees. */
export const paneShares = setting<number[]>(
  "panes",
  [30, 42, 28],
  (value) => Array.isArray(value) && value.length === 3 && value.every(isSize),
);

/** Narrow screens show one thing at a time, more often a view than the trees. */
const shareOfViews = window.innerWidth < 760 ? 0.55 : 0.38;

/** Height of the views including the edge above them, in pixels. */
export const viewHeight = setting<number>(
  "views",
  Math.max(288, Math.round(window.innerHeight * shareOfViews)),
  isSize,
);
