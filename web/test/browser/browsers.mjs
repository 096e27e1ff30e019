// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Chromium through Playwright, Firefox through WebDriver BiDi. Their pages share the functions that tasks need: goto,
// evaluate, click, screenshot.

import { execFileSync } from "node:child_process";
import { chromium } from "playwright-core";

/** Milliseconds after which a browser counts as hung, however busy the machine is. */
const patience = 300_000;

const programs = {
  chromium: ["chromium", "chromium-browser", "google-chrome"],
  firefox: ["firefox", "firefox-esr"],
};

/** Returns the browser's path, or that of the program named by the variable CHROMIUM or FIREFOX; null: none. */
export function browserPath(kind) {
  const chosen = process.env[kind.toUpperCase()];
  if (chosen) return chosen;
  for (const name of programs[kind]) {
    try {
      return execFileSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim();
    } catch {
      // Not this one.
    }
  }
  return null;
}

export async function launch(kind) {
  const executablePath = browserPath(kind);
  if (!executablePath) throw new Error(`There is no ${kind} here: install it, or name its program.`);
  if (kind === "chromium") return launchChromium(executablePath);
  const { launch: launchFirefox } = await import("puppeteer-core");
  const [timeout, protocolTimeout] = [patience, patience];
  return launchFirefox({ browser: "firefox", executablePath, headless: true, timeout, protocolTimeout });
}

const launchChromium = (executablePath) =>
  chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"], timeout: patience });

/** Extends the timeouts of all actions in the page, or in all pages of the context. */
export function bePatient(page) {
  page.setDefaultTimeout(patience);
  page.setDefaultNavigationTimeout(patience);
}

/** Returns a new page of the given size, with `problems` for errors in it. */
export async function newPage(browser, { width, height }) {
  const page = await browser.newPage();
  await (page.setViewportSize ?? page.setViewport).call(page, { width, height });
  bePatient(page);
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(error.message));
  return page;
}
