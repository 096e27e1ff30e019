// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Decodes the text in the page to the bytes of a report: base64, then gzip.

import { Damage } from "./damage";

type Base64Decoder = { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };

/** Decodes base64, with the browser's decoder if it has one: it is ten times as fast as the loop. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  const native = (Uint8Array as unknown as Base64Decoder).fromBase64;
  try {
    return native ? native.call(Uint8Array, text) : bytesByLoop(text.replace(/\s+/g, ""));
  } catch {
    throw new Damage("its text is not base64");
  }
}

/** Works in slices, to avoid a second string of the full size. */
export function bytesByLoop(text: string): Uint8Array<ArrayBuffer> {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4) - padding);
  const slice = 1 << 18;
  let at = 0;
  for (let begin = 0; begin < text.length; begin += slice) {
    const part = atob(text.slice(begin, begin + slice));
    for (let i = 0; i < part.length; ++i) bytes[at++] = part.charCodeAt(i);
  }
  return bytes;
}

/** Unpacks gzip into one buffer. The stream's last four bytes give the size, so nothing is copied twice. */
export async function gunzip(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  if (packed.length < 18 || packed[0] !== 0x1f || packed[1] !== 0x8b)
    throw new Damage("it is not a gzip stream");
  if (typeof DecompressionStream === "undefined")
    throw new Error("this browser cannot unpack it; Chrome 80, Firefox 113, Safari 16.4 and later can");
  const size = new DataView(packed.buffer, packed.byteOffset + packed.length - 4, 4).getUint32(0, true);
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  let bytes = new Uint8Array(Math.min(size, packed.length * 1100));
  let at = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (at + value.length > bytes.length) bytes = grown(bytes, at + value.length);
      bytes.set(value, at);
      at += value.length;
    }
  } catch {
    throw new Damage("its gzip stream is truncated or corrupted");
  }
  return bytes.subarray(0, at);
}

function grown(bytes: Uint8Array<ArrayBuffer>, least: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(least, bytes.length * 2));
  larger.set(bytes);
  return larger;
}
