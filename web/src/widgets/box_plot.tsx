// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

import type { FiveNumbers } from "../model/distribution";

interface Props {
  box: FiveNumbers & { mean?: number; lowWhisker?: number; highWhisker?: number };
  /** Maps a value to pixels from the left. */
  place: (value: number) => number;
  top: number;
  height: number;
  label: string;
}

/** A horizontal box with whiskers, as part of an SVG: quartiles, median as a line, mean as a dot. */
export function BoxPlot({ box, place, top, height, label }: Props) {
  const middle = top + height / 2;
  const [low, high] = [place(box.lowWhisker ?? box.minimum), place(box.highWhisker ?? box.maximum)];
  const [q1, median, q3] = [place(box.q1), place(box.median), place(box.q3)];
  return (
    <g class="box-plot" role="img" aria-label={label}>
      <line x1={low} x2={q1} y1={middle} y2={middle} />
      <line x1={q3} x2={high} y1={middle} y2={middle} />
      <line x1={low} x2={low} y1={top + height * 0.25} y2={top + height * 0.75} />
      <line x1={high} x2={high} y1={top + height * 0.25} y2={top + height * 0.75} />
      <rect x={q1} y={top} width={Math.max(q3 - q1, 1)} height={height} />
      <line class="median" x1={median} x2={median} y1={top} y2={top + height} />
      {box.mean !== undefined && <circle cx={place(box.mean)} cy={middle} r={3} />}
    </g>
  );
}
