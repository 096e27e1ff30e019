// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Keys in the map of the run: left and right move the stretch of time, up and down a row cursor.

import { endOf, type RunMap } from "../model/run_map";

export const usage =
  "left and right move a stretch of time, with Shift its end; up and down move between rows, Enter selects one";

type Span = [number, number];

/** Returns the stretch after an arrow key; initially the first twentieth of the run. */
export function stretchAfter(map: RunMap, stretch: Span | null, step: 1 | -1, movesEnd: boolean): Span {
  const [begin, end] = [map.begin, endOf(map)];
  if (!stretch) return [begin, begin + (end - begin) / 20];
  const [from, until] = stretch;
  if (movesEnd) {
    const by = (step * (end - begin)) / 40;
    return [from, Math.min(Math.max(until + by, from + map.piece), end)];
  }
  const shift = Math.min(Math.max((step * (until - from)) / 2, begin - from), end - until);
  return [from + shift, until + shift];
}

/** Returns the row after a key; undefined: the key does not move between rows. */
export function rowAfter(key: string, row: number, rows: number): number | undefined {
  const to = {
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + 10,
    PageUp: row - 10,
    Home: 0,
    End: rows,
  }[key];
  return to === undefined ? undefined : Math.min(Math.max(to, 0), rows - 1);
}
