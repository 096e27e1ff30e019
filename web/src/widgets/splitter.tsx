// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

import { useRef } from "preact/hooks";

interface Props {
  direction: "vertical" | "horizontal";
  label: string;
  /** Moves the edge by so many pixels. */
  onMove: (pixels: number) => void;
}

const keyStep = 16;

/** The edge between two panes: dragged, or moved with the arrow keys. */
export function Splitter({ direction, label, onMove }: Props) {
  const last = useRef<number | null>(null);
  const along = (event: PointerEvent) => (direction === "vertical" ? event.clientX : event.clientY);
  const move = (event: PointerEvent) => {
    if (last.current === null) return;
    onMove(along(event) - last.current);
    last.current = along(event);
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
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        last.current = along(event);
      }}
      onPointerMove={move}
      onPointerUp={() => (last.current = null)}
      onPointerCancel={() => (last.current = null)}
      onKeyDown={onKey}
    />
  );
}
