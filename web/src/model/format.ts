// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Numbers as text. All values of one tree share one scale, chosen by the largest, so that columns align.

import { format } from "d3-format";

export interface Scale {
  /** The displayed number is value / divisor. */
  divisor: number;
  /** "ms", "KiB", "%"; empty for plain numbers. */
  suffix: string;
  decimals: number;
}

const times: [number, string][] = [
  [1, "s"],
  [1e-3, "ms"],
  [1e-6, "µs"],
  [1e-9, "ns"],
];
const sizes: [number, string][] = [
  [2 ** 50, "PiB"],
  [2 ** 40, "TiB"],
  [2 ** 30, "GiB"],
  [2 ** 20, "MiB"],
  [1024, "KiB"],
  [1, "B"],
];

const significantDigits = 5;

/** The scale for values up to the given magnitude. A magnitude of zero gives the unit itself. */
export function scaleFor(unit: string, largest: number): Scale {
  const magnitude = Math.abs(largest) || 0;
  if (unit === "sec") return withDecimals(magnitude, times);
  if (unit === "bytes") return withDecimals(magnitude, sizes);
  if (unit === "occ") return { divisor: 1, suffix: "", decimals: 0 };
  return { divisor: 1, suffix: unit, decimals: decimalsFor(magnitude) };
}

export const percentScale: Scale = { divisor: 0.01, suffix: "%", decimals: 2 };

/** Has more decimals if all shares are small, as for single locations among many. */
export function percentScaleFor(largest: number): Scale {
  const percent = Math.abs(largest) * 100;
  const decimals = percent > 0 && percent < 1 ? 2 - Math.floor(Math.log10(percent)) : 2;
  return { ...percentScale, decimals: Math.min(8, decimals) };
}

function withDecimals(magnitude: number, steps: [number, string][]): Scale {
  const fitting =
    magnitude === 0 ? steps.find(([size]) => size === 1) : steps.find(([size]) => magnitude >= size);
  const [divisor, suffix] = fitting ?? steps[steps.length - 1];
  const decimals = suffix === "B" ? 0 : decimalsFor(magnitude / divisor);
  return { divisor, suffix, decimals };
}

function decimalsFor(magnitude: number): number {
  if (magnitude === 0) return 0;
  const before = Math.floor(Math.log10(magnitude)) + 1;
  return Math.min(8, Math.max(0, significantDigits - Math.max(before, 1)));
}

const fixed = Array.from({ length: 9 }, (_, decimals) => format(`,.${decimals}f`));

/** Formats the number alone. A dash for a missing value; a plain 0 for exactly zero. */
export function formatNumber(value: number, scale: Scale): string {
  if (Number.isNaN(value)) return "–";
  if (value === 0) return "0";
  const shown = value / scale.divisor;
  const whole = Number.isInteger(shown) && (scale.suffix === "" || scale.suffix === "B");
  const decimals = scale.decimals === 0 && scale.suffix === "" && !whole ? 2 : scale.decimals;
  return fixed[whole ? 0 : decimals](shown);
}

export function formatWithUnit(value: number, scale: Scale): string {
  const text = formatNumber(value, scale);
  return scale.suffix && text !== "–" ? `${text} ${scale.suffix}` : text;
}

/** Formats a single value in the unit that fits it. */
export const formatValue = (value: number, unit: string) => formatWithUnit(value, scaleFor(unit, value));

/** Formats a share: 0.123 is "12.3 %". */
export const formatShare = (share: number) => `${(share * 100).toFixed(1)} %`;

/** All digits, for hover texts. */
export const formatExactly = (value: number, unit: string) =>
  Number.isNaN(value) ? "no value" : `${String(value)} ${unit}`.trim();

export const formatCount = format(",d");

/** Returns "1 location" or "1,234 locations"; the plural is the name with an s unless given. */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** Returns the greatest magnitude; 0 if there are no values. */
export function largestOf(values: Iterable<number>): number {
  let largest = 0;
  for (const value of values) if (Math.abs(value) > largest) largest = Math.abs(value);
  return largest;
}
