// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Writes reports according to docs/page-data.md, for tests: the counterpart of src/model/decode.ts, kept simple.

import { encodingOf, sparseBit } from "../src/model/decode";
import type { Head } from "../src/model/head";

export type Numbers = keyof typeof encodingOf;

export interface PlainRow {
  metric: number;
  path: number;
  /** One value for each location; null: none. */
  values: (number | null)[];
  sparse?: boolean;
  numbers?: Numbers;
  /** Only if it is not the sum, least or greatest value. */
  total?: number;
}

const littleEndian = true;

class Writer {
  private readonly chunks: Uint8Array[] = [];
  private size = 0;

  bytes(chunk: Uint8Array): void {
    const padding = (8 - (this.size % 8)) % 8;
    this.chunks.push(new Uint8Array(padding), chunk);
    this.size += padding + chunk.length;
  }
  numbers(width: 1 | 2 | 4 | 8, numbers: number[]): void {
    const view = new DataView(new ArrayBuffer(width * numbers.length));
    numbers.forEach((number, i) => {
      if (width === 1) view.setUint8(i, number);
      else if (width === 2) view.setUint16(2 * i, number, littleEndian);
      else if (width === 4) view.setUint32(4 * i, number, littleEndian);
      else view.setFloat64(8 * i, number, littleEndian);
    });
    this.bytes(new Uint8Array(view.buffer));
  }
  floats(numbers: number[]): void {
    this.bytes(new Uint8Array(Float32Array.from(numbers).buffer));
  }
  all(): Uint8Array<ArrayBuffer> {
    const joined = new Uint8Array(this.size);
    let at = 0;
    for (const chunk of this.chunks) {
      joined.set(chunk, at);
      at += chunk.length;
    }
    return joined;
  }
}

interface Encoded {
  where: number[] | null;
  values: number[];
  low: number;
  high: number;
  total: number;
  encoding: number;
  numbers: Numbers;
}

function encodeRow(head: Head, row: PlainRow): Encoded {
  const where = row.values.flatMap((value, location) => (value === null ? [] : [location]));
  const present = where.map((location) => row.values[location] as number);
  const values = row.sparse ? present : row.values.map((value) => value ?? 0);
  const bounded = values.length > 0 ? values : [0];
  const type = head.metrics[row.metric % head.metrics.length].type; // a second report's rows follow
  const low = bounded.reduce((a, b) => Math.min(a, b));
  const high = bounded.reduce((a, b) => Math.max(a, b));
  const sum = present.reduce((a, b) => a + b, 0);
  const total =
    type === "minimum"
      ? present.reduce((a, b) => Math.min(a, b), Infinity)
      : type === "maximum"
        ? present.reduce((a, b) => Math.max(a, b), -Infinity)
        : sum;
  const numbers = row.numbers ?? "float64";
  const encoding = encodingOf[numbers] + (row.sparse ? sparseBit : 0);
  return {
    where: row.sparse ? where : null,
    values,
    low,
    high,
    total: row.total ?? total,
    encoding,
    numbers,
  };
}

/** Fractions of the range from low to high: those of borders in 2^32 - 1 steps, those of values from 0 to 1. */
export interface PlainIterations {
  borders: number[];
  values: number[];
}

export function encodeReport(
  head: Head,
  rows: PlainRow[],
  iterations?: PlainIterations,
): Uint8Array<ArrayBuffer> {
  const sorted = [...rows].sort((a, b) => a.metric - b.metric || a.path - b.path);
  const encoded = sorted.map((row) => encodeRow(head, row));
  const places = encoded.flatMap((row) => placesOf(row.where ?? []));
  const counted = { ...head, rows: rows.length, places: places.length };
  const text = new TextEncoder().encode(JSON.stringify(counted));
  const writer = new Writer();
  writer.bytes(new TextEncoder().encode("LULLVIEW"));
  writer.numbers(4, [1, text.length]);
  writer.bytes(text);
  writer.numbers(
    4,
    sorted.map((row) => row.metric),
  );
  writer.numbers(
    4,
    sorted.map((row) => row.path),
  );
  writer.numbers(
    4,
    encoded.map((row) => row.values.length),
  );
  writer.numbers(
    1,
    encoded.map((row) => row.encoding),
  );
  writer.numbers(
    8,
    encoded.map((row) => row.total),
  );
  writer.numbers(
    8,
    encoded.map((row) => row.low),
  );
  writer.numbers(
    8,
    encoded.map((row) => row.high),
  );
  writer.numbers(1, places);
  for (const row of encoded) writeValues(writer, row);
  if (iterations) {
    writer.numbers(4, iterations.borders);
    writer.floats(iterations.values);
  }
  return writer.all();
}

function placesOf(where: number[]): number[] {
  return where.flatMap((place, i) => {
    const bytes = [];
    let distance = place - (where[i - 1] ?? -1);
    for (; distance > 127; distance = Math.floor(distance / 128)) bytes.push((distance % 128) + 128);
    return [...bytes, distance];
  });
}

function writeValues(writer: Writer, { values, low, high, numbers }: Encoded): void {
  const rounded = (steps: number) =>
    values.map((value) => (high > low ? Math.round(((value - low) / (high - low)) * steps) : 0));
  if (numbers === "float64") writer.numbers(8, values);
  else if (numbers === "uint16") writer.numbers(2, rounded(65535));
  else if (numbers === "uint8") writer.numbers(1, rounded(255));
}
