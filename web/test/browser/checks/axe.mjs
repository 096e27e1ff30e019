// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// axe finds no violations in any view: roles, names, contrast, structure.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { openView } from "../harness.mjs";
import { viewNames } from "./robustness.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The same element often violates a rule in every view. */
const mostTold = 12;

const sizes = [
  { width: 1280, height: 800 },
  { width: 400, height: 800 },
];

/** Returns a sentence for each element that violates a rule. */
export async function violations(page) {
  const { violations: found } = await page.evaluate(() =>
    window.axe.run(document, { resultTypes: ["violations"] }),
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) =>
        `${id}: ${target.join(" ")}: ${failureSummary.split("\n").slice(1).join(" ")}`,
    ),
  );
}

export async function checkAxe(t, names) {
  for (const name of names)
    for (const colorScheme of ["light", "dark"])
      for (const viewport of sizes)
        await t.check(
          `axe finds nothing in ${name}, ${colorScheme}, ${viewport.width} wide`,
          async (open) => {
            const page = await open(name, { viewport, colorScheme });
            await page.evaluate(axe);
            const found = [];
            await page.evaluate(() => (window.lull.selectLocations(0), window.lull.selectPaths(0)));
            for (const view of viewNames) {
              await openView(page, view);
              found.push(...(await violations(page)).map((sentence) => `${view}: ${sentence}`));
            }
            assert.deepEqual(found.slice(0, mostTold), [], `${found.length} in all`);
          },
        );
}
