// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Compares a page of a real report with `lull show --json`.

import assert from "node:assert/strict";
import { factors, parsed, rowsOf } from "../harness.mjs";

const isClose = (a, b) => Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
const tall = { width: 1600, height: 8000 };

/** Returns the value of a cell; missing ones are 0, or NaN for minima and maxima. */
function plainValues(json) {
  const values = new Map();
  for (const { metric, call_path: path, locations, values: numbers } of json.values)
    locations.forEach((location, i) => values.set(`${metric},${path},${location}`, numbers[i]));
  return values;
}

export async function checkNumbers(t, json) {
  await t.check("every value of the report is in the page", async (open) => {
    const page = await open("real");
    const wanted = [...plainValues(json)].map(([key, value]) => [...key.split(",").map(Number), value]);
    const found = await page.evaluate(
      (list) => list.map(([m, path, location]) => lull.value(m, path, location)),
      wanted,
    );
    assert.ok(wanted.length > 0);
    wanted.forEach(([m, path, location, value], i) =>
      assert.ok(
        isClose(found[i], value),
        `${json.metrics[m].name}, call path ${path}, location ${location}: ${found[i]} is ${value}`,
      ),
    );
  });

  await t.check("every metric's total is in its row", async (open) => {
    const page = await open("real", { viewport: tall });
    await page.evaluate(() => document.querySelector("[aria-label^='Show metrics that are zero']")?.click());
    const rows = await rowsOf(page, "metrics");
    assert.equal(rows.length, json.metrics.filter((metric) => metric.parent === null).length);
    for (const row of rows) checkShown(row, json.metrics[row.node].total, json.metrics[row.node].name);
  });

  await t.check("call paths and locations have the sums of the report", async (open) => {
    const page = await open("real", { viewport: tall });
    const busiest = [...json.metrics]
      .filter(({ type }) => type !== "minimum" && type !== "maximum")
      .sort((a, b) => valuesOf(json, b.id) - valuesOf(json, a.id))
      .slice(0, 6);
    for (const { id, name } of busiest) {
      await page.evaluate((m) => {
        lull.reset();
        lull.selectMetrics(m);
      }, id);
      await page.click(".pane:nth-of-type(2) [aria-label='Open all']");
      await page.click(".pane:nth-of-type(3) [aria-label='Open all']");
      const scale = factors[await page.textContent(".pane:nth-of-type(2) .pane-unit")] ?? 1;
      const exclusive = sumsBy(json, id, "path");
      for (const row of await rowsOf(page, "calls"))
        checkShown(row, exclusive.get(row.node) ?? 0, `${name} in call path ${row.node}`, scale);
      const ofLocation = sumsBy(json, id, "location");
      const shown = await page.evaluate(() => lull.locationValues());
      shown.forEach((value, location) =>
        assert.ok(isClose(value, ofLocation.get(location) ?? 0), `${name} on location ${location}`),
      );
    }
  });
}

const valuesOf = (json, metric) => json.values.filter((row) => row.metric === metric).length;

/** Sums the metric's own values, which a closed row shows. */
function sumsBy(json, metric, what) {
  const sums = new Map();
  for (const row of json.values) {
    if (row.metric !== metric) continue;
    row.locations.forEach((location, i) => {
      const key = what === "path" ? row.call_path : location;
      sums.set(key, (sums.get(key) ?? 0) + row.values[i]);
    });
  }
  return sums;
}

/** The displayed number is the value, rounded to its last decimal. */
function checkShown(row, value, what, scale = factors[row.unit] ?? 1) {
  const decimals = (row.number.split(".")[1] ?? "").length;
  const exact = value / scale;
  const within = 0.5000001 * 10 ** -decimals;
  assert.ok(
    Math.abs(parsed(row.number) - exact) <= within + 1e-9 * Math.abs(exact),
    `${what}: "${row.number} ${row.unit}" is ${value}`,
  );
}
