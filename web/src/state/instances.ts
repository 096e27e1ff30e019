// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The instances of patterns that match the selection.

import type { Instance } from "../model/head";
import { hasLocation } from "../model/rows";
import { contains } from "../model/tree";
import type { Session } from "./session";

/**
 * Instances of the selected metrics, call paths, locations and stretch of time, worst first. A closed
 * metric includes its sub-metrics.
 * An instance of several metrics is listed once, with the most specific one.
 */
export function selectedInstances(session: Session): number[] {
  const { head, metrics } = session.report;
  const { mask } = session.pathSelection.value;
  const chosen = [...session.metrics.selected.value];
  const isChosen = (metric: number) =>
    chosen.some(
      (node) => node === metric || (!session.metrics.isOpen(node) && contains(metrics, node, metric)),
    );
  const locations = session.locationSelection.value.locations;
  const [from, until] = session.stretch.value ?? [-Infinity, Infinity];
  const shown = head.instances
    .map((_, i) => i)
    .filter((i) => {
      const { metric, path, location, begin, end } = head.instances[i];
      const isInside = begin <= until && end >= from;
      const isThere = (!mask || mask[path]) && (!locations || hasLocation(locations, location));
      return isInside && isThere && isChosen(metric);
    })
    .sort((a, b) => head.instances[b].severity - head.instances[a].severity);
  return eachOnce(session, shown);
}

/** Removes instances that are repeated by a sub-metric. */
function eachOnce({ report: { head, metrics } }: Session, shown: number[]): number[] {
  const waitOf = ({ path, location, begin, end }: Instance) => `${path} ${location} ${begin} ${end}`;
  const metricsOf = new Map<string, number[]>();
  for (const i of shown) {
    const wait = waitOf(head.instances[i]);
    metricsOf.set(wait, [...(metricsOf.get(wait) ?? []), head.instances[i].metric]);
  }
  return shown.filter((i) => {
    const { metric } = head.instances[i];
    const others = metricsOf.get(waitOf(head.instances[i])) ?? [];
    return !others.some((other) => other !== metric && contains(metrics, metric, other));
  });
}
