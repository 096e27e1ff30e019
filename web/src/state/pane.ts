// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// What a tree's pane shows: values per node, their scale, and what 100 % is. One implementation per tree is made in
// session.ts; the pane itself knows nothing of metrics or call paths.

import { formatNumber, percentScale, percentScaleFor, scaleFor, type Scale } from "../model/format";
import type { ValueMode, Whole } from "../model/share";

export interface PaneValues {
  inclusive: Float64Array;
  exclusive: Float64Array;
  mode: ValueMode;
  /** 100 % in the current mode; its value is NaN where there is none. */
  whole: (node: number) => Whole;
  /** The whole that thresholds and colours refer to. */
  root: (node: number) => Whole;
  scale: (node: number) => Scale;
  percentScale: Scale;
  /** Minima and maxima have no percentages: they stay absolute. */
  isShare: (node: number) => boolean;
  /** The report's unit of all rows, and what stands in the head of the pane for it; null where rows differ. */
  commonUnit: string | null;
  unit: string | null;
  hasNegative: boolean;
}

export interface Shown {
  number: string;
  unit: string;
}

export function shownValue(values: PaneValues, node: number, value: number): Shown {
  if (values.mode === "absolute" || !values.isShare(node) || Number.isNaN(value)) {
    const scale = values.scale(node);
    return { number: formatNumber(value, scale), unit: scale.suffix };
  }
  const whole = values.whole(node).value;
  if (Number.isNaN(whole)) return { number: value === 0 ? "0" : "–", unit: value === 0 ? "%" : "" };
  return { number: formatNumber(value / whole, values.percentScale), unit: "%" };
}

/** With the scale that fits the largest value on the screen, where all rows share one. */
export function scaledTo(values: PaneValues, largest: number, node: number): PaneValues {
  if (values.commonUnit === null || node < 0) return values;
  const scale = scaleFor(values.commonUnit, largest);
  const shares = percentScaleFor(largest / values.whole(node).value);
  const isAbsolute = values.mode === "absolute" || !values.isShare(node);
  return {
    ...values,
    scale: () => scale,
    percentScale: shares,
    unit: isAbsolute ? scale.suffix || values.commonUnit : percentScale.suffix,
  };
}
