// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The views below the trees.

import assert from "node:assert/strict";
import { clickRow, colours, openView, selected } from "../harness.mjs";

export async function checkViews(t) {
  await checkFindings(t);
  await checkMap(t);
  await checkMatrix(t);
  await checkComparison(t);
  await checkNotesAndTables(t);
  await checkTexts(t);
  await checkTopology(t);
  await checkDistributions(t);
  await checkAddress(t);
}

async function checkFindings(t) {
  await t.check("findings come first, and lead to where they are worst", async (open) => {
    const page = await open("waits");
    const text = await page.textContent("#view");
    for (const part of [
      "8.0000 s on 4 locations",
      "(28.1 %) is waiting",
      "MPI Rank 0 in main/MPI_Send",
      "Send earlier.",
    ])
      assert.ok(text.includes(part), `${part}: ${text}`);
    await page.click(".finding-title");
    assert.deepEqual(await selected(page, "metrics"), ["Late Sender"]);
    assert.deepEqual(await selected(page, "calls"), ["MPI_Recv"]);
    assert.deepEqual(await selected(page, "system"), ["MPI Rank 1"]);
    assert.match(
      await page.textContent(".time-lines .view-tools"),
      /waiting for MPI Rank 0, which is in main/,
    );
    await openView(page, "Findings");
    await page.click(".finding .link");
    assert.deepEqual(await selected(page, "metrics"), ["Late Sender, caused"]);
  });
}

async function checkMap(t) {
  await t.check(
    "the map shows waiting over time, and restricts instances to a stretch of time",
    async (open) => {
      const page = await open("waits");
      await openView(page, "Over time");
      assert.match(await page.textContent(".view-tools"), /computation.*in libraries.*all kinds of waiting/);
      const canvas = await page.locator(".view canvas").boundingBox();
      const at = (share, row) => [canvas.x + 90 + (canvas.width - 94) * share, canvas.y + 6 + 22 * row + 11];
      await page.mouse.move(...at(0.5, 1));
      assert.match(await page.textContent(".tip"), /MPI Rank 1.*in libraries 100\.0 %.*Late Sender 100\.0 %/);
      assert.ok((await colours(page)) >= 3);
      await page.mouse.move(...at(0.8, 0));
      await page.mouse.down();
      await page.mouse.move(...at(0.99, 0), { steps: 4 });
      await page.mouse.up();
      assert.match(await page.textContent(".stretch"), /Only from 6\..* s to 7\..* s/);
      await page.evaluate(() => lull.selectMetrics("mpi_latesender"));
      await openView(page, "Worst instances");
      assert.equal(await page.locator(".instance-list .list-row").count(), 1);
      assert.match(await page.textContent(".instance-list"), /MPI Rank 3/);
      await page.click(".stretch .link");
      assert.equal(await page.locator(".instance-list .list-row").count(), 2);
      await openView(page, "Over time");
      await page.focus(".view canvas");
      await page.keyboard.press("ArrowRight");
      assert.match(await page.textContent(".stretch"), /Only from 0/);
      await page.keyboard.press("Escape");
      assert.equal(await page.locator(".stretch").count(), 0);
      await page.mouse.click(...at(0.5, 3));
      assert.deepEqual(await selected(page, "system"), ["MPI Rank 3"]);
    },
  );
}

async function checkComparison(t) {
  await t.check("a second report's values are shown, subtracted, or divided", async (open) => {
    const page = await open("compared");
    const text = await page.textContent(".view");
    assert.match(text, /before\.cubex had 4 locations and took 7.* s, now 8.* s \(\+14\.3 %\)/);
    assert.match(text, /Late Sender.*worse: \+2.* s \(\+28\.6 %\)/);
    assert.match(text, /Found before, not now.*Wait at Barrier.*4.* s before, 0 s now.*gone/);
    const numbers = async (label) =>
      (
        await page
          .locator("#tree-metrics .row", { hasText: label })
          .first()
          .locator(".number")
          .allTextContents()
      ).map(Number.parseFloat);
    assert.deepEqual(await numbers("Time"), [32, 28]);
    await page.selectOption("[aria-label='How values are shown']", "difference");
    assert.deepEqual(await numbers("Time"), [4, 28]);
    await page.selectOption("[aria-label='How values are shown']", "ratio");
    assert.deepEqual(await numbers("Time"), [1.14, 28]);
    await page.click("text=Wait at Barrier");
    assert.match(
      await page.getAttribute("#tree-metrics .row.selected", "title"),
      /second report, inclusive: 4/,
    );
  });
}

async function checkMatrix(t) {
  await t.check("the matrix shows messages and waiting between processes", async (open) => {
    const page = await open("waits");
    await openView(page, "Communication");
    const canvas = await page.locator(".view canvas").boundingBox();
    const names = 28 + "MPI Rank 0".length * 6.2;
    const at = (from, to) => [canvas.x + names + 44 * to + 20, canvas.y + 16 + 22 * from + 10];
    await page.mouse.move(...at(0, 1));
    assert.match(
      await page.textContent(".tip"),
      /MPI Rank 0 → MPI Rank 1.*2 messages, 800 bytes.*waits 5.* s for it/,
    );
    assert.ok((await colours(page)) >= 3);
    await page.mouse.click(...at(2, 1));
    assert.deepEqual(await selected(page, "system"), ["MPI Rank 1", "MPI Rank 2"]);
    await page.selectOption("[aria-label='What the matrix shows']", "waiting");
    await page.focus(".view canvas");
    await page.keyboard.press("ArrowDown");
    assert.match(await page.textContent(".cursor-text"), /MPI Rank 0 → MPI Rank 0.*no messages/);
    await page.keyboard.press("ArrowRight");
    assert.match(await page.textContent(".cursor-text"), /MPI Rank 0 → MPI Rank 1.*waits 5.* s/);
    await page.keyboard.press("Enter");
    assert.deepEqual(await selected(page, "system"), ["MPI Rank 0", "MPI Rank 1"]);
    await page.keyboard.press("Escape");
    assert.equal(await page.textContent(".cursor-text"), "");
  });
}

async function checkNotesAndTables(t) {
  await t.check("an open metric says that its values are exclusive", async (open) => {
    const page = await open("waits");
    assert.equal(await page.locator(".foot-note").count(), 0);
    await page.click(
      "[aria-label='Metrics'] [title='Open all'], [aria-label='Metrics'] [aria-label='Open all']",
    );
    assert.match(await page.textContent("[aria-label='Call paths'] .foot-note"), /Own part of Time: .* of /);
  });
  await t.check("tables are copied as CSV", async (open) => {
    const page = await open("waits");
    await page.evaluate(() => {
      window.copied = [];
      Object.defineProperty(navigator, "clipboard", {
        value: { writeText: (text) => (window.copied.push(text), Promise.resolve()) },
      });
      lull.selectMetrics("mpi_latesender");
    });
    await page.click("[aria-label='Copy System as CSV']");
    await openView(page, "Worst instances");
    await page.click("[aria-label='Copy Worst instances as CSV']");
    await openView(page, "Findings");
    await page.click("[aria-label='Copy Findings as CSV']");
    await openView(page, "System box");
    await page.click("[aria-label='Copy System box as CSV']");
    const [system, instances, findings, box] = await page.evaluate(() => window.copied);
    assert.match(system, /^System,Depth,Inclusive,Exclusive,Unit\r\n/);
    assert.match(system, /MPI Rank 1,2,5,5,sec\r\n/);
    assert.match(findings, /mpi_latesender,9,0\.5,0\.28125,main\/MPI_Recv,9,MPI Rank 1,5,2,/);
    assert.match(box, /MPI Rank 1,5,sec,/);
    assert.match(instances, /mpi_latesender,4,sec,main\/MPI_Recv,MPI Rank 3,7,8,MPI Rank 0\r\n/);
  });
}

async function checkTexts(t) {
  await t.check("the metric is explained", async (open) => {
    const page = await open("full");
    await page.evaluate(() => lull.open("metrics", [0, 1]));
    await clickRow(page, "metrics", "Late Sender");
    await openView(page, "About metric");
    const text = await page.textContent("#view");
    for (const part of ["mpi_latesender", "receive operation waits", "enter(send)", "Send earlier"])
      assert.ok(text.includes(part), part);
    assert.equal(await page.getAttribute("#view a", "href"), "https://example.org/patterns#mpi_latesender");
    await page.click("#view .breadcrumb button:has-text('MPI')");
    assert.deepEqual(await selected(page, "metrics"), ["MPI"]);
  });

  await t.check("the report shows caveats about its numbers", async (open) => {
    const page = await open("full");
    const text = await page.textContent("#view");
    for (const part of [
      "rounded to 16 bits",
      "Sums over all locations are exact",
      "no receive operation",
      "Creator",
      "before.cubex",
    ])
      assert.ok(text.includes(part), part);
  });
}

async function checkTopology(t) {
  await t.check("the topology is painted, describes cells, and selects", async (open) => {
    const page = await open("full");
    await openView(page, "Topology");
    assert.ok((await colours(page)) > 20);
    const canvas = await page.locator(".view canvas").boundingBox();
    await page.mouse.move(canvas.x + 30, canvas.y + 40);
    assert.match(await page.textContent(".tip"), /MPI Rank 0.*x 0, y 0, z 0.* s/);
    await page.mouse.click(canvas.x + 30, canvas.y + 40);
    assert.deepEqual(await selected(page, "system"), ["MPI Rank 0"]);
    await page.selectOption("[aria-label='How values are shown']", "selection");
    await page.mouse.move(canvas.x + 31, canvas.y + 41);
    assert.match(await page.textContent(".tip"), / %$/);
    await page.selectOption("[aria-label='How values are shown']", "absolute");
    await page.selectOption("[aria-label='Role of z']", "slice");
    await page.fill("[aria-label='Cut z at']", "3");
    await page.mouse.move(canvas.x + 30, canvas.y + 20);
    assert.match(await page.textContent(".tip"), /MPI Rank 48.*z 3/);
    await page.selectOption("[aria-label='Role of y']", "x");
    assert.equal(await page.inputValue("[aria-label='Role of x']"), "y");
    for (const topology of ["1", "2"]) {
      await page.selectOption("[aria-label='Topology']", topology);
      assert.ok((await colours(page)) > 5);
    }
  });
}

async function checkDistributions(t) {
  await t.check("the system box shows the distribution and names outliers", async (open) => {
    const page = await open("full");
    await page.evaluate(() => lull.selectMetrics("mpi_wait_nxn"));
    await openView(page, "System box");
    assert.match(await page.textContent(".outliers"), /^1 outlier.*MPI Rank 37.*200\.00 ms/);
    await page.click(".outliers .list-row");
    assert.deepEqual(await selected(page, "system"), ["MPI Rank 37"]);
    await page.locator(".bars rect").first().click();
    assert.ok(
      (await page.evaluate(() => document.querySelectorAll("#tree-system .row.selected").length)) > 5,
    );
  });

  await t.check("the statistics are sortable and select metrics", async (open) => {
    const page = await open("full");
    await openView(page, "Statistics");
    const first = () => page.textContent(".sortable tbody tr:first-child th");
    assert.equal(await first(), "Late Sender");
    await page.click(".sortable th:has-text('Maximum') button");
    assert.equal(await first(), "Wait at N × N");
    await page.click(".sortable tbody tr:first-child th button");
    assert.equal((await selected(page, "metrics"))[0], "Wait at N × N");
    assert.equal(await page.locator(".box-plot").count(), 1);
  });
}

async function checkAddress(t) {
  await t.check("an address restores the selection", async (open) => {
    const page = await open("full");
    await page.evaluate(() => lull.open("metrics", [0, 1]));
    await clickRow(page, "metrics", "Late Sender");
    await clickRow(page, "calls", "solve");
    await openView(page, "Topology");
    await page.waitForFunction(
      () => location.hash.includes("view=topology") && location.hash.includes("solve"),
    );
    const hash = await page.evaluate(() => location.hash);
    const other = await open("full", { hash });
    assert.deepEqual(await selected(other, "metrics"), ["Late Sender"]);
    assert.deepEqual(await selected(other, "calls"), ["solve"]);
    assert.deepEqual(
      await other.evaluate(() => lull.locationValues()),
      await page.evaluate(() => lull.locationValues()),
    );
    await open("full", { hash: "#metric=%E0%A4%A&path=a/b&view=nowhere" });
  });

  await t.check("the browser goes back and forward through selections", async (open) => {
    const page = await open("full");
    const settled = (part, is = true) =>
      page.waitForFunction(([text, wanted]) => location.hash.includes(text) === wanted, [part, is]);
    await settled("metric=time");
    await page.evaluate(() => lull.open("metrics", [0, 1]));
    await clickRow(page, "metrics", "Late Sender");
    await settled("mpi_latesender");
    await clickRow(page, "calls", "solve");
    await settled("solve");
    await page.goBack();
    await settled("solve", false);
    assert.deepEqual(await selected(page, "calls"), []);
    assert.deepEqual(await selected(page, "metrics"), ["Late Sender"]);
    await page.goForward();
    await settled("solve");
    assert.deepEqual(await selected(page, "calls"), ["solve"]);
    await page.goBack();
    await page.goBack();
    await settled("mpi_latesender", false);
    assert.deepEqual(await selected(page, "metrics"), ["Time"]);
  });
}
