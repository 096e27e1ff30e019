// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

import { describe, expect, it } from "vitest";
import { colourOf, inkOn } from "../../src/widgets/colours";

describe("numbers on colours", () => {
  it("can be read at both ends of each scale", () => {
    expect(inkOn(colourOf("light", 0, false))).toBe("#111");
    expect(inkOn(colourOf("light", 1, false))).toBe("#fff");
    expect(inkOn(colourOf("dark", 0, false))).toBe("#fff");
    expect(inkOn(colourOf("dark", 1, false))).toBe("#111");
    expect(inkOn("#fcffa4")).toBe("#111");
    expect(inkOn("rgb(3, 5, 20)")).toBe("#fff");
  });
});
