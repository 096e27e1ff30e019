// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// A list of rows with equal heights. Only the visible rows exist.

import type { ComponentChildren, HTMLAttributes, RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { printing } from "../state/theme";
import { useSize } from "./use_size";

export const rowHeight = 21;
const beyond = 6;
/** Paper does not scroll, but printing more rows than this is not useful. */
const mostPrinted = 500;

/** Returns the first row that has to exist, and the one after the last. */
function inSight(top: number, height: number, count: number): [number, number] {
  const first = Math.max(0, Math.min(Math.floor(top / rowHeight), count - 1) - beyond);
  return [first, Math.min(count, Math.ceil((top + Math.max(height, 400)) / rowHeight) + beyond)];
}

interface Props {
  count: number;
  /** The row to keep in sight whenever `reveal` changes; -1: none. */
  current: number;
  reveal: unknown;
  renderRow: (index: number) => ComponentChildren;
  /** Accessibility attributes of the list: role, name, keys. */
  list?: HTMLAttributes<HTMLDivElement>;
  element?: RefObject<HTMLDivElement | null>;
}

export function VirtualList({ count, current, reveal, renderRow, list, element }: Props) {
  const own = useRef<HTMLDivElement>(null);
  const scroller = element ?? own;
  const { height } = useSize(scroller);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || current < 0) return;
    const begin = current * rowHeight;
    if (begin < element.scrollTop) element.scrollTop = begin;
    else if (begin + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = begin + rowHeight - element.clientHeight;
  }, [current, reveal]);
  const [first, last] = printing.value ? [0, Math.min(count, mostPrinted)] : inSight(top, height, count);
  const rows: ComponentChildren[] = [];
  for (let index = first; index < last; ++index) rows.push(renderRow(index));
  return (
    <div
      class="scroller"
      {...list}
      ref={scroller}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <div
        class="rows"
        role="presentation"
        style={{ height: `${(printing.value ? last : count) * rowHeight}px` }}
      >
        <div role="presentation" style={{ transform: `translateY(${first * rowHeight}px)` }}>
          {rows}
        </div>
      </div>
    </div>
  );
}
