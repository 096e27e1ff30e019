// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Colours for values. Lightness alone carries the order, for readers who see no hues: small values are close to the
// background, large ones far from it. Values on both sides of zero range from blue to orange.

import { interpolateRgbBasis } from "d3-interpolate";
import { interpolateInferno, interpolateYlOrRd } from "d3-scale-chromatic";
import type { Theme } from "../state/theme";

type Interpolate = (share: number) => string;

const steps = 256;
const table = (interpolate: Interpolate) =>
  Array.from({ length: steps }, (_, i) => interpolate(i / (steps - 1)));

const sequential: { [theme in Theme]: string[] } = {
  light: table((share) => interpolateYlOrRd(0.03 + 0.97 * share)),
  dark: table((share) => interpolateInferno(0.16 + 0.78 * share)),
};

const diverging: { [theme in Theme]: string[] } = {
  light: table(interpolateRgbBasis(["#08519c", "#6baed6", "#f3f3f0", "#f5a35c", "#a63603"])),
  dark: table(interpolateRgbBasis(["#7cc4ff", "#2a6aa8", "#2b3036", "#a8561a", "#ffb266"])),
};

const at = (colours: string[], share: number) =>
  colours[Math.min(steps - 1, Math.max(0, Math.round(share * (steps - 1))))];

/** The share is 0 … 1 of the whole, or -1 … 1 on the diverging scale. */
export function colourOf(theme: Theme, share: number, isDiverging: boolean): string {
  if (Number.isNaN(share)) return "transparent";
  return isDiverging ? at(diverging[theme], (share + 1) / 2) : at(sequential[theme], share);
}

/** Used by the legend. */
export function gradientOf(theme: Theme, isDiverging: boolean): string {
  const stops = Array.from({ length: 11 }, (_, i) =>
    isDiverging ? colourOf(theme, i / 5 - 1, true) : colourOf(theme, i / 10, false),
  );
  return `linear-gradient(to right, ${stops.join(", ")})`;
}

/** Red, green and blue, 0 … 255, of "#rrggbb" or "rgb(…)". */
function channelsOf(colour: string): number[] {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour.trim());
  if (hex) return hex.slice(1).map((channel) => Number.parseInt(channel, 16));
  return (colour.match(/[\d.]+/g) ?? ["255", "255", "255"]).slice(0, 3).map(Number);
}

/** Returns black or white, whichever has more contrast with the colour (WCAG 2). */
export function inkOn(colour: string): string {
  const [red, green, blue] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.19 ? "#111" : "#fff";
}

const groups: { [theme in Theme]: { [group: string]: string } } = {
  light: {
    mpi: "#e0705a",
    thread: "#e0a53c",
    io: "#9a6cc0",
    accelerator: "#3d9a8b",
    user: "#8fb98a",
    other: "#e1e4e8",
  },
  dark: {
    mpi: "#b8503c",
    thread: "#b5832a",
    io: "#7d55a3",
    accelerator: "#2f7d71",
    user: "#6b9b66",
    other: "#3a4048",
  },
};

export const paradigmGroups = ["mpi", "thread", "io", "accelerator", "user", "other"] as const;
export type ParadigmGroup = (typeof paradigmGroups)[number];

export const groupNames: { [group in ParadigmGroup]: string } = {
  mpi: "message passing",
  thread: "threads",
  io: "I/O",
  accelerator: "accelerator",
  user: "user code",
  other: "other",
};

const members: [ParadigmGroup, RegExp][] = [
  ["user", /user|compiler|sampling|function/], // first: "compiler" contains "mpi"
  ["mpi", /mpi|shmem|gaspi|gpi/],
  ["thread", /openmp|omp|pthread|thread|tbb|qt/],
  ["accelerator", /cuda|opencl|openacc|hip|kokkos|accel/],
  ["io", /io|file|memory/],
];

/** Returns the group that determines the colour of a region's time line. */
export function groupOf(paradigm: string, role: string): ParadigmGroup {
  const text = paradigm.toLowerCase();
  const found = members.find(([, pattern]) => pattern.test(text));
  if (found && found[0] !== "user") return found[0];
  return /file|i\/o/.test(role.toLowerCase()) ? "io" : found ? "user" : "other";
}

export const groupColour = (theme: Theme, group: ParadigmGroup) => groups[theme][group];
