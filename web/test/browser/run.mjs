// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Clicks through pages in Chromium.
//   node test/browser/run.mjs [--screenshots DIR]                              with made-up reports
//   node test/browser/run.mjs --lull LULL --report REPORT... [--screenshots DIR]  and with pages that Lull exports

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { asBlob, buildTemplate, load, writePage } from "../page_file.mjs";
import { checkAxe } from "./checks/axe.mjs";
import { checkKeyboard } from "./checks/keyboard.mjs";
import { checkMoments } from "./checks/moments.mjs";
import { checkNumbers } from "./checks/numbers.mjs";
import { checkPrint } from "./checks/print.mjs";
import { checkRobustness, viewNames } from "./checks/robustness.mjs";
import { checkTrees } from "./checks/trees.mjs";
import { checkViews } from "./checks/views.mjs";
import { launch } from "./browsers.mjs";
import { Harness, openView } from "./harness.mjs";

const { values: options } = parseArgs({
  options: {
    lull: { type: "string" },
    report: { type: "string", multiple: true, default: [] },
    screenshots: { type: "string" },
  },
});

async function makePages(directory) {
  const fixtures = await load("test/fixtures.ts");
  const template = buildTemplate(directory);
  const write = (name, blob) => writePage(template, blob, join(directory, `${name}.html`));
  const of = (name, fixture) => write(name, asBlob(fixtures.encodeFixture(fixture)));
  const full = asBlob(fixtures.encodeFixture(fixtures.fullReport()));
  return {
    full: write("full", full),
    difference: of("difference", fixtures.differenceReport()),
    hostile: of("hostile", fixtures.hostileReport()),
    empty: of("empty", fixtures.emptyReport()),
    nowhere: of("nowhere", fixtures.noLocations()),
    waits: of("waits", fixtures.waitingReport()),
    compared: of("compared", fixtures.comparedReport()),
    blank: write("blank", ""),
    cut: write("cut", full.slice(0, full.length - (full.length % 4) - 400)),
    nonsense: write("nonsense", "<this is not base64>"),
    other: write("other", asBlob(Buffer.alloc(500, "other bytes"))),
  };
}

/** Returns the page that Lull makes of the report, and the output of `lull show`. */
async function exported(directory, report) {
  const run = (...given) => execFileSync(options.lull, given, { encoding: "utf8", maxBuffer: 2 ** 30 });
  const page = join(directory, "real.html");
  run("view", report, "--export", page);
  return { page, json: JSON.parse(run("show", report, "--json")) };
}

async function picturesOf(t, name) {
  for (const colorScheme of ["light", "dark"])
    await t.check(`the exported page works, ${colorScheme}`, async (open) => {
      const page = await open("real", { colorScheme });
      for (const view of viewNames) {
        await openView(page, view);
        await page.waitForTimeout(60);
        await t.picture(page, `${name}-${view.toLowerCase().replace(" ", "-")}-${colorScheme}`);
      }
    });
}

const directory = mkdtempSync(join(tmpdir(), "lull-pages-"));
if (options.screenshots) mkdirSync(options.screenshots, { recursive: true });
const browser = await launch("chromium");
const t = new Harness(browser, await makePages(directory), options.screenshots);
console.log("Made-up reports");
await checkTrees(t);
await checkViews(t);
await checkMoments(t);
await checkRobustness(t);
await checkKeyboard(t, ["full", "waits", "difference"]);
await checkAxe(t, ["full", "waits"]);
await checkPrint(t, ["full", "waits", "hostile"]);
/** The picture on the project's first page: one finding, down to its calls. */
async function frontPicture(t) {
  await t.check("a finding can be followed to its worst instance", async (open) => {
    const page = await open("real");
    const shown = await page.evaluate(() => {
      const { lull } = window;
      const metrics = lull.report().metrics;
      const late = metrics.findIndex(({ name }) => name === "mpi_latesender");
      if (late < 0) return false;
      const above = [];
      for (let metric = metrics[late].parent; metric >= 0; metric = metrics[metric].parent)
        above.push(metric);
      lull.open("metrics", above);
      lull.selectMetrics(late);
      return true;
    });
    assert.ok(shown, "the first report has no late senders to follow");
    await openView(page, "Worst instances");
    await page.waitForTimeout(100);
    await t.picture(page, "front");
  });
}

for (const report of options.report) {
  const { page, json } = await exported(directory, report);
  t.pages.real = page;
  console.log(report);
  await checkNumbers(t, json);
  if (report === options.report[0]) {
    await frontPicture(t);
    await checkAxe(t, ["real"]);
  }
  await picturesOf(t, basename(report, ".cubex"));
}
await browser.close();
rmSync(directory, { recursive: true });
console.log(`${t.passed} passed, ${t.failures} failed`);
process.exit(t.failures > 0 ? 1 : 0);
