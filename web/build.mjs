// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Makes the page: one HTML file with its style and code inside, and a marker where a report goes.
// Usage: node build.mjs OUTPUT.html

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const marker = "@LULL_REPORT@";

async function bundle(entry) {
  const result = await build({
    entryPoints: [join(here, entry)],
    bundle: true,
    write: false,
    minify: true,
    format: "iife",
    target: ["chrome100", "firefox113", "safari16.4"],
    jsx: "automatic",
    jsxImportSource: "preact",
    charset: "utf8",
    legalComments: "none",
    absWorkingDir: here,
  });
  return result.outputFiles[0].text.trim();
}

/** Nothing in the code may look like the end of the element that it lies in. */
function asInlineScript(code) {
  return code.replace(/<\/(script)/gi, "<\\/$1").replace(/<!--/g, "<\\!--");
}

function asInlineStyle(style) {
  if (/<\/style/i.test(style)) throw new Error("the style sheet ends its own element");
  return style;
}

const output = process.argv[2];
if (!output) {
  console.error("Usage: node build.mjs OUTPUT.html");
  process.exit(2);
}
const parts = {
  "@STYLE@": asInlineStyle(await bundle("src/style.css")),
  "@SCRIPT@": asInlineScript(await bundle("src/main.tsx")),
};
const template = await readFile(join(here, "src/page.html"), "utf8");
const page = template.replace(/@STYLE@|@SCRIPT@/g, (name) => parts[name]);
if (page.split(marker).length !== 2) throw new Error("the page must hold " + marker + " exactly once");
const file = resolve(output);
await mkdir(dirname(file), { recursive: true });
await writeFile(file, page);
console.log(`${file}: ${(Buffer.byteLength(page) / 1024).toFixed(0)} KiB`);
