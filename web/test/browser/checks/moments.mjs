// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The views of instances and iterations.

import assert from "node:assert/strict";
import { clickRow, colours, openView } from "../harness.mjs";

export async function checkMoments(t) {
  await checkInstances(t);
  await checkIterations(t);
}

async function checkInstances(t) {
  await t.check("the worst instances are drawn, zoomed and moved", async (open) => {
    const page = await open("full");
    await openView(page, "Worst instances");
    assert.equal(await page.locator("[role=option]").count(), 3);
    await page.evaluate(() => lull.selectMetrics("mpi_latesender"));
    assert.equal(await page.locator("[role=option]").count(), 2);
    assert.match(await page.textContent("[role=option]"), /88\.200 ms.*MPI_Recv.*MPI Rank 63/);
    const canvas = await page.locator(".view canvas").boundingBox();
    await page.mouse.move(canvas.x + 400, canvas.y + 29);
    assert.match(await page.textContent(".tip"), /MPI_Recv.*MPI Rank 63.*92\.200 ms/);
    const whole = page.locator("text=Whole window");
    assert.ok(await whole.isDisabled());
    await page.mouse.wheel(0, -300);
    await page.waitForFunction(() => !document.querySelector(".time-lines button").disabled);
    await page.mouse.down();
    await page.mouse.move(canvas.x + 300, canvas.y + 60, { steps: 4 });
    await page.mouse.up();
    await whole.click();
    assert.ok(await whole.isDisabled());
    await page.evaluate(() => lull.selectMetrics("visits"));
    await page.click("#view .links button:has-text('Late Sender')");
    assert.equal(await page.locator("[role=option]").count(), 2);
  });
}

async function checkIterations(t) {
  await t.check("iterations are painted and describe their cost, for mouse and keyboard", async (open) => {
    const page = await open("full");
    await page.evaluate(() => lull.selectMetrics("mpi_latesender"));
    await openView(page, "Iterations");
    assert.ok((await colours(page)) > 10);
    assert.match(await page.textContent(".status"), /^80 iterations in main > solve, 10 in each column$/);
    assert.match(await page.textContent(".remarks"), /Rank 63 began late/);
    await page.focus(".view canvas");
    for (const key of ["End", "ArrowLeft", "ArrowLeft"]) await page.keyboard.press(key);
    const total = await page.evaluate(() => lull.total("mpi_latesender"));
    const status = await page.textContent(".status");
    assert.match(status, /^All rows, iterations 51 to 60, .*, from 2\.0000 s, for 200\.00 ms$/);
    assert.equal(Number(/([\d.]+) ms/.exec(status)[1]).toPrecision(4), (250 * total).toPrecision(4));
    for (let i = 0; i < 7; ++i) await page.keyboard.press("PageDown");
    const rank = /^MPI Rank 63, .*60, ([\d.]+) ms/.exec(await page.textContent(".status"));
    const value = await page.evaluate(() => lull.value("mpi_latesender", 5, 63));
    assert.equal(Number(rank[1]).toPrecision(4), (250 * value).toPrecision(4));
    const canvas = await page.locator(".view canvas").boundingBox();
    await page.mouse.move(canvas.x + canvas.width - 30, canvas.y + canvas.height - 18);
    assert.match(await page.textContent(".tip"), /MPI Rank 63.*iterations 71 to 80.* ms/);
    await page.selectOption("[aria-label='Rows']", "nodes");
    await page.mouse.move(canvas.x + canvas.width - 31, canvas.y + 60);
    assert.match(await page.textContent(".tip"), /node0/);
  });

  await t.check("an iteration leads to its worst instance, if there is one", async (open) => {
    const page = await open("full");
    await page.evaluate(() => lull.selectMetrics("mpi_latesender"));
    await openView(page, "Iterations");
    await page.focus(".view canvas");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    assert.match(await page.textContent(".status"), /has no instance .* iterations 71 to 80$/);
    for (const key of ["Home", "ArrowRight", "Enter"]) await page.keyboard.press(key);
    assert.match(await page.textContent("[role=option][aria-selected=true]"), /88\.200 ms/);
    await openView(page, "Iterations");
    const canvas = await page.locator(".view canvas").boundingBox();
    await page.mouse.click(canvas.x + 150 + (canvas.width - 162) * 0.2, canvas.y + 100);
    assert.match(await page.textContent("[role=option][aria-selected=true]"), /88\.200 ms/);
  });

  await t.check("metrics without values by iteration are reported", async (open) => {
    const page = await open("full");
    await openView(page, "Iterations");
    await clickRow(page, "calls", "solve");
    assert.match(
      await page.textContent("#view"),
      /Time is known by iteration for all call paths together only/,
    );
    await page.click("text=Select all call paths");
    assert.ok((await colours(page)) > 3);
    await page.evaluate(() => lull.selectMetrics("visits"));
    assert.match(await page.textContent("#view"), /Visits is not known by iteration/);
    await page.click("#view .links button:has-text('Late Sender')");
    assert.ok((await colours(page)) > 10);
    const other = await open("difference");
    await openView(other, "Iterations");
    assert.match(await other.textContent("#view"), /no iterations.*lull analyze --iterations/);
  });
}
