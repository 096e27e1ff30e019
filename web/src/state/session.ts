// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The state of the page: the selections and settings, and everything derived from them. Signals recompute only what
// depends on a change; selections with equal keys count as unchanged.

import { batch, computed, signal } from "@preact/signals";
import { Cube, exclusiveMetrics } from "../model/aggregate";
import { recursivePaths, selectRegions } from "../model/regions";
import type { Measure } from "../model/matrix";
import type { Report } from "../model/report";
import * as select from "../model/selection";
import { referenceWholes, rootWholes, type ValueMode } from "../model/share";
import { makeTree } from "../model/tree";
import { callPane, metricPane, regionPane, systemPane } from "./panes";
import { TreeState } from "./tree_state";

/** A computed selection that keeps its identity while its key stays the same. */
function keyed<Selection extends { key: string }>(compute: () => Selection) {
  let last: Selection | undefined;
  return computed(() => {
    const next = compute();
    return last && last.key === next.key ? last : (last = next);
  });
}

export class Session {
  readonly cube: Cube;
  /** The same for the second report; null: there is none. */
  readonly reference: Cube | null;
  readonly metrics: TreeState;
  readonly calls: TreeState;
  readonly regions: TreeState;
  readonly system: TreeState;

  readonly mode = signal<ValueMode>("absolute");
  /** Metrics restrict call paths, both restrict the system, and nothing acts in the other direction, as in CUBE. */
  readonly cubeOrder = signal(false);
  readonly isFlat = signal(false);
  readonly flatIsInclusive = signal(true);
  /** Percent of the root below which rows are hidden. */
  readonly threshold = signal(0);
  /** Show metrics that are zero everywhere. */
  readonly showsEmpty = signal(false);
  readonly view = signal("metric");
  readonly instance = signal(-1);
  /** The measure of the communication matrix; null: the first one with values. */
  readonly measure = signal<Measure | null>(null);
  /** Start and end in seconds of the selected stretch of the run; null: all of it. */
  readonly stretch = signal<[number, number] | null>(null);

  readonly rootWholes;
  readonly referenceWholes;
  readonly recursive: Uint8Array;
  /** Metrics with negative values: differences. */
  readonly isSigned: boolean[];

  constructor(readonly report: Report) {
    this.cube = new Cube(report);
    this.reference = report.referenceBegin && new Cube(report, report.referenceBegin);
    this.metrics = new TreeState(report.metrics, (a, b) => select.canJoin(report, a, b));
    this.calls = new TreeState(report.calls);
    this.regions = new TreeState(makeTree(report.head.regions.map(() => -1)));
    this.system = new TreeState(report.system.tree);
    this.rootWholes = rootWholes(report);
    this.referenceWholes = referenceWholes(report);
    this.recursive = recursivePaths(report);
    this.isSigned = report.head.metrics.map((_, metric) =>
      report.rows.low.subarray(report.rowBegin[metric], report.rowBegin[metric + 1]).some((low) => low < 0),
    );
    this.regions.sort.value = "value";
    this.reset();
  }

  readonly metricSelection = keyed(() =>
    select.selectMetrics(this.report, this.metrics.selected.value, this.metrics.open.value),
  );

  readonly pathSelection = keyed(() =>
    this.isFlat.value
      ? selectRegions(this.report, this.regions.selected.value, this.flatIsInclusive.value)
      : select.selectPaths(this.report, this.calls.selected.value, this.calls.open.value),
  );

  readonly locationSelection = keyed(() => select.selectLocations(this.report, this.system.selected.value));

  /** The selections that restrict the metric tree and the call tree from the right. */
  private readonly pathsForMetrics = keyed(() =>
    this.cubeOrder.value ? select.allPaths : this.pathSelection.value,
  );
  private readonly locationsToTheLeft = keyed(() =>
    this.cubeOrder.value ? select.allLocations : this.locationSelection.value,
  );

  readonly metricInclusive = computed(() =>
    this.cube.metricValues(this.pathsForMetrics.value, this.locationsToTheLeft.value),
  );
  readonly referenceMetricInclusive = computed(
    () => this.reference?.metricValues(this.pathsForMetrics.value, this.locationsToTheLeft.value) ?? null,
  );
  readonly referenceCallExclusive = computed(
    () => this.reference?.callValues(this.metricSelection.value, this.locationsToTheLeft.value) ?? null,
  );
  readonly referenceLocationValues = computed(
    () => this.reference?.locationValues(this.metricSelection.value, this.pathSelection.value) ?? null,
  );
  readonly metricExclusive = computed(() => exclusiveMetrics(this.report, this.metricInclusive.value));
  readonly callExclusive = computed(() =>
    this.cube.callValues(this.metricSelection.value, this.locationsToTheLeft.value),
  );
  readonly locationValues = computed(() =>
    this.cube.locationValues(this.metricSelection.value, this.pathSelection.value),
  );

  readonly metricPane = computed(() => metricPane(this));
  readonly callPane = computed(() => callPane(this));
  readonly regionPane = computed(() => regionPane(this, this.callPane.value));
  readonly systemPane = computed(() => systemPane(this));

  /** The first of the selected metrics; -1 in a report without metrics. */
  readonly metric = computed(() => this.metrics.selected.value.values().next().value ?? -1);

  /** Restores the initial state: the whole time metric, without other selections. */
  reset(): void {
    const { report } = this;
    batch(() => {
      this.selectInitialMetric();
      this.stretch.value = null;
      this.measure.value = null;
      for (const tree of [this.calls, this.regions, this.system]) tree.clear();
      for (const tree of [this.metrics, this.regions]) tree.closeAll();
      this.calls.open.value = new Set(firstForks(this.calls, 25));
      this.system.open.value = new Set(firstForks(this.system, 60));
      this.view.value = report.head.findings
        ? "findings"
        : report.head.notes.length > 0
          ? "report"
          : "metric";
    });
  }

  /** A metric is always selected: without one there is nothing to sum. */
  selectInitialMetric(): void {
    const { metrics } = this.report.head;
    const time = metrics.findIndex((metric) => metric.name === "time" && metric.parent < 0);
    if (metrics.length > 0) this.metrics.select([Math.max(time, 0)]);
  }

  selectLocations(locations: Iterable<number>): void {
    const entries = [...locations].map((location) => this.report.system.entryOf[location]);
    batch(() => {
      this.system.select(entries);
      if (entries.length > 0) this.system.show(entries[0]);
    });
  }

  selectMetric(metric: number): void {
    batch(() => {
      this.metrics.select([metric]);
      this.metrics.show(metric);
    });
  }
}

/** Returns the nodes to open so that a tree shows its first forks, with about the given number of rows. */
function firstForks({ tree }: TreeState, most: number): number[] {
  const open: number[] = [];
  let level = tree.roots;
  let rows = level.length;
  while (level.length > 0) {
    const next = level.flatMap((node) => tree.children[node]);
    rows += next.length;
    if (rows > most || next.length === 0) break;
    open.push(...level.filter((node) => tree.children[node].length > 0));
    level = next;
  }
  return open;
}
