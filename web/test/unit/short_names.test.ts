// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

import { describe, expect, it } from "vitest";
import { shortNames } from "../../src/model/short_names";

describe("short names", () => {
  it("omit whole words of the common prefix", () => {
    expect(shortNames(["MPI Rank 1", "MPI Rank 12"])).toEqual(["1", "12"]);
    expect(shortNames(["MPI Rank 0, Master thread", "MPI Rank 0, OMP thread 1"])).toEqual([
      "Master thread",
      "OMP thread 1",
    ]);
    expect(shortNames(["node17", "node18"])).toEqual(["node17", "node18"]);
    expect(shortNames(["a"])).toEqual(["a"]);
    expect(shortNames([])).toEqual([]);
  });
});
