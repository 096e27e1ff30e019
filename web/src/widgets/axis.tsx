// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

import { scaleLinear, type ScaleLinear } from "d3-scale";
import { formatNumber, type Scale } from "../model/format";

export type Place = ScaleLinear<number, number>;

/** A linear scale over the values, wide enough to draw even if all are equal. */
export function placeOver(low: number, high: number, left: number, right: number): Place {
  const spare = low === high ? Math.abs(low) * 0.05 || 1 : 0;
  return scaleLinear([low - spare, high + spare], [left, right]);
}

/** A horizontal axis as part of an SVG. */
export function Axis({
  place,
  top,
  scale,
  ticks,
}: {
  place: Place;
  top: number;
  scale: Scale;
  ticks: number;
}) {
  const [left, right] = place.range();
  return (
    <g class="axis" aria-hidden="true">
      <line x1={left} x2={right} y1={top} y2={top} />
      {place.ticks(ticks).map((tick) => (
        <g key={tick} transform={`translate(${place(tick)}, ${top})`}>
          <line y2={4} />
          <text y={15} text-anchor="middle">
            {formatTick(tick, scale)}
          </text>
        </g>
      ))}
    </g>
  );
}

/** Uses as few decimals as the tick needs. */
export function formatTick(value: number, scale: Scale): string {
  const text = formatNumber(value, scale);
  return text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text;
}
