// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The displayed values of locations: in the metric's unit, or as shares.

import { percentScaleFor, scaleFor, type Scale } from "../model/format";
import { isInUnits } from "../model/share";
import type { Session } from "./session";

export interface ShownValues {
  values: Float64Array;
  /** Fits values up to this one. */
  scale: (largest: number) => Scale;
}

export function shownLocationValues(session: Session): ShownValues {
  const own = session.locationValues.value;
  const before = session.referenceLocationValues.value;
  const pane = session.systemPane.value;
  const { unit, combine } = session.metricSelection.value;
  const whole = pane.whole(0).value;
  const values = pane.mode === "difference" && before ? own.map((value, i) => value - before[i]) : own;
  if (pane.mode === "ratio" && before && combine === "sum")
    return {
      values: own.map((value, i) => (before[i] === 0 ? NaN : value / before[i])),
      scale: () => scaleFor("", 1),
    };
  if (isInUnits(pane.mode) || combine !== "sum" || Number.isNaN(whole))
    return { values, scale: (largest) => scaleFor(unit, largest) };
  return { values: values.map((value) => value / whole), scale: percentScaleFor };
}
