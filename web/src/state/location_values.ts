// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The values of locations as they are shown: in the metric's unit, or as shares.

import { percentScaleFor, scaleFor, type Scale } from "../model/format";
import type { Session } from "./session";

export interface ShownValues {
  values: Float64Array;
  /** That fits values up to this one. */
  scale: (largest: number) => Scale;
}

export function shownLocationValues(session: Session): ShownValues {
  const values = session.locationValues.value;
  const pane = session.systemPane.value;
  const { unit, combine } = session.metricSelection.value;
  const whole = pane.whole(0).value;
  if (pane.mode === "absolute" || combine !== "sum" || Number.isNaN(whole))
    return { values, scale: (largest) => scaleFor(unit, largest) };
  return { values: values.map((value) => value / whole), scale: percentScaleFor };
}
