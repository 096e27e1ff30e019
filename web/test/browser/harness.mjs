// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Shared by all browser checks: a browser, pages with fixtures, rows of trees, and counting of failures.

import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bePatient } from "./browsers.mjs";

export const usual = { width: 1280, height: 720 };

export class Harness {
  failures = 0;
  passed = 0;

  constructor(browser, pages, screenshots) {
    this.browser = browser;
    this.pages = pages;
    this.screenshots = screenshots;
  }

  /** Opens a page; any error in it, and any attempt to reach the network, fails the check. */
  async open(name, { viewport = usual, colorScheme = "light", hash = "" } = {}) {
    const context = await this.browser.newContext({ viewport, colorScheme });
    bePatient(context);
    const page = await context.newPage();
    page.problems = [];
    page.on("pageerror", (error) => page.problems.push(error.message));
    page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
    page.on("request", (request) => {
      if (!/^(file|data|blob):/.test(request.url())) page.problems.push(`asked for ${request.url()}`);
    });
    await page.goto(pathToFileURL(this.pages[name]).href + hash);
    await page.evaluate(() => window.lull.ready.then(() => undefined));
    return page;
  }

  async check(sentence, body) {
    const opened = [];
    const open = async (...given) => {
      const page = await this.open(...given);
      opened.push(page);
      return page;
    };
    try {
      await body(open);
      for (const page of opened) assert.deepEqual(page.problems, [], "errors in the page");
      this.passed++;
      console.log(`  ok    ${sentence}`);
    } catch (problem) {
      this.failures++;
      console.log(`  FAIL  ${sentence}\n${String(problem.stack ?? problem).replace(/^/gm, "        ")}`);
      if (opened.length > 0) await this.picture(opened.at(-1), `failed-${this.failures}`);
    }
    for (const page of opened) await page.context().close();
  }

  async picture(page, name) {
    if (this.screenshots) await page.screenshot({ path: join(this.screenshots, `${name}.png`) });
  }
}

const rowSelector = (tree) => `#tree-${tree} [role=treeitem]`;

/** The rows on the screen: label, number with unit, and states. */
export const rowsOf = (page, tree) =>
  page.$$eval(rowSelector(tree), (rows) =>
    rows.map((row) => ({
      label:
        row.querySelector(".label").firstChild?.textContent === undefined
          ? ""
          : [...row.querySelector(".label").childNodes]
              .filter((part) => !part.classList?.contains("detail"))
              .map((part) => part.textContent)
              .join(""),
      number: row.querySelector(".number").textContent,
      unit:
        row.querySelector(".unit")?.textContent ??
        row.closest(".pane").querySelector(".pane-unit")?.textContent ??
        "",
      isOpen: row.getAttribute("aria-expanded"),
      isSelected: row.getAttribute("aria-selected") === "true",
      isFocused: row.classList.contains("focused"),
      level: Number(row.getAttribute("aria-level")),
      node: Number(row.dataset.node),
    })),
  );

export async function rowOf(page, tree, label) {
  const found = (await rowsOf(page, tree)).find((row) => row.label === label);
  assert.ok(found, `there is a row "${label}" in ${tree}`);
  return found;
}

export async function clickRow(page, tree, label, options = {}) {
  const { node } = await rowOf(page, tree, label);
  await page.click(`#${tree}-${node} .label`, options);
}

export async function toggleRow(page, tree, label) {
  const { node } = await rowOf(page, tree, label);
  await page.click(`#${tree}-${node} .twisty`);
}

export const labels = async (page, tree) => (await rowsOf(page, tree)).map((row) => row.label);

export const openView = (page, name) => page.click(`role=tab[name=/^${name}/]`);

/** Converts "−1,234.5" to a number. */
export const parsed = (text) => Number(text.replace(/−/g, "-").replace(/,/g, ""));

export const factors = {
  s: 1,
  ms: 1e-3,
  µs: 1e-6,
  ns: 1e-9,
  B: 1,
  KiB: 1024,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
  PiB: 2 ** 50,
  "%": 0.01,
};

/** Returns the value of a row: seconds, bytes, counts, or percent. */
export const valueOf = (row) => parsed(row.number) * (row.unit === "%" ? 1 : (factors[row.unit] ?? 1));

/** Labels of the selected rows. */
export const selected = async (page, tree) =>
  (await rowsOf(page, tree)).filter((row) => row.isSelected).map((row) => row.label);

/** Returns the number of different colours of a canvas at sample points. */
export const colours = (page) =>
  page.$eval(".view canvas", (canvas) => {
    const seen = new Set();
    const { data, width, height } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    for (let y = 4; y < height; y += 9)
      for (let x = 4; x < width; x += 9)
        seen.add(data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4).join());
    return seen.size;
  });
