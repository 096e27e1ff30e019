// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

/** Returns the index of the greatest positive value; -1: there is none. */
export function worstOf(values: ArrayLike<number>): number {
  let worst = -1;
  for (let i = 0; i < values.length; ++i)
    if (values[i] > 0 && (worst < 0 || values[i] > values[worst])) worst = i;
  return worst;
}
