// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Generates the largest page that Lull makes: 10,000 locations, 1,000 call paths, 60 metrics, values rounded to 8 bits.
// Usage: node bench/large_report.mjs OUTPUT.html

import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asBlob, buildTemplate, load, writePage } from "../test/page_file.mjs";

const [locations, paths, metrics] = [10000, 1000, 60];
const { machine, makeHead, metric, region } = await load("test/make_head.ts");
const { randomNumbers } = await load("test/random.ts");
const random = randomNumbers(1);

/** Time and four levels below it fill the call tree; patterns have few call paths, some with few locations. */
function rowsOf(m) {
  if (m === 0) return { count: paths, encoding: 4 };
  if (m === 1) return { count: paths, encoding: 6 };
  if (m < 6) return { count: 500, encoding: 4 };
  return m % 3 === 0 ? { count: 60, encoding: 4 } : { count: 60, encoding: 1 };
}

function makeHeadOf(rows, places) {
  const regions = Array.from({ length: 150 }, (_, i) =>
    region(
      i % 3 === 0 ? `MPI_Function_${i}` : `function_${i}`,
      i % 3 === 0 ? "mpi" : "user",
      "function",
      `src/file${i}.c`,
      i,
    ),
  );
  const side = Math.round(Math.sqrt(locations));
  return makeHead({
    title: "large.cubex",
    rounding: 8,
    rows,
    places,
    metrics: Array.from({ length: metrics }, (_, m) =>
      metric(m === 0 ? "time" : `metric_${m}`, {
        display: m === 0 ? "Time" : `Metric ${m}`,
        unit: m === 1 ? "occ" : "sec",
        parent: m < 2 ? -1 : m < 6 ? (m === 2 ? 0 : m - 1) : 2 + (m % 4),
      }),
    ),
    regions,
    callPaths: {
      region: Array.from({ length: paths }, (_, i) => i % 150),
      parent: Array.from({ length: paths }, (_, i) => (i === 0 ? -1 : Math.floor((i - 1) / 4))),
      parameters: {},
    },
    ...machine(locations / 4, 4),
    topologies: [
      {
        name: "grid",
        dimensions: [
          { name: "x", size: side, periodic: true },
          { name: "y", size: side, periodic: true },
        ],
        locations: Array.from({ length: locations }, (_, i) => i),
        coordinates: Array.from({ length: locations }, (_, i) => [i % side, Math.floor(i / side)]).flat(),
      },
    ],
  });
}

const padded = (buffer) =>
  buffer.length % 8 === 0 ? buffer : Buffer.concat([buffer, Buffer.alloc(8 - (buffer.length % 8))]);
const bytesOf = (array) => padded(Buffer.from(array.buffer));

function valuesOf(encoding) {
  if (encoding === 6) return { parts: [], count: locations, low: 3, high: 3, total: 3 * locations };
  if (encoding === 1) {
    // Locations 0, 20, 40 …, each as the distance from the previous one.
    const places = Uint8Array.from({ length: 500 }, (_, i) => (i === 0 ? 1 : 20));
    const values = Float64Array.from(places, () => random());
    return {
      places,
      parts: [bytesOf(values)],
      count: 500,
      low: 0,
      high: 1,
      total: values.reduce((a, b) => a + b),
    };
  }
  const phase = random() * 6;
  const steps = Uint8Array.from(
    { length: locations },
    (_, i) => 128 + 60 * Math.sin(i / 50 + phase) + 20 * random(),
  );
  return {
    parts: [bytesOf(steps)],
    count: locations,
    low: 0.1,
    high: 2,
    total: steps.reduce((sum, n) => sum + 0.1 + (n * 1.9) / 255, 0),
  };
}

const places = [];
const [rowMetric, rowPath, count, encodings, total, low, high, values] = [[], [], [], [], [], [], [], []];
for (let m = 0; m < metrics; ++m) {
  const { count: rows, encoding } = rowsOf(m);
  for (let i = 0; i < rows; ++i) {
    const row = valuesOf(encoding);
    rowMetric.push(m);
    rowPath.push(Math.floor((i * paths) / rows));
    count.push(row.count);
    encodings.push(encoding);
    total.push(row.total);
    low.push(row.low);
    high.push(row.high);
    values.push(...row.parts);
    places.push(...(row.places ?? []));
  }
}
const head = Buffer.from(JSON.stringify(makeHeadOf(rowMetric.length, places.length)));
const bytes = Buffer.concat([
  Buffer.from("LULLVIEW"),
  bytesOf(Uint32Array.of(1, head.length)),
  padded(head),
  bytesOf(Uint32Array.from(rowMetric)),
  bytesOf(Uint32Array.from(rowPath)),
  bytesOf(Uint32Array.from(count)),
  bytesOf(Uint8Array.from(encodings)),
  bytesOf(Float64Array.from(total)),
  bytesOf(Float64Array.from(low)),
  bytesOf(Float64Array.from(high)),
  bytesOf(Uint8Array.from(places)),
  ...values,
]);
const directory = mkdtempSync(join(tmpdir(), "lull-large-"));
const output = writePage(buildTemplate(directory), asBlob(bytes), process.argv[2] ?? "large.html");
rmSync(directory, { recursive: true });
console.log(
  `${output}: ${(statSync(output).size / 2 ** 20).toFixed(1)} MiB, unpacked ${(bytes.length / 2 ** 20).toFixed(1)} MiB, ${rowMetric.length} rows`,
);
