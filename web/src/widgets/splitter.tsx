// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

import { useRef } from "preact/hooks";
import { onEscape } from "./escape";

interface Props {
  direction: "vertical" | "horizontal";
  label: string;
  /** Position of the edge, in percent. */
  percent: number;
  /** Moves the edge by this many pixels. */
  onMove: (pixels: number) => void;
  /** Called when a drag begins; returns a function that restores the position. */
  onBegin: () => () => void;
}

const keyStep = 16;

/** The edge between two panes, moved by dragging or with the arrow keys. Escape cancels a drag. */
export function Splitter({ direction, label, percent, onMove, onBegin }: Props) {
  const drag = useRef<{ last: number; end: () => void } | null>(null);
  const along = (event: PointerEvent) => (direction === "vertical" ? event.clientX : event.clientY);
  const begin = (event: PointerEvent) => {
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    const takeBack = onBegin();
    const end = onEscape(() => {
      drag.current = null;
      takeBack();
    });
    drag.current = { last: along(event), end };
  };
  const move = (event: PointerEvent) => {
    if (!drag.current) return;
    onMove(along(event) - drag.current.last);
    drag.current.last = along(event);
  };
  const end = () => {
    drag.current?.end();
    drag.current = null;
  };
  const onKey = (event: KeyboardEvent) => {
    const back = direction === "vertical" ? "ArrowLeft" : "ArrowUp";
    const forth = direction === "vertical" ? "ArrowRight" : "ArrowDown";
    if (event.key !== back && event.key !== forth) return;
    event.preventDefault();
    onMove(event.key === back ? -keyStep : keyStep);
  };
  return (
    <div
      class={`splitter ${direction}`}
      role="separator"
      aria-orientation={direction}
      aria-label={label}
      aria-valuenow={Math.round(percent)}
      tabIndex={0}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={onKey}
    />
  );
}
