// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Ways to answer "which rank, in which function, makes the others wait, and when". Each reads the answer from the
// screen and compares it with the report.

import assert from "node:assert/strict";

const factors = { s: 1, ms: 1e-3, µs: 1e-6, ns: 1e-9 };
const duration = String.raw`−?[\d.,]+ (?:s|ms|µs|ns)\b`;

function secondsOf(text) {
  const [number, unit] = text.replace(/−/g, "-").replace(/,/g, "").split(" ");
  return Number(number) * factors[unit];
}

/** Compares to the displayed number of digits. */
function assertShows(text, value, what) {
  const decimals = (text.split(" ")[0].split(".")[1] ?? "").length;
  const step = 10 ** -decimals * factors[text.split(" ")[1]];
  assert.ok(Math.abs(secondsOf(text) - value) <= 0.51 * step, `${what}: ${text} is ${value}`);
}

/** Returns the first finding with a known causer: the number of its card, and its metric. */
async function firstCaused({ page }) {
  const card = await page.$$eval(".finding", (cards) =>
    cards.findIndex((found) =>
      [...found.querySelectorAll("dt")].some((dt) => dt.textContent === "who causes it"),
    ),
  );
  assert.ok(card >= 0, "no finding tells who causes it");
  const metric = await page.evaluate((i) => window.lull.report().findings.list[i].metric, card);
  return { card: `.finding:nth-child(${card + 1})`, metric };
}

const pathText = (json, path) => {
  const names = [];
  for (let at = path; at !== null && at >= 0; at = json.call_paths[at].parent)
    names.unshift(json.regions[json.call_paths[at].region].name);
  return names.join("/");
};

/** Returns the main causer of the metric according to the report: call path and location. */
function worstCauser(json, metric) {
  const caused = json.metrics.findIndex(({ name }) => name === `${json.metrics[metric].name}_caused`);
  let worst = { value: 0 };
  for (const { metric: of, call_path: path, locations, values } of json.values)
    if (of === caused)
      locations.forEach((location, i) => {
        if (values[i] > worst.value) worst = { value: values[i], path, location };
      });
  return worst;
}

/** Tries all stretches of the map: returns the length of the shortest one with half of the metric's waiting. */
function halfByTrying({ map, metrics }, metric) {
  const alphabet = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
  const isBelow = (at) => at === metric || (at >= 0 && isBelow(metrics[at].parent));
  const before = new Array(map.pieces + 1).fill(0);
  const shares = map.planes.filter((plane) => isBelow(plane.metric)).flatMap(({ rows }) => rows);
  for (let i = 0; i < map.pieces; ++i)
    before[i + 1] = shares.reduce((sum, [, text]) => sum + alphabet.indexOf(text[i]), before[i]);
  const holds = (from, until) => {
    const piece = (seconds) => Math.round((seconds - map.begin) / map.piece);
    return (before[piece(until)] - before[piece(from)]) / before[map.pieces];
  };
  let pieces = 1;
  const fits = (first) => 2 * (before[first + pieces] - before[first]) >= before[map.pieces];
  while (![...Array(map.pieces - pieces + 1).keys()].some(fits)) ++pieces;
  return { seconds: pieces * map.piece, holds };
}

/** Reads the findings, as the page opens. */
async function fromCard(reader, json) {
  const { card, metric } = await firstCaused(reader);
  const lines = await reader.page.$eval(card, (found) =>
    Object.fromEntries(
      [...found.querySelectorAll("dt")].map((dt) => [dt.textContent, dt.nextElementSibling.textContent]),
    ),
  );
  const worst = worstCauser(json, metric);
  const names = await reader.page.evaluate((at) => window.lull.locationName(at), worst.location);
  const [first] = lines["who causes it"].split(new RegExp(` ${duration}`));
  assert.equal(first, `${names} in ${pathText(json, worst.path)}`);
  const [from, until] = lines.when.match(new RegExp(duration, "g")).map(secondsOf);
  const { seconds, holds } = halfByTrying(await reader.page.evaluate(() => window.lull.report()), metric);
  assert.ok(Math.abs(until - from - seconds) < 0.01 * seconds, `${lines.when}: it is ${seconds} s long`);
  assert.ok(holds(from, until) >= 0.5, `${lines.when} is not half of it`);
  return `${first}, ${lines.when}`;
}

/** Returns the metric's instances with a cause, the worst first, according to the report. */
const instancesOf = ({ page }, metric) =>
  page.evaluate((of) => {
    const { instances, metrics, regions } = window.lull.report();
    const isBelow = (at) => at === of || (at >= 0 && isBelow(metrics[at].parent));
    return instances
      .filter(({ metric: own, cause, location }) => isBelow(own) && cause && cause.location !== location)
      .sort((a, b) => b.severity - a.severity)
      .map(({ cause, begin, end }) => ({
        causer: window.lull.locationName(cause.location),
        meanwhile: cause.meanwhile === undefined ? "" : regions[cause.meanwhile].name,
        begin,
        end,
      }));
  }, metric);

/** Reads the text above the time lines. */
async function readInstance(reader) {
  const text = await reader.read(".happening");
  const wanted = `waiting for (.*?)(?:, which is in (.*))?, from (${duration}) to (${duration})$`;
  const [, causer, meanwhile = "", from, until] = new RegExp(wanted).exec(text) ?? assert.fail(text);
  return { causer, meanwhile, from, until, text: text.slice(text.indexOf("waiting for")) };
}

function assertIs(shown, { causer, meanwhile, begin, end }) {
  assert.deepEqual([shown.causer, shown.meanwhile], [causer, meanwhile]);
  assertShows(shown.from, begin, "begin");
  assertShows(shown.until, end, "end");
}

/** Opens the worst instance with its time lines. */
async function fromInstance(reader) {
  const { card, metric } = await firstCaused(reader);
  await reader.click(`${card} .at-worst .link`);
  const shown = await readInstance(reader);
  assertIs(shown, (await instancesOf(reader, metric))[0]);
  return shown.text;
}

/** Opens the worst instance where the finding is worst. */
async function fromTitle(reader) {
  const { card, metric } = await firstCaused(reader);
  await reader.click(`${card} .finding-title`);
  const shown = await readInstance(reader);
  const off = ({ begin, end }) =>
    Math.abs(begin - secondsOf(shown.from)) + Math.abs(end - secondsOf(shown.until));
  const candidates = (await instancesOf(reader, metric)).filter(({ causer }) => causer === shown.causer);
  assert.ok(candidates.length > 0, shown.text);
  assertIs(
    shown,
    candidates.reduce((a, b) => (off(b) < off(a) ? b : a)),
  );
  return shown.text;
}

/** Opens all causers in the trees: the rows with the cursor are the worst ones; then the time. */
async function fromTrees(reader, json) {
  const { card, metric } = await firstCaused(reader);
  await reader.click(`${card} .causers`);
  const worst = worstCauser(json, metric);
  const { location, path } = await reader.page.evaluate(() => {
    const focused = (tree) => document.querySelector(`#tree-${tree} .row.focused`);
    return {
      location: focused("system")?.querySelector(".label").textContent,
      path: focused("calls")?.title.split("\n")[0],
    };
  });
  const sums = await reader.page.evaluate(() => ({
    paths: window.lull.callValues(),
    locations: window.lull.locationValues(),
  }));
  const most = (values) => values.indexOf(Math.max(...values));
  assert.equal(path.replaceAll(" / ", "/"), pathText(json, most(sums.paths)));
  const name = await reader.page.evaluate((at) => window.lull.locationName(at), most(sums.locations));
  assert.ok(name.endsWith(location), `${name} is not ${location}`);
  await reader.click("#tab-findings");
  await reader.click(`${card} .when .link`);
  const stretch = await reader.read(".run-map-view .stretch");
  assert.match(stretch, new RegExp(`Only from ${duration} to ${duration}`));
  assert.ok(worst.value > 0);
  return `${name} in ${path}, ${stretch.replace("Show all times", "").trim()}`;
}

export const answers = [
  { name: "card", find: fromCard },
  { name: "instance", find: fromInstance },
  { name: "title", find: fromTitle },
  { name: "trees", find: fromTrees },
];
