// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Copies a table as CSV, or saves it if the browser does not allow copying.

import { useState } from "preact/hooks";
import { csvOf, type Cell } from "../model/csv";
import { IconButton } from "./icon";

function save(text: string, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  link.download = `${name}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

interface Props {
  what: string;
  /** Includes a row of titles. */
  table: () => Cell[][];
}

export function CopyButton({ what, table }: Props) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    const text = csvOf(table());
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
      setTimeout(() => setDone(false), 1500);
    } catch {
      save(text, what.toLowerCase().replace(/[^a-z]+/g, "-"));
    }
  };
  return (
    <IconButton
      icon={done ? "done" : "copy"}
      label={done ? "Copied" : `Copy ${what} as CSV`}
      onClick={() => void copy()}
    />
  );
}
