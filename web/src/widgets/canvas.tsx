// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// A canvas that fills its container, sharp on every screen, with a hover text.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { onEscape } from "./escape";
import { useSize, type Size } from "./use_size";

export interface Point {
  x: number;
  y: number;
}

interface Props {
  label: string;
  draw: (context: CanvasRenderingContext2D, size: Size) => void;
  /** Text about a point; null: nothing is there. */
  hover?: (point: Point, size: Size) => ComponentChildren | null;
  onClick?: (point: Point, event: MouseEvent, size: Size) => void;
  onWheel?: (point: Point, event: WheelEvent, size: Size) => void;
  onDrag?: (dx: number, dy: number, size: Size) => void;
  onKey?: (event: KeyboardEvent, size: Size) => void;
  /** Dragging selects the span between two points. */
  onSpan?: (from: Point, to: Point, size: Size) => void;
  /** Called when such a drag begins; returns a function that undoes it. */
  onSpanBegin?: () => () => void;
}

/** A press that moves further than this is a drag, not a click. */
const dragDistance = 3;

interface Shown {
  at: Point;
  text: ComponentChildren;
}

export function Canvas(props: Props) {
  const { label, draw, onClick, onWheel, onDrag, onKey, onSpan } = props;
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSize(frame);
  const [tip, setTip] = useState<Shown | null>(null);
  const pointer = usePointer(props, size, setTip);
  useLayoutEffect(() => paint(canvas.current, size, draw));
  useWheel(canvas, size, onWheel && ((...wheel) => (setTip(null), onWheel(...wheel))));
  return (
    <div
      class={`canvas${onClick ? " clickable" : ""}${onDrag ? " draggable" : ""}${onSpan ? " markable" : ""}`}
      ref={frame}
    >
      <canvas
        ref={canvas}
        role={onKey ? "application" : "img"}
        aria-label={label}
        tabIndex={onKey ? 0 : undefined}
        onKeyDown={onKey && ((event) => onKey(event, size))}
        {...pointer}
      />
      {tip && (
        <Tip at={tip.at} size={size}>
          {tip.text}
        </Tip>
      )}
    </div>
  );
}

interface Press {
  begin: Point;
  last: Point;
  moved: boolean;
  /** Ends the drag, even when Escape cancels it. */
  end: () => void;
}

/** Distinguishes hovering, clicking and dragging. */
function usePointer(
  { hover, onClick, onDrag, onSpan, onSpanBegin }: Props,
  size: Size,
  setTip: (tip: Shown | null) => void,
) {
  const press = useRef<Press | null>(null);
  const drag = (pressed: Press, at: Point) => {
    const [dx, dy] = [at.x - pressed.last.x, at.y - pressed.last.y];
    if (!pressed.moved && Math.hypot(dx, dy) < dragDistance) return;
    press.current = { ...pressed, last: at, moved: true };
    setTip(null);
    onDrag?.(dx, dy, size);
    onSpan?.(pressed.begin, at, size);
  };
  const release = () => {
    press.current?.end();
    press.current = null;
  };
  const escapable = () => {
    const takeBack = onSpanBegin?.();
    if (!takeBack) return () => {};
    return onEscape(() => {
      if (press.current?.moved) takeBack();
      press.current = null;
    });
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      press.current?.end();
      press.current = { begin: pointOf(event), last: pointOf(event), moved: false, end: escapable() };
      if (onDrag || onSpan) (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      const at = pointOf(event);
      if (press.current && (onDrag || onSpan) && event.buttons === 1) return drag(press.current, at);
      const text = hover?.(at, size);
      setTip(text ? { at, text } : null);
    },
    onPointerLeave: () => setTip(null),
    onClick: (event: MouseEvent) => {
      // Without a press the drag was cancelled: releasing it is not a click.
      if (press.current && !press.current.moved) onClick?.(pointOf(event), event, size);
      release();
    },
    onPointerCancel: release,
  };
}

function Tip({ at, size, children }: { at: Point; size: Size; children: ComponentChildren }) {
  const horizontal =
    at.x > size.width / 2 ? { right: `${size.width - at.x + 12}px` } : { left: `${at.x + 12}px` };
  const vertical =
    at.y > size.height / 2 ? { bottom: `${size.height - at.y + 8}px` } : { top: `${at.y + 8}px` };
  return (
    <div class="tip" role="tooltip" style={{ ...horizontal, ...vertical }}>
      {children}
    </div>
  );
}

const pointOf = (event: MouseEvent): Point => ({ x: event.offsetX, y: event.offsetY });

function paint(canvas: HTMLCanvasElement | null, size: Size, draw: Props["draw"]): void {
  const context = canvas?.getContext("2d");
  if (!canvas || !context || size.width === 0) return;
  const density = window.devicePixelRatio || 1;
  canvas.width = Math.round(size.width * density);
  canvas.height = Math.round(size.height * density);
  context.setTransform(density, 0, 0, density, 0, 0);
  context.clearRect(0, 0, size.width, size.height);
  draw(context, size);
}

/** Browsers scroll with the wheel unless a listener declares beforehand that it may prevent it. */
function useWheel(
  canvas: { current: HTMLCanvasElement | null },
  size: Size,
  onWheel: Props["onWheel"],
): void {
  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element || !onWheel) return;
    const listen = (event: WheelEvent) => {
      event.preventDefault();
      onWheel(pointOf(event), event, size);
    };
    element.addEventListener("wheel", listen, { passive: false });
    return () => element.removeEventListener("wheel", listen);
  });
}
