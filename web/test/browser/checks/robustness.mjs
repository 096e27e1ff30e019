// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Reports that are damaged, empty or hostile; dark and light; a small screen.

import assert from "node:assert/strict";
import { openView, rowsOf } from "../harness.mjs";

export const viewNames = [
  "Findings",
  "About metric",
  "Over time",
  "Communication",
  "Topology",
  "System box",
  "Statistics",
  "Iterations",
  "Worst instances",
  "Report",
];

export async function checkRobustness(t) {
  await checkOddReports(t);
  await checkSurroundings(t);
  await checkScreens(t);
}

async function checkOddReports(t) {
  for (const [name, reason] of [
    ["blank", "it is empty"],
    ["cut", "truncated or corrupted"],
    ["nonsense", "not base64"],
    ["other", "does not begin like a report"],
  ])
    await t.check(`a damaged report (${name}) gives a sentence`, async (open) => {
      const page = await open(name);
      const text = await page.textContent("[role=alert]");
      assert.ok(text.includes("damaged") && text.includes(reason), text);
    });

  await t.check("names in a report are text and nothing else", async (open) => {
    const page = await open("hostile");
    for (const view of viewNames) await openView(page, view);
    await page.click("text=Flat");
    assert.equal(await page.evaluate(() => window.broken), undefined);
    assert.equal(await page.locator("img, a[href^=javascript]").count(), 0);
    assert.ok((await rowsOf(page, "metrics"))[0].label.startsWith("</script><img"));
  });

  for (const name of ["empty", "nowhere"])
    await t.check(`a report without content (${name}) can be displayed`, async (open) => {
      const page = await open(name);
      for (const view of viewNames) {
        await openView(page, view);
        assert.ok((await page.textContent("#view")).trim().length > 10, view);
      }
      await page.focus("#tree-calls");
      for (const key of ["ArrowDown", "Enter", "ArrowRight", "End", "Escape"]) await page.keyboard.press(key);
      assert.match(await page.textContent("#tree-system"), /no locations/);
      await t.picture(page, name);
    });
}

async function checkSurroundings(t) {
  await t.check("the theme follows the system, and the button changes it", async (open) => {
    const page = await open("full", { colorScheme: "dark" });
    const ground = () =>
      page.evaluate(() => getComputedStyle(document.querySelector(".pane")).backgroundColor);
    const dark = await ground();
    await page.click("[aria-label='Light colours']");
    assert.notEqual(await ground(), dark);
    await page.reload();
    await page.evaluate(() => lull.ready.then(() => undefined));
    assert.notEqual(await ground(), dark, "the choice is remembered");
  });

  await t.check("the page works where nothing can be stored", async (open) => {
    const page = await open("full");
    await page.addInitScript(() =>
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new Error("denied");
        },
      }),
    );
    await page.reload();
    await page.evaluate(() => lull.ready.then(() => undefined));
    await page.click("[aria-label='Dark colours']");
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  });

  await t.check("edges between panes can be moved", async (open) => {
    const page = await open("full");
    const width = () => page.evaluate(() => document.querySelector(".pane").clientWidth);
    const before = await width();
    const edge = await page.locator(".splitter.vertical").first().boundingBox();
    await page.mouse.move(edge.x + 2, edge.y + 100);
    await page.mouse.down();
    await page.mouse.move(edge.x + 82, edge.y + 100, { steps: 4 });
    await page.mouse.up();
    assert.ok(Math.abs((await width()) - before - 80) < 6);
    await page.focus(".splitter.horizontal");
    const height = () => page.evaluate(() => document.querySelector(".views").clientHeight);
    const old = await height();
    await page.keyboard.press("ArrowUp");
    assert.equal(await height(), old + 16);
  });
}

const overflow = (page) =>
  page.evaluate(() => {
    const root = document.documentElement;
    const beyond = [...document.querySelectorAll("button, select, input, h2, .legend, .view-tools > *")]
      .filter(
        (element) =>
          element.getBoundingClientRect().right > innerWidth + 1 ||
          element.getBoundingClientRect().bottom > innerHeight + 1,
      )
      .map((element) => element.outerHTML.slice(0, 80));
    return { scrolls: root.scrollWidth > innerWidth || root.scrollHeight > innerHeight, beyond };
  });

async function checkScreens(t) {
  await t.check("on a narrow screen a finding leads to its time lines, all in sight", async (open) => {
    const page = await open("waits", { viewport: { width: 360, height: 740 } });
    await page.click(".finding-title");
    const places = await page.$$eval(
      "[role=tab][aria-selected=true], .happening, .time-lines canvas",
      (found) =>
        found
          .map((element) => element.getBoundingClientRect())
          .map(({ left, right, width }) => ({ left, right, width })),
    );
    assert.equal(places.length, 3);
    for (const { left, right } of places) assert.ok(left >= 0 && right < 361, JSON.stringify(places));
    assert.ok(places[2].width > 300);
  });

  for (const colorScheme of ["light", "dark"])
    for (const name of ["full", "difference"])
      await t.check(`${name} fits on 1280 × 720, ${colorScheme}`, async (open) => {
        const page = await open(name, { colorScheme });
        await page.evaluate((isFull) => {
          lull.open("metrics", [0, 1]);
          if (isFull) lull.selectMetrics("mpi_latesender");
        }, name === "full");
        for (const view of viewNames) {
          await openView(page, view);
          await page.waitForTimeout(60);
          assert.deepEqual(await overflow(page), { scrolls: false, beyond: [] }, view);
          await t.picture(page, `${name}-${view.toLowerCase().replace(" ", "-")}-${colorScheme}`);
        }
        await page.click("text=Flat");
        await t.picture(page, `${name}-flat-${colorScheme}`);
      });
}
