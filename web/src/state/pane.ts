// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The contents of a tree's pane: values per node, their scale, and the meaning of 100 %. session.ts makes one for
// each tree; the pane is independent of metrics and call paths.

import { formatNumber, percentScale, percentScaleFor, scaleFor, type Scale } from "../model/format";
import { isInUnits, type ValueMode, type Whole } from "../model/share";

/** Values of each node, inclusive and exclusive. */
export interface NodeValues {
  inclusive: Float64Array;
  exclusive: Float64Array;
}

/** The second report's values, and its 100 %. */
export interface ReferenceValues extends NodeValues {
  whole: (node: number) => Whole;
}

export interface PaneValues extends NodeValues {
  mode: ValueMode;
  /** null: there is no second report. */
  reference: ReferenceValues | null;
  /** The whole that is 100 % in the current mode; its value is NaN if there is none. */
  whole: (node: number) => Whole;
  /** The whole that thresholds and colours refer to. */
  root: (node: number) => Whole;
  scale: (node: number) => Scale;
  percentScale: Scale;
  /** Minima and maxima have no percentages: they stay absolute. */
  isShare: (node: number) => boolean;
  /** The report's unit of all rows, and the one in the pane's head; null if rows differ. */
  commonUnit: string | null;
  unit: string | null;
  hasNegative: boolean;
}

export interface Shown {
  number: string;
  unit: string;
}

export function shownValue(values: PaneValues, node: number, value: number): Shown {
  return shownIn(values, values.whole, node, value);
}

function shownIn(values: PaneValues, wholeOf: (node: number) => Whole, node: number, value: number): Shown {
  if (isInUnits(values.mode) || !values.isShare(node) || Number.isNaN(value)) {
    const scale = values.scale(node);
    return { number: formatNumber(value, scale), unit: scale.suffix };
  }
  const whole = wholeOf(node).value;
  if (Number.isNaN(whole)) return { number: value === 0 ? "0" : "–", unit: value === 0 ? "%" : "" };
  return { number: formatNumber(value / whole, values.percentScale), unit: "%" };
}

/** The number in a row: the ratio of both reports, or its own value. */
export function shownRow(values: PaneValues, node: number, isOpen: boolean): Shown {
  const which = isOpen ? "exclusive" : "inclusive";
  const value = values[which][node];
  if (values.mode !== "ratio" || !values.reference || !values.isShare(node))
    return shownValue(values, node, value);
  return { number: ratioText(value, values.reference[which][node]), unit: "×" };
}

export function ratioText(value: number, before: number): string {
  if (before === 0) return value === 0 ? "–" : "new";
  const ratio = value / before;
  if (!Number.isFinite(ratio)) return "–";
  return ratio.toFixed(Math.abs(ratio) < 10 ? 2 : Math.abs(ratio) < 100 ? 1 : 0).replace("-", "−");
}

/** Sort key of rows: for ratios, new values come first. */
export function sortValue({ mode, inclusive, reference }: PaneValues, node: number): number {
  if (mode !== "ratio" || !reference) return inclusive[node];
  const before = reference.inclusive[node];
  return before === 0 ? (inclusive[node] === 0 ? 0 : Infinity) : inclusive[node] / before;
}

/** The second report's value; null: there is none. */
export function shownReference(values: PaneValues, node: number, isOpen: boolean): Shown | null {
  if (!values.reference) return null;
  const value = values.reference[isOpen ? "exclusive" : "inclusive"][node];
  return shownIn(values, values.reference.whole, node, value);
}

/** Uses the scale that fits the largest value on the screen, if all rows share one. */
export function scaledTo(values: PaneValues, largest: number, node: number): PaneValues {
  if (values.commonUnit === null || node < 0) return values;
  const scale = scaleFor(values.commonUnit, largest);
  const shares = percentScaleFor(largest / values.whole(node).value);
  const isAbsolute = isInUnits(values.mode) || !values.isShare(node);
  return {
    ...values,
    scale: () => scale,
    percentScale: shares,
    unit: isAbsolute ? scale.suffix || values.commonUnit : percentScale.suffix,
  };
}
