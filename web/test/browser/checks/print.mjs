// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Paper shows the current view and the findings, in light colours and complete.

import assert from "node:assert/strict";
import { openView } from "../harness.mjs";
import { viewNames } from "./robustness.mjs";

/** Width of A4 between its margins, at 96 pixels per inch. */
const paper = { width: 703, height: 1000 };

/** Elements that clip their content, or extend beyond the paper. */
const cutOff = (page) =>
  page.evaluate((width) => {
    const isSeen = (element) => element.getClientRects().length > 0 && !element.closest("svg");
    const hides = (element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      const isWider = overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1;
      const isHigher = overflowY !== "visible" && element.scrollHeight > element.clientHeight + 1;
      return isWider || isHigher || element.getBoundingClientRect().right > width + 1;
    };
    return [...document.querySelectorAll(".page *")]
      .filter((element) => isSeen(element) && element.tagName !== "SELECT" && hides(element))
      .map((element) => element.outerHTML.slice(0, 150));
  }, paper.width);

export async function checkPrint(t, names) {
  for (const name of names)
    await t.check(`${name} is printed: view and findings, light, nothing cut off`, async (open) => {
      const page = await open(name, { viewport: paper, colorScheme: "dark" });
      const { findings } = await page.evaluate(() => window.lull.report());
      for (const view of viewNames) {
        await page.emulateMedia({ media: "screen" });
        await openView(page, view);
        await page.waitForTimeout(50);
        await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
        await page.emulateMedia({ media: "print" });
        const text = await page.innerText(".page");
        assert.ok(text.includes(view), view);
        for (const { advice } of findings?.list ?? []) assert.ok(text.includes(advice.slice(0, 30)), advice);
        assert.deepEqual(await cutOff(page), [], view);
        assert.equal(await page.locator(".toolbar select, .tree, .tabs").locator("visible=true").count(), 0);
        assert.equal(await page.getAttribute("html", "data-theme"), "light");
        await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
      }
      assert.equal(await page.getAttribute("html", "data-theme"), "dark");
    });
}
