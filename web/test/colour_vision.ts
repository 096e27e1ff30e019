// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Simulates colour vision deficiencies (Machado, Oliveira, Fernandes 2009, severity 1), and computes the difference
// of two colours (CIE 1976: distance in Lab, D65).

export type Rgb = [number, number, number];
type Matrix = [Rgb, Rgb, Rgb];

/** Applied to linear RGB. */
export const visions: { [name: string]: Matrix } = {
  "all colours": [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const times = (matrix: Matrix, vector: Rgb) =>
  matrix.map((row) => row.reduce((sum, factor, i) => sum + factor * vector[i], 0)) as Rgb;

const linear = (channel: number) => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const toXyz: Matrix = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
const white: Rgb = [0.95047, 1, 1.08883];

/** "#rrggbb" or "rgb(…)". */
export function rgbOf(colour: string): Rgb {
  if (colour.startsWith("#")) return [1, 3, 5].map((i) => Number.parseInt(colour.slice(i, i + 2), 16)) as Rgb;
  return (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number) as Rgb;
}

/** Lightness 0 … 100, and two coordinates of colour. */
export function labOf(colour: Rgb, vision: Matrix): Rgb {
  const seen = times(vision, colour.map(linear) as Rgb).map((share) =>
    Math.min(Math.max(share, 0), 1),
  ) as Rgb;
  const root = (share: number) =>
    share > 216 / 24389 ? Math.cbrt(share) : ((24389 / 27) * share + 16) / 116;
  const [x, y, z] = times(toXyz, seen).map((value, i) => root(value / white[i]));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

export const difference = (a: Rgb, b: Rgb, vision: Matrix) => {
  const [first, second] = [labOf(a, vision), labOf(b, vision)];
  return Math.hypot(...first.map((value, i) => value - second[i]));
};

/** Contrast of text and its background, 1 … 21 (WCAG 2). */
export function contrast(a: Rgb, b: Rgb): number {
  const luminance = (colour: Rgb) => times(toXyz, colour.map(linear) as Rgb)[1];
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}
