// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

import { formatNumber, formatWithUnit, type Scale } from "../model/format";
import { theme } from "../state/theme";
import { gradientOf } from "./colours";

interface Props {
  low: string;
  middle?: string;
  high: string;
  isDiverging: boolean;
  title: string;
}

/** The colour scale, with labels at its ends. */
export function Legend({ low, middle, high, isDiverging, title }: Props) {
  return (
    <div class="legend" title={title}>
      <span>{low}</span>
      <span class="legend-bar" style={{ background: gradientOf(theme.value, isDiverging) }}>
        {middle && <span class="legend-middle">{middle}</span>}
      </span>
      <span>{high}</span>
    </div>
  );
}

interface RangeProps {
  range: { low: number; high: number; isDiverging: boolean };
  scale: Scale;
  title: string;
}

/** The legend of colours for the values of a range. */
export function RangeLegend({ range, scale, title }: RangeProps) {
  return (
    <Legend
      low={formatNumber(range.low, scale)}
      middle={range.isDiverging ? "0" : undefined}
      high={formatWithUnit(range.high, scale)}
      isDiverging={range.isDiverging}
      title={title}
    />
  );
}
