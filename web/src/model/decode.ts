// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Decodes the unpacked bytes of a report (docs/page-data.md). Tables of rows are views into the given buffer: values
// are not copied. Everything is checked here once, so that other code can rely on valid indices.

import { Damage } from "./damage";
import type { Head } from "./head";
import { checkHead } from "./check";

export const sparseBit = 1;
export const encodingOf = { float64: 0, uint16: 2, uint8: 4, constant: 6 } as const;

/**
 * The rows in the buffer. Row r belongs to metric[r] and path[r]; values begin at offset[r]. Rows
 * of a second report come last and have the same metrics.
 */
export interface RowTable {
  size: number;
  metric: Uint32Array;
  path: Uint32Array;
  count: Uint32Array;
  encoding: Uint8Array;
  total: Float64Array;
  low: Float64Array;
  high: Float64Array;
  /** Position of a row's values in the buffer. */
  offset: Float64Array;
  /** The locations of sparse rows, ascending within each row, and the position where each row's begin. */
  places: Uint32Array;
  placesBegin: Float64Array;
  buffer: ArrayBuffer;
}

/** The numbers of the iterations in the buffer: fractions of the range from low to high. */
export interface IterationNumbers {
  /** iterations + 1 values for each location with borders. */
  borders: Uint32Array;
  /** One value per iteration for each series. */
  values: Float32Array | Uint16Array | Uint8Array;
}

export interface DecodedReport {
  head: Head;
  rows: RowTable;
  iterations: IterationNumbers | null;
}

const magic = "LULLVIEW";
const aligned = (position: number) => Math.ceil(position / 8) * 8;

/** Returns consecutive parts of the buffer, each of which begins at a multiple of 8 bytes. */
class Parts {
  position = 0;
  constructor(readonly bytes: Uint8Array<ArrayBuffer>) {}

  take(length: number): number {
    if (length === 0) return 0;
    const begin = aligned(this.position);
    if (begin + length > this.bytes.length) throw new Damage("it ends too early");
    this.position = begin + length;
    return this.bytes.byteOffset + begin;
  }
  uint32(count: number) {
    return new Uint32Array(this.bytes.buffer, this.take(count * 4), count);
  }
  float64(count: number) {
    return new Float64Array(this.bytes.buffer, this.take(count * 8), count);
  }
  uint16(count: number) {
    return new Uint16Array(this.bytes.buffer, this.take(count * 2), count);
  }
  float32(count: number) {
    return new Float32Array(this.bytes.buffer, this.take(count * 4), count);
  }
  uint8(count: number) {
    return new Uint8Array(this.bytes.buffer, this.take(count), count);
  }
}

export function decodeReport(bytes: Uint8Array<ArrayBuffer>): DecodedReport {
  if (bytes.byteOffset % 8 !== 0) bytes = bytes.slice();
  const parts = new Parts(bytes);
  if (new TextDecoder().decode(parts.uint8(8)) !== magic) throw new Damage("it does not begin like a report");
  const [version, headSize] = parts.uint32(2);
  if (version !== 1) throw new Damage(`it has version ${version}, this page reads version 1`);
  const head = decodeHead(parts.uint8(headSize));
  const rows = decodeRows(parts, head);
  return { head, rows, iterations: decodeIterations(parts, head) };
}

function decodeHead(text: Uint8Array): Head {
  let head: Head;
  try {
    head = JSON.parse(new TextDecoder().decode(text)) as Head;
  } catch {
    throw new Damage("its head is not JSON");
  }
  checkHead(head);
  return head;
}

function decodeRows(parts: Parts, head: Head): RowTable {
  const size = head.rows;
  const metric = parts.uint32(size);
  const path = parts.uint32(size);
  const count = parts.uint32(size);
  const encoding = parts.uint8(size);
  const total = parts.float64(size);
  const low = parts.float64(size);
  const high = parts.float64(size);
  const offset = new Float64Array(size);
  const buffer = parts.bytes.buffer;
  const locations = head.locations.name.length;
  const { places, placesBegin } = decodePlaces(parts.uint8(head.places), count, encoding, locations);
  const rows = { size, metric, path, count, encoding, total, low, high, offset, places, placesBegin, buffer };
  for (let row = 0; row < size; ++row) offset[row] = takeRow(parts, rows, head, row);
  return rows;
}

function decodeIterations(parts: Parts, { iterations: head }: Head): IterationNumbers | null {
  if (!head) return null;
  const borders = parts.uint32((head.iterations + 1) * head.borders.length);
  const count = head.iterations * head.series.metric.length;
  if (head.bits === 32) return { borders, values: parts.float32(count) };
  return { borders, values: head.bits === 16 ? parts.uint16(count) : parts.uint8(count) };
}

/** The locations of sparse rows: the distance from the previous one, 7 bits per byte, low ones first. */
function decodePlaces(bytes: Uint8Array, count: Uint32Array, encoding: Uint8Array, locations: number) {
  const placesBegin = new Float64Array(count.length);
  let all = 0;
  for (let row = 0; row < count.length; ++row)
    if (encoding[row] & sparseBit) {
      placesBegin[row] = all;
      all += count[row];
    }
  if (all > bytes.length) throw new Damage("it has fewer locations than values");
  const places = new Uint32Array(all);
  let at = 0;
  for (let row = 0; row < count.length; ++row) {
    if (!(encoding[row] & sparseBit)) continue;
    let place = -1;
    for (let i = placesBegin[row]; i < placesBegin[row] + count[row]; ++i) {
      let distance = bytes[at] & 127;
      for (let shift = 7; bytes[at++] > 127 && shift < 35; shift += 7)
        distance += (bytes[at] & 127) * 2 ** shift;
      place += distance;
      // Also true after the end of the bytes: the distance is NaN then.
      if (!(place < locations)) throw new Damage(`row ${row} has a value at a location that does not exist`);
      places[i] = place;
    }
  }
  return { places, placesBegin };
}

const widths: { [encoding: number]: number } = { 0: 8, 2: 2, 4: 1, 6: 0 };

function takeRow(parts: Parts, rows: RowTable, head: Head, row: number): number {
  const { metric, path, count, encoding } = rows;
  const locations = head.locations.name.length;
  const metrics = head.metrics.length * (head.reference ? 2 : 1);
  if (metric[row] >= metrics || path[row] >= head.callPaths.region.length)
    throw new Damage(`row ${row} belongs to a metric or call path that does not exist`);
  const width = widths[encoding[row] & 6];
  if (encoding[row] > 7) throw new Damage(`row ${row} has an unknown encoding`);
  if (!(encoding[row] & sparseBit) && count[row] !== locations)
    throw new Damage(`row ${row} has ${count[row]} values for ${locations} locations`);
  return parts.take(width * count[row]);
}
