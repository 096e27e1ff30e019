// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

import { expect, it } from "vitest";
import { csvOf } from "../../src/model/csv";

it("quotes fields for CSV, and prevents formulas", () => {
  expect(
    csvOf([
      ["a,b", 'say "x"', "plain"],
      [1.5, NaN, "=1+1"],
      ["two\nlines", -2, "-x"],
    ]),
  ).toBe(`"a,b","say ""x""",plain\r\n1.5,,'=1+1\r\n"two\nlines",-2,'-x\r\n`);
});
