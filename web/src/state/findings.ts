// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The selections made by a click on a finding.

import { batch } from "@preact/signals";
import type { Finding } from "../model/head";
import { worstOf } from "../model/worst";
import { selectedInstances } from "./instances";
import type { Session } from "./session";

/** Selects the metric, call path and location where the finding is worst, and opens its worst instance. */
export function openFinding(session: Session, { metric }: Finding): void {
  const { instances } = session.report.head;
  batch(() => {
    session.isFlat.value = false;
    session.calls.clear();
    session.system.clear();
    session.metrics.setOpen([metric], false);
    session.selectMetric(metric);
  });
  const [instance] = selectedInstances(session);
  const path = instance === undefined ? worstOf(session.callExclusive.value) : instances[instance].path;
  if (path >= 0) {
    session.calls.select([path]);
    session.calls.show(path);
  }
  const location =
    instance === undefined ? worstOf(session.locationValues.value) : instances[instance].location;
  batch(() => {
    if (location >= 0) session.selectLocations([location]);
    if (instance !== undefined) session.instance.value = instance;
    session.view.value = instance === undefined ? "metric" : "instances";
  });
}

/** Selects the metric of caused waiting of the finding. */
export function openCausers(session: Session, { metric }: Finding): void {
  const { metrics } = session.report.head;
  const caused = metrics.findIndex(({ name }) => name === `${metrics[metric].name}_caused`);
  if (caused < 0) return;
  batch(() => {
    session.calls.clear();
    session.system.clear();
    session.selectMetric(caused);
  });
  const path = worstOf(session.callExclusive.value);
  if (path >= 0) session.calls.show(path);
  const location = worstOf(session.locationValues.value);
  if (location >= 0) session.system.show(session.report.system.entryOf[location]);
  session.view.value = "metric";
}

/** Shows the instance, and selects its metric, call path and location in the trees. */
export function openInstance(session: Session, index: number): void {
  const { metric, path, location } = session.report.head.instances[index];
  batch(() => {
    session.isFlat.value = false;
    session.stretch.value = null;
    session.metrics.setOpen([metric], false);
    session.selectMetric(metric);
    session.calls.select([path]);
    session.calls.show(path);
    session.selectLocations([location]);
    session.instance.value = index;
    session.view.value = "instances";
  });
}

/** Shows the metric over time, with the stretch of time selected. */
export function openStretch(session: Session, metric: number, stretch: [number, number]): void {
  batch(() => {
    session.calls.clear();
    session.system.clear();
    session.selectMetric(metric);
    session.stretch.value = stretch;
    session.view.value = "map";
  });
}
