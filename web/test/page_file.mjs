// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Makes pages with given reports, like `lull view --export`.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const web = dirname(dirname(fileURLToPath(import.meta.url)));

/** A TypeScript module of the tests, for plain node. */
export async function load(file) {
  const result = await build({
    entryPoints: [join(web, file)],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
  });
  const output = join(mkdtempSync(join(tmpdir(), "lull-page-")), "module.mjs");
  writeFileSync(output, result.outputFiles[0].text);
  return import(pathToFileURL(output).href);
}

export function buildTemplate(directory) {
  const file = join(directory, "template.html");
  execFileSync(process.execPath, [join(web, "build.mjs"), file], { stdio: "pipe" });
  return readFileSync(file, "utf8");
}

/** `blob` is the text between the script tags. */
export function writePage(template, blob, file) {
  const [before, after] = template.split("@LULL_REPORT@");
  writeFileSync(file, [before, blob, after].join(""));
  return file;
}

export const asBlob = (bytes, level = 6) => gzipSync(bytes, { level }).toString("base64");
