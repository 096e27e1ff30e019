// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Topology: the selected metric over the processes' positions in the program's grid (Kojak paper, figure 7).

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { formatWithUnit, type Scale } from "../model/format";
import type { Topology } from "../model/head";
import * as plan from "../model/topology";
import { shownLocationValues } from "../state/location_values";
import type { Session } from "../state/session";
import { theme } from "../state/theme";
import { Canvas, type Point } from "../widgets/canvas";
import { RangeLegend } from "../widgets/legend";
import type { Size } from "../widgets/use_size";
import { cellRange, cellValues, drawPlan, type Painted } from "./topology_canvas";
import type { View } from "./view";

const roleNames: { [role in plan.Role]: string } = {
  x: "across",
  y: "down",
  planes: "planes",
  slice: "cut at",
};

function TopologyView({ session }: { session: Session }) {
  const { topologies } = session.report.head;
  const chosen = useSignal(0);
  if (topologies.length === 0) return <p class="empty">This report has no Cartesian topology.</p>;
  const topology = topologies[chosen.value];
  return (
    <div class="topology-view">
      <OneTopology
        key={chosen.value}
        session={session}
        topology={topology}
        name={nameOf(topology, chosen.value)}
      >
        {topologies.length > 1 && (
          <select
            class="topology-choice"
            aria-label="Topology"
            value={chosen.value}
            onChange={(event) => (chosen.value = Number(event.currentTarget.value))}
          >
            {topologies.map((other, i) => (
              <option key={i} value={i}>
                {nameOf(other, i)}
              </option>
            ))}
          </select>
        )}
      </OneTopology>
    </div>
  );
}

const nameOf = (topology: Topology, i: number) =>
  `${topology.name || `Topology ${i + 1}`} (${topology.dimensions.map(({ size }) => size).join(" × ")})`;

interface TopologyProps {
  session: Session;
  topology: Topology;
  name: string;
  /** Replaces the name if there are several to choose from. */
  children: ComponentChildren;
}

function OneTopology({ session, topology, name, children }: TopologyProps) {
  const [roles, setRoles] = useState(() => plan.initialRoles(topology));
  const [slices, setSlices] = useState(() => topology.dimensions.map(() => 0));
  const [at, setAt] = useState(-1);
  const planned = useMemo(() => plan.planTopology(topology, roles, slices), [topology, roles, slices]);
  const shown = shownLocationValues(session);
  const values = cellValues(planned, shown.values, session.metricSelection.value.combine);
  const range = cellRange(values);
  const scale = shown.scale(Math.max(Math.abs(range.low), Math.abs(range.high)) || 0);
  const painted: Painted = {
    plan: planned,
    values,
    range,
    scale,
    theme: theme.value,
    selected: selectedLocations(session),
    cursor: at < planned.cells.length ? at : -1,
  };
  const cellAt = (point: Point, size: Size) => findCell(painted, point, size);
  const hover = (point: Point, size: Size) => {
    const cell = cellAt(point, size);
    return cell < 0 ? null : (
      <CellText {...{ session, topology, scale }} cell={planned.cells[cell]} value={values[cell]} />
    );
  };
  const pick = (cell: number, event: MouseEvent | KeyboardEvent) => {
    if (cell < 0) return;
    const kept = event.ctrlKey || event.metaKey ? painted.selected : new Set<number>();
    session.selectLocations([...kept, ...planned.cells[cell].locations]);
  };
  const onKey = (event: KeyboardEvent) => {
    const next = plan.cellAfter(event.key, planned, painted.cursor);
    if (next !== undefined) setAt(next);
    else if (/^(Enter| )$/.test(event.key)) pick(painted.cursor, event);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div class="view-tools">
        {children || <strong>{name}</strong>}
        {topology.dimensions.map((_, d) => (
          <DimensionField key={d} {...{ topology, roles, slices, d, setRoles, setSlices }} />
        ))}
        <div class="status" role="status">
          {painted.cursor >= 0 && (
            <CellText
              {...{ session, topology, scale }}
              cell={planned.cells[painted.cursor]}
              value={values[painted.cursor]}
            />
          )}
        </div>
        <span class="spring" />
        {planned.cells.length > 0 && (
          <RangeLegend {...{ range, scale }} title="From the least to the greatest value in the topology" />
        )}
      </div>
      {planned.cells.length === 0 ? (
        <p class="empty">No location has a place in this part of the topology.</p>
      ) : (
        <Canvas
          label={`${name}, coloured by value; arrows move, Enter selects`}
          draw={(context, size) => drawPlan(context, size, painted)}
          hover={hover}
          onClick={(point, event, size) => pick(cellAt(point, size), event)}
          onKey={onKey}
        />
      )}
    </>
  );
}

/** Returns the locations selected in the system tree; empty: everything. */
export function selectedLocations(session: Session): Set<number> {
  const ranges = session.locationSelection.value.locations?.ranges;
  const selected = new Set<number>();
  if (ranges)
    for (let i = 0; i < ranges.length; i += 2)
      for (let location = ranges[i]; location < ranges[i + 1]; ++location) selected.add(location);
  return selected;
}

function findCell({ plan: planned }: Painted, point: Point, size: Size): number {
  const layout = plan.layoutPlan(planned, size.width, size.height);
  return planned.cells.findIndex((cell) => {
    const [left, top] = plan.placeOf(cell, planned, layout);
    return (
      point.x >= left &&
      point.x < left + layout.cellWidth &&
      point.y >= top &&
      point.y < top + layout.cellHeight
    );
  });
}

interface CellProps {
  session: Session;
  topology: Topology;
  scale: Scale;
  cell: plan.Cell;
  value: number;
}

const mostNames = 6;

function CellText({ session, topology, scale, cell, value }: CellProps) {
  const names = cell.locations.map((location) => session.report.system.locationName[location]);
  const place = topology.dimensions.map(
    ({ name }, d) => `${name || `dimension ${d + 1}`} ${cell.coordinates[d]}`,
  );
  return (
    <>
      <strong>
        {names.slice(0, mostNames).join(", ")}
        {names.length > mostNames && ` and ${names.length - mostNames} more`}
      </strong>
      <div>{place.join(", ")}</div>
      <div>{formatWithUnit(value, scale)}</div>
    </>
  );
}

interface DimensionProps {
  topology: Topology;
  roles: plan.Role[];
  slices: number[];
  d: number;
  setRoles: (roles: plan.Role[]) => void;
  setSlices: (slices: number[]) => void;
}

function DimensionField({ topology, roles, slices, d, setRoles, setSlices }: DimensionProps) {
  const { name, size, periodic } = topology.dimensions[d];
  const label = name || `dimension ${d + 1}`;
  const title = `${label}: ${size} positions${periodic ? ", periodic" : ""}`;
  return (
    <label class="dimension" title={title}>
      {label}
      <select
        aria-label={`Role of ${label}`}
        value={roles[d]}
        onChange={(event) => setRoles(plan.withRole(roles, d, event.currentTarget.value as plan.Role))}
      >
        {Object.entries(roleNames).map(([role, text]) => (
          <option key={role} value={role}>
            {text}
          </option>
        ))}
      </select>
      {roles[d] === "slice" && (
        <input
          type="number"
          aria-label={`Cut ${label} at`}
          min={0}
          max={size - 1}
          value={slices[d]}
          onInput={(event) => {
            const at = Number(event.currentTarget.value);
            if (Number.isInteger(at) && at >= 0 && at < size)
              setSlices(slices.map((old, i) => (i === d ? at : old)));
          }}
        />
      )}
    </label>
  );
}

export const topologyView: View = {
  id: "topology",
  title: "Topology",
  count: (session) => session.report.head.topologies.length,
  Component: TopologyView,
};
