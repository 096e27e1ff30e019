// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

/** Removes the common prefix of names: "3" for "MPI Rank 3". Keeps the full names if there is none. */
export function shortNames(names: string[]): string[] {
  if (names.length < 2) return names;
  let common = names[0].length;
  for (const name of names) while (!name.startsWith(names[0].slice(0, common))) --common;
  const cut = names[0].slice(0, common).lastIndexOf(" ") + 1;
  return names.map((name) => name.slice(cut));
}
