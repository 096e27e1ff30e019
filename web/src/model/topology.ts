// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Positions of the cells of a Cartesian topology on the screen: two dimensions span a plane, a third may arrange
// planes side by side, and all others are cut at one coordinate.

import type { Topology } from "./head";

export type Role = "x" | "y" | "planes" | "slice";

export interface Cell {
  plane: number;
  x: number;
  y: number;
  coordinates: number[];
  locations: number[];
}

export interface Plan {
  columns: number;
  rows: number;
  planes: number;
  cells: Cell[];
}

/** One dimension lies along x, two make a plane, three planes side by side; the fourth is cut. */
export function initialRoles(topology: Topology): Role[] {
  const order: Role[] = ["x", "y", "planes"];
  return topology.dimensions.map((_, dimension) => order[dimension] ?? "slice");
}

/** Gives a dimension a role. Each of x, y and planes has at most one dimension: the previous one gets the old role. */
export function withRole(roles: Role[], dimension: number, role: Role): Role[] {
  const old = roles[dimension];
  return roles.map((other, i) => {
    if (i === dimension) return role;
    return role !== "slice" && other === role ? old : other;
  });
}

/** Slices have a coordinate for each dimension; only those with the role "slice" matter. */
export function planTopology(topology: Topology, roles: Role[], slices: number[]): Plan {
  const dimensions = topology.dimensions;
  const along = (role: Role) => roles.indexOf(role);
  const size = (role: Role) => (along(role) < 0 ? 1 : Math.max(1, dimensions[along(role)].size));
  const cells = new Map<string, Cell>();
  topology.locations.forEach((location, i) => {
    const coordinates = topology.coordinates.slice(i * dimensions.length, (i + 1) * dimensions.length);
    if (roles.some((role, d) => role === "slice" && coordinates[d] !== slices[d])) return;
    const key = coordinates.join(",");
    const at = (role: Role) => (along(role) < 0 ? 0 : coordinates[along(role)]);
    const cell = cells.get(key) ?? {
      plane: at("planes"),
      x: at("x"),
      y: at("y"),
      coordinates,
      locations: [],
    };
    cell.locations.push(location);
    cells.set(key, cell);
  });
  return { columns: size("x"), rows: size("y"), planes: size("planes"), cells: [...cells.values()] };
}

/** Returns the cell to which a key moves from another one (-1: none yet); undefined: the key does not move. */
export function cellAfter(key: string, { cells }: Plan, from: number): number | undefined {
  const steps: { [key: string]: [number, number] } = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  };
  if (key === "Home") return 0;
  if (key === "End") return cells.length - 1;
  if (!steps[key]) return undefined;
  if (from < 0) return 0;
  const [dx, dy] = steps[key];
  // Planes are side by side: movement across an edge continues in the next plane.
  const along = ({ plane, x, y }: Cell) => (dx !== 0 ? [y, plane * 1e6 + x] : [x, plane * 1e6 + y]);
  const [line, place] = along(cells[from]);
  const off = (cell: Cell) => (along(cell)[0] === line ? (dx + dy) * (along(cell)[1] - place) : 0);
  let nearest = from;
  cells.forEach((cell, i) => {
    if (off(cell) > 0 && (nearest === from || off(cell) < off(cells[nearest]))) nearest = i;
  });
  return nearest;
}

export interface Layout {
  cellWidth: number;
  cellHeight: number;
  planesPerRow: number;
  gap: number;
  titleHeight: number;
}

const largestCell = 64;
/** Cells of this height are made wide enough for a number. */
const roomForDigits = 15;

/** Returns the largest cells with which all planes fit into the given area. */
export function layoutPlan(plan: Plan, width: number, height: number): Layout {
  const gap = plan.planes > 1 ? 14 : 0;
  const titleHeight = plan.planes > 1 ? 16 : 0;
  let best: Layout = { cellWidth: 0, cellHeight: 0, planesPerRow: 1, gap, titleHeight };
  for (let planesPerRow = 1; planesPerRow <= plan.planes; ++planesPerRow) {
    const lines = Math.ceil(plan.planes / planesPerRow);
    const cellWidth = (width - gap * (planesPerRow - 1)) / planesPerRow / plan.columns;
    const cellHeight = (height - gap * (lines - 1) - titleHeight * lines) / lines / plan.rows;
    if (Math.min(cellWidth, cellHeight) > Math.min(best.cellWidth, best.cellHeight))
      best = { cellWidth, cellHeight, planesPerRow, gap, titleHeight };
  }
  const side = Math.min(largestCell, best.cellHeight);
  const cellWidth = Math.min(
    best.cellWidth,
    Math.max(side * 2, side < roomForDigits ? side : largestCell),
    largestCell * 1.5,
  );
  return {
    ...best,
    cellWidth: Math.max(cellWidth, 0.5),
    cellHeight: Math.max(Math.min(best.cellHeight, cellWidth, largestCell), 0.5),
  };
}

/** Returns the left and top edge of a cell. */
export function placeOf(
  cell: { plane: number; x: number; y: number },
  plan: Plan,
  layout: Layout,
): [number, number] {
  const { planesPerRow, cellWidth, cellHeight, gap, titleHeight } = layout;
  const left = (cell.plane % planesPerRow) * (plan.columns * cellWidth + gap);
  const top =
    Math.floor(cell.plane / planesPerRow) * (plan.rows * cellHeight + gap + titleHeight) + titleHeight;
  return [left + cell.x * cellWidth, top + cell.y * cellHeight];
}
