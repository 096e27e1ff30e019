// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The three trees: values, selections, keyboard, search, order, thresholds.

import assert from "node:assert/strict";
import { clickRow, labels, rowOf, rowsOf, toggleRow, valueOf } from "../harness.mjs";

const total = async (page, tree) => (await rowsOf(page, tree)).reduce((sum, row) => sum + valueOf(row), 0);
const near = (a, b, within = 0.02) => assert.ok(Math.abs(a - b) <= within, `${a} is about ${b}`);

export async function checkTrees(t) {
  await checkCoupling(t);
  await checkSelections(t);
  await checkPercentages(t);
  await checkKeyboard(t);
  await checkSearch(t);
  await checkArrangement(t);
}

async function checkCoupling(t) {
  await t.check("a closed row shows all below it, an open one its own part", async (open) => {
    const page = await open("full");
    const closed = valueOf(await rowOf(page, "metrics", "Time"));
    await toggleRow(page, "metrics", "Time");
    const time = valueOf(await rowOf(page, "metrics", "Time"));
    const mpi = valueOf(await rowOf(page, "metrics", "MPI"));
    near(time + mpi, closed);
    assert.ok(time < closed);
  });

  await t.check("selections in one tree restrict the others", async (open) => {
    const page = await open("full");
    const all = await total(page, "calls");
    await clickRow(page, "calls", "solve");
    await clickRow(page, "system", "node1");
    const restricted = await total(page, "calls");
    assert.ok(restricted < all / 2);
    const time = await rowOf(page, "metrics", "Time");
    assert.ok(valueOf(time) < 10, "the metric tree is restricted to an open call path on one node");
    await page.check("text=CUBE order");
    near(await total(page, "calls"), all, 0.05);
    near(valueOf(await rowOf(page, "metrics", "Time")), 84.9, 0.1);
  });
}

async function checkSelections(t) {
  await t.check("several rows add up, and Escape takes the selection back", async (open) => {
    const page = await open("full");
    await clickRow(page, "calls", "MPI_Recv");
    const one = await total(page, "system");
    await clickRow(page, "calls", "MPI_Waitall", { modifiers: ["Control"] });
    const two = await total(page, "system");
    const waitall = valueOf(await rowOf(page, "calls", "MPI_Waitall"));
    near(two, one + waitall);
    await clickRow(page, "calls", "MPI_Allreduce", { modifiers: ["Shift"] });
    assert.equal((await rowsOf(page, "calls")).filter((row) => row.isSelected).length, 3);
    await page.keyboard.press("Escape");
    assert.equal((await rowsOf(page, "calls")).filter((row) => row.isSelected).length, 0);
    near(await total(page, "system"), 84.9, 0.1);
  });

  await t.check("metrics of one unit add up, others replace the selection", async (open) => {
    const page = await open("full");
    await page.evaluate(() => lull.open("metrics", [0, 1]));
    await clickRow(page, "metrics", "Late Sender");
    const late = await total(page, "system");
    await clickRow(page, "metrics", "Wait at N × N", { modifiers: ["Control"] });
    near(await total(page, "system"), late + 1.64, 0.01);
    await toggleRow(page, "metrics", "MPI");
    await clickRow(page, "metrics", "MPI", { modifiers: ["Control"] });
    near(await total(page, "system"), valueOf(await rowOf(page, "metrics", "MPI")), 0.01);
    await clickRow(page, "metrics", "Visits", { modifiers: ["Control"] });
    assert.deepEqual(
      (await rowsOf(page, "metrics")).filter((row) => row.isSelected).map((row) => row.label),
      ["Visits"],
    );
    assert.equal((await rowOf(page, "calls", "MPI_Init")).number, "192");
  });
}

async function checkPercentages(t) {
  await t.check("percentages are of the root, of the selection, of the second report", async (open) => {
    const page = await open("full");
    const mode = (value) => page.selectOption("[aria-label='How values are shown']", value);
    await mode("root");
    assert.equal((await rowOf(page, "metrics", "Time")).number, "100.00");
    near(await total(page, "calls"), 100, 0.1);
    await clickRow(page, "calls", "MPI_Recv");
    await mode("selection");
    near(await total(page, "system"), 100, 0.1);
    assert.equal((await rowOf(page, "metrics", "Time")).number, "100.00");
    await page.keyboard.press("Escape");
    await mode("reference");
    near(valueOf(await rowOf(page, "metrics", "Time")), 84.9, 0.1);
    near(valueOf(await rowOf(page, "metrics", "Visits")), 168, 0.1);
    assert.equal((await rowOf(page, "metrics", "Longest call")).unit, "ms");
    const other = await open("difference");
    assert.ok(await other.$eval("option[value=reference]", (option) => option.disabled));
  });

  await t.check("shares of a difference whose whole is zero are of the largest part", async (open) => {
    const page = await open("difference");
    await page.selectOption("[aria-label='How values are shown']", "root");
    assert.equal((await rowOf(page, "calls", "MPI_Send")).number, "−100.00");
    assert.equal((await rowOf(page, "calls", "compute")).number, "40.00");
    assert.match(await page.textContent(".foot-note"), /largest/);
  });

  await t.check("least and greatest values are not summed", async (open) => {
    const page = await open("full");
    await clickRow(page, "metrics", "Longest call");
    await page.evaluate(() => lull.open("calls", [0], false));
    const whole = valueOf(await rowOf(page, "calls", "app.exe"));
    near(whole, valueOf(await rowOf(page, "metrics", "Longest call")), 1e-9);
  });
}

async function checkKeyboard(t) {
  await t.check("every tree can be used from the keyboard", async (open) => {
    const page = await open("full");
    await page.focus("#tree-calls");
    const focused = async () => (await rowsOf(page, "calls")).find((row) => row.isFocused)?.label;
    const press = async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press("ArrowDown", "ArrowDown");
    assert.equal(await focused(), "main");
    await press("ArrowLeft");
    assert.deepEqual(await labels(page, "calls"), ["app.exe", "main"]);
    await press("ArrowRight", "ArrowRight");
    assert.equal(await focused(), "MPI_Init");
    await press("ArrowLeft");
    assert.equal(await focused(), "main");
    await press("End");
    assert.equal(await focused(), "MPI_File_write_all");
    await press("Home");
    assert.equal(await focused(), "app.exe");
    await press("End", "Enter");
    assert.ok((await rowOf(page, "calls", "MPI_File_write_all")).isSelected);
    await press("ArrowUp", "Control+Space");
    assert.equal((await rowsOf(page, "calls")).filter((row) => row.isSelected).length, 2);
    await press("Escape");
    assert.equal((await rowsOf(page, "calls")).filter((row) => row.isSelected).length, 0);
    await press("/");
    assert.equal(
      await page.evaluate(() => document.activeElement.getAttribute("aria-label")),
      "Search in Call paths",
    );
  });

  await t.check("the tabulator goes from tree to tree", async (open) => {
    const page = await open("full");
    await page.focus("#tree-metrics");
    const reached = new Set();
    for (let i = 0; i < 40; ++i) {
      await page.keyboard.press("Tab");
      reached.add(await page.evaluate(() => document.activeElement.id));
    }
    for (const id of ["tree-calls", "tree-system"]) assert.ok(reached.has(id), id);
  });
}

async function checkSearch(t) {
  await t.check("search opens the way to what it finds and marks it", async (open) => {
    const page = await open("full");
    await page.fill("[aria-label='Search in System']", "rank 37");
    assert.equal((await rowsOf(page, "system")).find((row) => row.isFocused).label, "MPI Rank 37");
    assert.equal(await page.textContent("#tree-system mark"), "Rank 37");
    await page.evaluate(() => lull.open("calls", [0], false));
    await page.fill("[aria-label='Search in Call paths']", "MPI_Send");
    await page.press("[aria-label='Search in Call paths']", "Enter");
    assert.equal(await page.textContent(".search-count"), "2/2");
    assert.equal(await page.locator("#tree-calls mark").count(), 2);
    await page.fill("[aria-label='Search in Metrics']", "nothing like this");
    assert.equal(await page.textContent(".pane:first-child .search-count"), "none");
  });
}

async function checkArrangement(t) {
  await t.check("rows can be sorted by value and by name", async (open) => {
    const page = await open("full");
    await page.evaluate(() => lull.open("system", [1]));
    await page.selectOption("[aria-label='Order of System']", "value");
    const values = (await rowsOf(page, "system")).filter((row) => row.level === 3).map((row) => valueOf(row));
    assert.deepEqual(
      values,
      [...values].sort((a, b) => b - a),
    );
    await page.selectOption("[aria-label='Order of Metrics']", "name");
    assert.deepEqual(await labels(page, "metrics"), [
      "Bytes sent",
      "Longest call",
      "Shortest call",
      "Time",
      "Visits",
    ]);
  });

  await t.check("rows below a share of the root are hidden", async (open) => {
    const page = await open("full");
    const before = (await labels(page, "calls")).length;
    await page.fill(".threshold", "5");
    const after = await labels(page, "calls");
    assert.ok(after.length < before && after.includes("MPI_Recv") && !after.includes("MPI_Init"));
    await page.fill(".threshold", "");
    assert.equal((await labels(page, "calls")).length, before);
  });

  await t.check("metrics that are zero everywhere appear on demand", async (open) => {
    const page = await open("full");
    assert.ok(!(await labels(page, "metrics")).includes("Idle threads"));
    await page.click("[aria-label^='Show metrics that are zero']");
    assert.equal((await rowOf(page, "metrics", "Idle threads")).number, "0");
  });

  await t.check("the path of the largest values opens", async (open) => {
    const page = await open("full");
    await page.evaluate(() => lull.selectMetrics("mpi_latesender"));
    await page.evaluate(() => lull.open("calls", [0], false));
    await page.click(".pane:nth-of-type(2) [aria-label^='Open the path']");
    assert.equal((await rowsOf(page, "calls")).find((row) => row.isFocused).label, "MPI_Recv");
  });

  await t.check("the flat view adds up regions, recursion once", async (open) => {
    const page = await open("full");
    await page.click("text=Flat");
    const inclusive = valueOf(await rowOf(page, "regions", "sweep"));
    assert.equal((await rowOf(page, "regions", "app.exe")).number, "84.903");
    await page.click("text=Excl");
    const exclusive = valueOf(await rowOf(page, "regions", "sweep"));
    near(exclusive, 9.647 + 9.562, 0.01);
    near(inclusive, exclusive + 4.78 + 1.955, 0.01);
    near(await total(page, "regions"), 84.9, 0.1);
    await clickRow(page, "regions", "sweep");
    near(await total(page, "system"), exclusive, 0.01);
  });
}
