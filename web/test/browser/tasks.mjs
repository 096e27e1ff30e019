// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Answers the question that the page is made for, "which rank, in which function, makes the others wait, and when",
// by clicking and reading like a person, and compares the answers with the report.
//   node test/browser/tasks.mjs --lull LULL --report REPORT... [--browser chromium|firefox] [--screenshots DIR]

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { buildTemplate, writePage } from "../page_file.mjs";
import { browserPath, launch, newPage } from "./browsers.mjs";
import { answers } from "./checks/answers.mjs";

const { values: options } = parseArgs({
  options: {
    lull: { type: "string" },
    report: { type: "string", multiple: true, default: [] },
    browser: { type: "string", multiple: true, default: ["chromium", "firefox"] },
    screenshots: { type: "string" },
  },
});
const mostClicks = 3;

/** Returns the report's data in a page of this build, and the output of `lull show`. */
function pageOf(directory, template, report) {
  const run = (...given) => execFileSync(options.lull, given, { encoding: "utf8", maxBuffer: 2 ** 30 });
  const exported = join(directory, "exported.html");
  run("view", report, "--export", exported);
  const [, blob] = /<script id="lull-report"[^>]*>([^<]*)</.exec(readFileSync(exported, "utf8"));
  const name = basename(report, ".cubex");
  const file = writePage(template, blob.trim(), join(directory, `${name}.html`));
  return { name, file, json: JSON.parse(run("show", report, "--json")) };
}

/** A simulated person, whose clicks are counted. */
function person(page) {
  let clicks = 0;
  return {
    page,
    click: async (selector) => {
      await page.click(selector);
      ++clicks;
    },
    read: (selector) => page.$eval(selector, (element) => element.textContent),
    clicks: () => clicks,
  };
}

async function ask(browser, kind, report) {
  let failures = 0;
  for (const { name, find } of answers) {
    const page = await newPage(browser, { width: 1280, height: 800 });
    await page.goto(pathToFileURL(report.file).href);
    await page.evaluate(() => window.lull.ready.then(() => undefined));
    const reader = person(page);
    try {
      const found = await find(reader, report.json);
      assert.ok(reader.clicks() <= mostClicks, `${reader.clicks()} clicks are more than ${mostClicks}`);
      assert.deepEqual(page.problems, [], "errors in the page");
      console.log(`  ok    ${report.name}, ${kind}, ${name}: ${reader.clicks()} clicks: ${found}`);
    } catch (problem) {
      ++failures;
      console.log(`  FAIL  ${report.name}, ${kind}, ${name}\n${problem.stack ?? problem}`);
    }
    if (options.screenshots)
      await page.screenshot({ path: join(options.screenshots, `${report.name}-${kind}-${name}.png`) });
    await page.close();
  }
  return failures;
}

const directory = mkdtempSync(join(tmpdir(), "lull-tasks-"));
if (options.screenshots) mkdirSync(options.screenshots, { recursive: true });
const template = buildTemplate(directory);
const reports = options.report.map((report) => pageOf(directory, template, report));
let failures = 0;
for (const kind of options.browser) {
  if (!browserPath(kind)) {
    console.log(`SKIPPED: there is no ${kind}`);
    continue;
  }
  const browser = await launch(kind);
  for (const report of reports) failures += await ask(browser, kind, report);
  await browser.close();
}
rmSync(directory, { recursive: true });
process.exit(failures > 0 ? 1 : 0);
