// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Colours are distinguishable with colour vision deficiencies.

import { describe, expect, it } from "vitest";
import { mapColours } from "../../src/views/run_map_canvas";
import { colourOf, groupColour, inkOn, paradigmGroups } from "../../src/widgets/colours";
import { contrast, difference, labOf, rgbOf, visions, type Rgb } from "../colour_vision";

const themes = ["light", "dark"] as const;
const leastDifference = 10;

/** Pairs of names whose colours are too similar, with their difference. */
const tooAlike = (colours: [string, Rgb][], vision: (typeof visions)[string]) =>
  colours.flatMap(([name, colour], i) =>
    colours
      .slice(0, i)
      .map(([other, another]) => [name, other, difference(colour, another, vision)] as const)
      .filter(([, , by]) => by < leastDifference)
      .map(([a, b, by]) => `${a} and ${b}: ${by.toFixed(1)}`),
  );

describe.each(Object.entries(visions))("with %s", (_, vision) => {
  it.each(themes)("kinds of activity on time lines differ, %s", (theme) => {
    const colours = paradigmGroups.map((group) => [group, rgbOf(groupColour(theme, group))] as [string, Rgb]);
    expect(tooAlike(colours, vision)).toEqual([]);
  });
  it.each(themes)("activities in the map of the run differ, %s", (theme) => {
    expect(tooAlike(Object.entries(mapColours[theme]), vision)).toEqual([]);
  });
  it.each(themes)("more is further from the background, by lightness alone, %s", (theme) => {
    const lightness = Array.from(
      { length: 11 },
      (_, i) => labOf(rgbOf(colourOf(theme, i / 10, false)), vision)[0],
    );
    const away = theme === "light" ? -1 : 1;
    for (let i = 1; i < lightness.length; ++i)
      expect(away * (lightness[i] - lightness[i - 1])).toBeGreaterThan(0);
    expect(Math.abs(lightness[10] - lightness[0])).toBeGreaterThan(50);
  });
  it.each(themes)("less and more than zero differ, %s", (theme) => {
    for (const share of [0.3, 0.6, 1]) {
      const sides = [-share, 0, share].map((at) => rgbOf(colourOf(theme, at, true)));
      const colours = sides.map((colour, i) => [String((i - 1) * share), colour] as [string, Rgb]);
      expect(tooAlike(colours, vision)).toEqual([]);
    }
  });
});

describe("text on colours", () => {
  it.each(themes)("can be read, %s", (theme) => {
    const scale = Array.from({ length: 41 }, (_, i) => i / 20 - 1);
    const colours = [
      ...scale.map((share) => colourOf(theme, share, true)),
      ...scale.map((share) => colourOf(theme, Math.abs(share), false)),
      ...paradigmGroups.map((group) => groupColour(theme, group)),
    ];
    const ink = { "#111": [17, 17, 17], "#fff": [255, 255, 255] } as { [ink: string]: Rgb };
    for (const colour of colours) expect(contrast(rgbOf(colour), ink[inkOn(colour)])).toBeGreaterThan(4.3);
  });
});

describe("differences of colours", () => {
  it("are those of CIE 1976", () => {
    const [lightness, a, b] = labOf([255, 0, 0], visions["all colours"]);
    expect([lightness, a, b].map(Math.round)).toEqual([53, 80, 67]);
    expect(difference([0, 0, 0], [255, 255, 255], visions["all colours"])).toBeCloseTo(100, 1);
  });
  it("vanish if a colour is not seen", () => {
    const by = (vision: string) => difference([200, 90, 90], [120, 125, 60], visions[vision]);
    expect(by("all colours")).toBeGreaterThan(2 * by("deuteranopia"));
  });
});
