// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Communication between processes.

import { describe, expect, it } from "vitest";
import type { Head, MatrixHead } from "../../src/model/head";
import { checkMatrix, hasNodes, makeMatrix, restricted, squaresOf, waitsFor } from "../../src/model/matrix";
import { makeTree } from "../../src/model/tree";
import { fullReport, waitingReport } from "../fixtures";

const { head } = waitingReport();
const matrix = head.matrix as MatrixHead;
const all = () => makeMatrix(head, matrix, matrix.waiting, false);

describe("the communication matrix", () => {
  it("sums messages, transfers and waiting of each pair", () => {
    const { cells, parties } = all();
    expect(parties).toHaveLength(4);
    expect(cells.map(({ from, to }) => [from, to])).toEqual([
      [0, 1],
      [0, 3],
      [2, 1],
      [3, 0],
    ]);
    expect(cells[0]).toMatchObject({ messages: 2, bytes: 800, time: 0.5, waits: 2, waiting: 5 });
    expect(cells[3]).toMatchObject({ messages: 1, bytes: 8, time: 0, waits: 0, waiting: 0 });
  });
  it("has waiting for metrics above the kinds of waiting, not for their parts", () => {
    const metrics = makeTree(head.metrics.map(({ parent }) => parent));
    expect(waitsFor(matrix, metrics, [0])).toEqual(matrix.waiting);
    expect(waitsFor(matrix, metrics, [1])).toEqual(matrix.waiting);
    expect(waitsFor(matrix, metrics, [2])).toBeNull();
  });
  it("keeps pairs with selected processes", () => {
    const one = restricted(all(), (process) => process === 3);
    expect(one.parties.map(({ processes }) => processes)).toEqual([[0], [3]]);
    expect(one.cells.map(({ from, to, bytes }) => [from, to, bytes])).toEqual([
      [0, 1, 100],
      [1, 0, 8],
    ]);
  });
  it("sums neighbours that share a square", () => {
    const { side, values } = squaresOf(all(), "bytes", 2);
    expect(side).toBe(2);
    expect([...values]).toEqual([800, 100, 48, 0]);
  });
  it("combines processes of a node if groups lie in nodes", () => {
    const twoNodes: Head = {
      ...head,
      nodes: { name: ["a", "b"], kind: ["node", "node"], parent: [-1, -1] },
      processes: { ...head.processes, node: [0, 0, 1, 1] },
    };
    expect(hasNodes(twoNodes, matrix)).toBe(true);
    const { cells, parties } = makeMatrix(twoNodes, matrix, matrix.waiting, true);
    expect(parties.map(({ name }) => name)).toEqual(["a", "b"]);
    expect(cells.map(({ from, to, bytes, waiting }) => [from, to, bytes, waiting])).toEqual([
      [0, 0, 800, 5],
      [0, 1, 100, 4],
      [1, 0, 48, 0],
    ]);
    const groups = {
      ...matrix,
      processesOfGroup: 3,
      messages: { ...matrix.messages, from: [0, 0, 0], to: [0, 1, 0] },
    };
    expect(hasNodes(twoNodes, groups)).toBe(false);
  });
  it("is refused if it is damaged", () => {
    const broken = (change: (matrix: MatrixHead) => void) => {
      const copy = structuredClone(matrix);
      change(copy);
      return () => checkMatrix(head, copy);
    };
    expect(broken(() => {})).not.toThrow();
    expect(broken((copy) => (copy.processesOfGroup = 0))).toThrow();
    expect(broken((copy) => (copy.processesOfGroup = 0.5))).toThrow();
    expect(broken((copy) => (copy.messages.from[0] = 4))).toThrow();
    expect(broken((copy) => (copy.messages.to[0] = -1))).toThrow();
    expect(broken((copy) => copy.messages.count.pop())).toThrow();
    expect(broken((copy) => (copy.transfers.bytes = undefined))).toThrow();
    expect(broken((copy) => (copy.waiting[0].metric = 9))).toThrow();
  });
  it("is missing in reports without it", () => {
    expect(fullReport().head.matrix).toBeUndefined();
  });
});
