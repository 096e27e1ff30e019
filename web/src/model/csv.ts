// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

export type Cell = string | number;

/** Writes RFC 4180. Text that a spreadsheet would treat as a formula is escaped. */
export function csvOf(table: Cell[][]): string {
  const cell = (value: Cell) => {
    if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
    const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
    return /[",\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
  };
  return table.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}
