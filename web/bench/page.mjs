// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Measures the speed of a page: the time until it is usable, and for each selection in each tree, including drawing.
// Usage: node bench/page.mjs FILE.html [SELECTIONS]

import { statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { launch } from "../test/browser/browsers.mjs";
import { usual } from "../test/browser/harness.mjs";

const [file, selections = "60"] = process.argv.slice(2);
if (!file) {
  console.error("Usage: node bench/page.mjs FILE.html [SELECTIONS]");
  process.exit(2);
}

const browser = await launch("chromium");

async function open() {
  const page = await browser.newPage({ viewport: usual });
  await page.goto(pathToFileURL(file).href);
  await page.evaluate(() => window.lull.ready.then(() => undefined));
  return page;
}

/** Runs in the page: returns milliseconds from each selection until its result has been laid out. */
async function timeSelections(count) {
  const sizes = lull.sizes();
  const pick = (size) => Math.floor(Math.random() * size);
  const groups = {
    metrics: () => lull.selectMetrics(pick(sizes.metrics)),
    "call paths": () => lull.selectPaths(pick(sizes.paths)),
    locations: () => lull.selectLocations(pick(sizes.locations)),
    "a stretch of locations": () => {
      const begin = pick(sizes.locations);
      lull.selectLocations(
        ...Array.from(
          { length: Math.min(sizes.locations >> 1, sizes.locations - begin) },
          (_, i) => begin + i,
        ),
      );
    },
    "scattered locations": () =>
      lull.selectLocations(
        ...Array.from({ length: sizes.locations >> 1 }, (_, i) => (i * 2 + pick(2)) % sizes.locations),
      ),
    "all call paths": () => lull.selectPaths(0),
  };
  const idle = () => new Promise((resolve) => setTimeout(resolve, 0));
  const times = {};
  for (const [name, select] of Object.entries(groups)) {
    lull.reset();
    await idle();
    times[name] = [];
    for (let i = 0; i < count; ++i) {
      const began = performance.now();
      lull.batch(select);
      await idle();
      document.querySelector(".trees").getBoundingClientRect();
      times[name].push(performance.now() - began);
    }
  }
  return times;
}

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
const ms = (time) => `${time.toFixed(1).padStart(8)} ms`;

console.log(`${file}: ${(statSync(file).size / 2 ** 20).toFixed(2)} MiB`);
const starts = [];
for (let i = 0; i < 3; ++i) {
  const page = await open();
  starts.push(await page.evaluate(() => lull.timings));
  if (i < 2) await page.close();
  else {
    console.log("report", JSON.stringify(await page.evaluate(() => lull.sizes())));
    for (const step of ["start", "base64", "gunzip", "decode", "decoded", "interactive"])
      console.log(`${step.padEnd(24)}${ms(median(starts.map((timings) => timings[step])))}`);
    for (const view of ["metric", "topology", "system"]) {
      await page.evaluate((name) => lull.setView(name), view);
      console.log(`selections with view "${view}": median, greatest`);
      for (const [name, times] of Object.entries(await page.evaluate(timeSelections, Number(selections))))
        console.log(`  ${name.padEnd(24)}${ms(median(times))}${ms(Math.max(...times))}`);
    }
  }
}
await browser.close();
