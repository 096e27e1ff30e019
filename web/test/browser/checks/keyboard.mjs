// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The keyboard can do everything that the mouse can: Tab reaches every control and shows the focus; keys work in each
// view; Escape cancels a drag.

import assert from "node:assert/strict";
import { openView, selected } from "../harness.mjs";
import { viewNames } from "./robustness.mjs";

/** Numbers all visible controls; Tab needs to reach only one of a group with arrow keys (tabs, bars). */
const numberControls = (page) =>
  page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll("button, select, input, a[href], canvas, [tabindex], [role=button]"),
    ];
    const isSeen = (element) => element.getClientRects().length > 0 && !element.disabled;
    const groupOf = (element) => element.closest("[role=tablist], .bars");
    const seen = controls.filter(isSeen);
    seen.forEach((element, i) => (element.dataset.control = String(i)));
    return seen
      .filter((element) => element.tabIndex === 0 || !groupOf(element)?.querySelector("[tabindex='0']"))
      .map(({ dataset, outerHTML }) => ({ id: dataset.control, html: outerHTML.slice(0, 120) }));
  });

const focused = (page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element === document.body) return null;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    return {
      id: element.dataset.control,
      html: element.outerHTML.slice(0, 120),
      isMarked: outlineStyle !== "none" && parseFloat(outlineWidth) >= 1 && !/, 0\)$/.test(outlineColor),
    };
  });

async function walk(page) {
  const wanted = await numberControls(page);
  const reached = new Map();
  for (let i = 0; i < wanted.length + 20; ++i) {
    await page.keyboard.press("Tab");
    const at = await focused(page);
    if (!at) continue; // The walk leaves the page, and starts again.
    if (reached.has(at.id)) break;
    reached.set(at.id, at);
  }
  return {
    missed: wanted.filter(({ id }) => !reached.has(id)).map(({ html }) => html),
    unmarked: [...reached.values()].filter(({ isMarked }) => !isMarked).map(({ html }) => html),
  };
}

export async function checkKeyboard(t, names) {
  for (const name of names)
    await t.check(`Tab reaches all controls of ${name}, and shows where it is`, async (open) => {
      const page = await open(name);
      for (const view of viewNames) {
        await openView(page, view);
        const { missed, unmarked } = await walk(page);
        assert.deepEqual(missed, [], `${view}: not reached`);
        assert.deepEqual(unmarked, [], `${view}: no outline`);
      }
    });
  await checkTabs(t);
  await checkMapKeys(t);
  await checkPlaces(t);
  await checkEscape(t);
}

async function checkTabs(t) {
  await t.check("arrow keys go through all tabs", async (open) => {
    const page = await open("waits");
    await page.focus("#tab-findings");
    for (const view of [...viewNames.slice(1), viewNames[0]]) {
      await page.keyboard.press("ArrowRight");
      assert.match(await page.textContent("[role=tab][aria-selected=true]"), new RegExp(`^${view}`));
      assert.ok(await page.evaluate(() => document.activeElement.getAttribute("aria-selected") === "true"));
    }
    await page.keyboard.press("End");
    assert.match(await page.textContent("[role=tab][aria-selected=true]"), /^Report/);
  });
}

async function checkMapKeys(t) {
  await t.check("in the map keys choose a stretch of time and rows", async (open) => {
    const page = await open("waits");
    await openView(page, "Over time");
    await page.focus(".view canvas");
    for (const key of ["ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
    assert.match(await page.textContent(".status"), /^MPI Rank 1: .* waiting 62\.5 %$/);
    await page.keyboard.press("Enter");
    assert.deepEqual(await selected(page, "system"), ["MPI Rank 1"]);
    await page.keyboard.press("Enter");
    assert.deepEqual(await selected(page, "system"), []);
    await page.keyboard.press("ArrowRight");
    assert.match(await page.textContent(".stretch"), /from 0 s to 400\.00 ms/);
    await page.keyboard.press("Shift+ArrowRight");
    assert.match(await page.textContent(".stretch"), /from 0 s to 600\.00 ms|from 0 s to 1\.0000 s/);
    await page.focus("#tree-system");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    assert.deepEqual(await selected(page, "system"), []);
    assert.equal(await page.locator(".stretch").count(), 1);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".stretch").count(), 0);
  });
}

async function checkPlaces(t) {
  await t.check("cells of the topology and bars of the system box are reached and selected", async (open) => {
    const page = await open("full");
    await openView(page, "Topology");
    await page.focus(".view canvas");
    for (const key of ["ArrowRight", "ArrowRight", "Enter"]) await page.keyboard.press(key);
    assert.match(await page.textContent(".status"), /^MPI Rank 1.*x 1, y 0, z 0/);
    assert.deepEqual(await selected(page, "system"), ["MPI Rank 1"]);
    await openView(page, "System box");
    await page.focus(".bars rect[tabindex='0']");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    const label = await page.evaluate(() => document.activeElement.getAttribute("aria-label"));
    const chip = await page.textContent("section[aria-label='System'] .chip");
    assert.equal(Number.parseInt(chip, 10), Number.parseInt(label, 10));
  });
}

async function checkEscape(t) {
  await t.check("Escape cancels a drag", async (open) => {
    const page = await open("waits");
    const places = () =>
      page.$$eval(".splitter", (edges) => edges.map((edge) => JSON.stringify(edge.getBoundingClientRect())));
    for (const edge of await page.$$(".splitter")) {
      const { x, y, width, height } = await edge.boundingBox();
      const before = await places();
      await page.mouse.move(x + width / 2, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(x - 60, y - 60, { steps: 3 });
      assert.notDeepEqual(await places(), before);
      await page.keyboard.press("Escape");
      await page.mouse.move(x - 90, y - 90, { steps: 3 });
      await page.mouse.up();
      assert.deepEqual(await places(), before);
    }
    await openView(page, "Over time");
    const { x, y, width } = await page.locator(".view canvas").boundingBox();
    const drag = async (from, to) => {
      await page.mouse.move(x + width * from, y + 40);
      await page.mouse.down();
      await page.mouse.move(x + width * to, y + 40, { steps: 3 });
    };
    await drag(0.3, 0.6);
    await page.mouse.up();
    const before = await page.textContent(".stretch");
    await drag(0.5, 0.9);
    assert.notEqual(await page.textContent(".stretch"), before);
    await page.keyboard.press("Escape");
    await page.mouse.up();
    assert.equal(await page.textContent(".stretch"), before);
    assert.deepEqual(await selected(page, "system"), []);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".stretch").count(), 0);
  });
}
