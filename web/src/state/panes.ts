// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The values in each pane, derived from the session's selections.

import { largestOf, percentScale, scaleFor } from "../model/format";
import { regionValues } from "../model/regions";
import { combineOf, combineTwo, inclusiveOf, nothing } from "../model/report";
import { exclusiveMetrics } from "../model/aggregate";
import { isNoise } from "../model/rows";
import { joinedWhole, noWhole, wholeOf, type Whole } from "../model/share";
import type { Tree } from "../model/tree";
import type { NodeValues, PaneValues } from "./pane";
import type { Session } from "./session";

const hasNegative = (...lists: Float64Array[]) => lists.some((list) => list.some((value) => value < 0));

export function metricPane(session: Session): PaneValues {
  const { report, rootWholes, referenceWholes } = session;
  const inclusive = session.metricInclusive.value;
  const exclusive = session.metricExclusive.value;
  const { metrics } = report.head;
  const { terms, combine, unit } = session.metricSelection.value;
  const selectedOf = (values: Float64Array) =>
    terms.reduce((sum, { metric, weight }) => sum + weight * values[metric], 0);
  const selection = combine === "sum" ? wholeOf(selectedOf(inclusive), 0) : noWhole;
  const joins = (metric: number) => metrics[metric].unit === unit && combineOf(metrics[metric]) === "sum";
  const ofSelection = (whole: Whole) => (metric: number) => (joins(metric) ? whole : noWhole);
  const ofRoot = (metric: number) => rootWholes[metric];
  const ofReference = (metric: number) => referenceWholes[metric];
  const scales = scalesByRoot(session, inclusive);
  const mode = session.mode.value;
  const before = session.referenceMetricInclusive.value;
  return compared(session, {
    inclusive,
    exclusive,
    mode,
    reference: before && {
      inclusive: before,
      exclusive: exclusiveMetrics(report, before),
      whole: mode === "selection" ? ofSelection(wholeOf(selectedOf(before), 0)) : ofReference,
    },
    whole: mode === "selection" ? ofSelection(selection) : mode === "reference" ? ofReference : ofRoot,
    root: (metric) => rootWholes[metric],
    scale: (metric) => scales[metric],
    percentScale,
    isShare: (metric) => combineOf(metrics[metric]) === "sum",
    commonUnit: null,
    unit: null,
    hasNegative: hasNegative(inclusive),
  });
}

/** Replaces values by differences, if selected. */
function compared(session: Session, values: PaneValues): PaneValues {
  const { reference } = values;
  if (session.mode.value !== "difference" || !reference) return values;
  const less = (which: keyof NodeValues) =>
    values[which].map((value, i) => {
      const before = reference[which][i];
      const difference = value - before;
      return isNoise(difference, Math.max(Math.abs(value), Math.abs(before))) ? 0 : difference;
    });
  return { ...values, inclusive: less("inclusive"), exclusive: less("exclusive"), hasNegative: true };
}

/** Metrics below one root share a scale, so that they can be compared at a glance. */
function scalesByRoot({ report }: Session, values: Float64Array) {
  const tree = report.metrics;
  const scales = report.head.metrics.map((metric) => scaleFor(metric.unit, 0));
  for (const root of tree.roots) {
    const family = tree.order.subarray(tree.position[root], tree.end[root]);
    const unit = report.head.metrics[root].unit;
    const shared = scaleFor(unit, largestOf([...family].map((metric) => values[metric])));
    for (const metric of family) {
      const own = report.head.metrics[metric].unit;
      scales[metric] = own === unit ? shared : scaleFor(own, values[metric]);
    }
  }
  return scales;
}

/** Values along the call or system tree: all belong to the selected metrics and have one scale and one whole. */
function paneOf(session: Session, tree: Tree, own: NodeValues, before: NodeValues | null): PaneValues {
  const { inclusive, exclusive } = own;
  const { combine, unit, terms } = session.metricSelection.value;
  const mode = session.mode.value;
  const isShare = combine === "sum";
  const scale = scaleFor(unit, Math.max(largestOf(inclusive), largestOf(exclusive)));
  const whole = isShare ? wholeInMode(session, tree, inclusive) : noWhole;
  const wholeBefore =
    before && isShare
      ? mode === "selection"
        ? wholeInMode(session, tree, before.inclusive)
        : joined(session, session.referenceWholes)
      : noWhole;
  const root = isShare ? joined(session, session.rootWholes) : wholeOf(largestOf(inclusive), 0);
  return compared(session, {
    inclusive,
    exclusive,
    mode,
    reference: before && { ...before, whole: () => wholeBefore },
    whole: () => whole,
    root: () => root,
    scale: () => scale,
    percentScale,
    isShare: () => isShare,
    commonUnit: unit,
    unit: scale.suffix || unit,
    hasNegative: terms.some(({ metric }) => session.isSigned[metric]) || hasNegative(exclusive),
  });
}

const joined = (session: Session, wholes: Whole[]) =>
  joinedWhole(
    session.report,
    wholes,
    session.metricSelection.value.terms.map(({ metric }) => metric),
  );

function wholeInMode(session: Session, tree: Tree, inclusive: Float64Array): Whole {
  if (session.mode.value === "reference") return joined(session, session.referenceWholes);
  if (session.mode.value !== "selection") return joined(session, session.rootWholes);
  const total = tree.roots.reduce((sum, root) => sum + inclusive[root], 0);
  return wholeOf(total, largestOf(inclusive));
}

export function callPane(session: Session): PaneValues {
  const tree = session.report.calls;
  const { combine } = session.metricSelection.value;
  const valuesOf = (exclusive: Float64Array): NodeValues => ({
    exclusive,
    inclusive: inclusiveOf(tree, exclusive, combine),
  });
  const before = session.referenceCallExclusive.value;
  return paneOf(session, tree, valuesOf(session.callExclusive.value), before && valuesOf(before));
}

/** Inclusive and exclusive values are equal here: a flat list has nothing to open. */
export function regionPane(session: Session, calls: PaneValues): PaneValues {
  const { combine } = session.metricSelection.value;
  const shownOf = ({ inclusive, exclusive }: NodeValues): NodeValues => {
    const values = regionValues(session.report, session.recursive, exclusive, inclusive, combine);
    const shown = session.flatIsInclusive.value ? values.inclusive : values.exclusive;
    return { inclusive: shown, exclusive: shown };
  };
  const { reference } = calls;
  return { ...calls, ...shownOf(calls), reference: reference && { ...reference, ...shownOf(reference) } };
}

export function systemPane(session: Session): PaneValues {
  const { system } = session.report;
  const { combine } = session.metricSelection.value;
  const valuesOf = (ofLocation: Float64Array): NodeValues => {
    const exclusive = new Float64Array(system.tree.size).fill(nothing(combine));
    ofLocation.forEach((value, location) => {
      const entry = system.entryOf[location];
      exclusive[entry] = combineTwo(nothing(combine), value, combine);
    });
    return { exclusive, inclusive: inclusiveOf(system.tree, exclusive, combine) };
  };
  const before = session.referenceLocationValues.value;
  return paneOf(session, system.tree, valuesOf(session.locationValues.value), before && valuesOf(before));
}
