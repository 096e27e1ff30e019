// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// System box: the distribution of the selected values over locations, and the outliers.

import { max } from "d3-array";
import { useMemo, useRef } from "preact/hooks";
import { distributionOf, type Distribution } from "../model/distribution";
import { counted, formatCount, formatWithUnit, largestOf, type Scale } from "../model/format";
import { locationsTable } from "../model/tables";
import { shownLocationValues } from "../state/location_values";
import type { Session } from "../state/session";
import { Axis, placeOver, type Place } from "../widgets/axis";
import { BoxPlot } from "../widgets/box_plot";
import { CopyButton } from "../widgets/copy";
import { useSize, type Size } from "../widgets/use_size";
import { VirtualList } from "../widgets/virtual_list";
import type { View } from "./view";

function SystemBox({ session }: { session: Session }) {
  const shown = shownLocationValues(session);
  const { values } = shown;
  const distribution = useMemo(
    () => distributionOf(values),
    [session.locationValues.value, session.systemPane.value],
  );
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  if (!distribution) return <p class="empty">{emptyText(session)}</p>;
  const scale = shown.scale(largestOf([distribution.minimum, distribution.maximum]));
  return (
    <div class="box-view">
      <div class="chart" ref={frame}>
        {size.width > 0 && <Chart {...{ session, distribution, scale, size }} />}
      </div>
      <CopyButton
        what="System box"
        table={() =>
          locationsTable(
            session.report,
            session.locationValues.value,
            session.metricSelection.value.unit,
            distribution,
            session.referenceLocationValues.value,
          )
        }
      />
      <Numbers distribution={distribution} scale={scale} />
      <Outliers {...{ session, distribution, scale, values }} />
    </div>
  );
}

const emptyText = (session: Session) =>
  session.report.locations === 0
    ? "This report has no locations."
    : "No location has a value for this selection.";

interface ChartProps {
  session: Session;
  distribution: Distribution;
  scale: Scale;
  size: Size;
}

const edges = { left: 34, right: 16, top: 8, bottom: 22 };
const digitWidth = 7;
const boxHeight = 26;

function Chart({ session, distribution, scale, size }: ChartProps) {
  const margin = { ...edges, left: Math.max(edges.left, 12 + digitWidth * mostText(distribution).length) };
  const place = placeOver(distribution.minimum, distribution.maximum, margin.left, size.width - margin.right);
  const bottom = size.height - margin.bottom;
  const base = bottom - boxHeight - 10;
  return (
    <svg
      width={size.width}
      height={size.height}
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="group"
      aria-label="Distribution over locations"
    >
      <Bars {...{ session, distribution, scale, place, base }} left={margin.left} />
      <BoxPlot
        box={distribution}
        place={place}
        top={bottom - boxHeight - 3}
        height={boxHeight - 6}
        label="Box plot over locations"
      />
      {distribution.outliers.slice(0, 500).map((location) => (
        <circle
          key={location}
          class="outlier"
          cx={place(session.locationValues.value[location])}
          cy={bottom - boxHeight / 2 - 6}
          r={3}
        >
          <title>{session.report.system.locationName[location]}</title>
        </circle>
      ))}
      {scale.suffix && (
        <text x={4} y={bottom + 15}>
          in {scale.suffix}
        </text>
      )}
      <Axis place={place} top={bottom} scale={scale} ticks={Math.max(2, Math.floor(size.width / 90))} />
    </svg>
  );
}

interface BarsProps extends Omit<ChartProps, "size"> {
  place: Place;
  base: number;
  left: number;
}

const mostMembers = ({ bins }: Distribution) => max(bins, (part) => part.members.length) ?? 1;

/** The label of the highest bar. */
const mostText = (distribution: Distribution) => formatCount(mostMembers(distribution));

function Bars({ session, distribution, scale, place, base, left }: BarsProps) {
  const most = mostMembers(distribution);
  const height = (count: number) => (count / most) * (base - edges.top);
  const begins = (begin: number, end: number) => (begin === end ? place(begin) - 20 : place(begin));
  const width = (begin: number, end: number) =>
    begin === end ? 40 : Math.max(1, place(end) - place(begin) - 1);
  const textOf = ({ begin, end, members }: Distribution["bins"][0]) =>
    `${counted(members.length, "location")}: ${formatWithUnit(begin, scale)} to ${formatWithUnit(end, scale)}`;
  const onKey = (event: KeyboardEvent, i: number) => {
    const to = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: distribution.bins.length - 1 }[event.key];
    const bars = (event.currentTarget as Element).parentElement?.querySelectorAll<SVGElement>("rect");
    if (to !== undefined) bars?.[Math.min(Math.max(to, 0), bars.length - 1)].focus();
    else if (/^(Enter| )$/.test(event.key)) session.selectLocations(distribution.bins[i].members);
    else return;
    event.preventDefault();
  };
  return (
    <g class="bars">
      <text x={left - 6} y={edges.top + 8} text-anchor="end">
        {mostText(distribution)}
      </text>
      {distribution.bins.map((bin, i) => (
        <rect
          key={bin.begin}
          role="button"
          aria-label={textOf(bin)}
          tabindex={i === 0 ? 0 : -1}
          onKeyDown={(event) => onKey(event, i)}
          x={begins(bin.begin, bin.end)}
          width={width(bin.begin, bin.end)}
          y={base - height(bin.members.length)}
          height={height(bin.members.length)}
          onClick={() => session.selectLocations(bin.members)}
        >
          <title>{textOf(bin)}</title>
        </rect>
      ))}
    </g>
  );
}

function Numbers({ distribution, scale }: { distribution: Distribution; scale: Scale }) {
  const lines: [string, number][] = [
    ["Maximum", distribution.maximum],
    ["3rd quartile", distribution.q3],
    ["Median", distribution.median],
    ["1st quartile", distribution.q1],
    ["Minimum", distribution.minimum],
    ["Mean", distribution.mean],
    ["Deviation", distribution.deviation],
  ];
  return (
    <table class="numbers">
      <tbody>
        <tr>
          <th scope="row">Locations</th>
          <td>{formatCount(distribution.count)}</td>
        </tr>
        {lines.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{formatWithUnit(value, scale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface OutlierProps extends Omit<ChartProps, "size"> {
  values: Float64Array;
}

function Outliers({ session, distribution, scale, values }: OutlierProps) {
  const { outliers } = distribution;
  return (
    <div class="outliers">
      <h3>{outliers.length === 0 ? "No outliers" : counted(outliers.length, "outlier")}</h3>
      <p class="detail">beyond 1.5 interquartile ranges</p>
      <VirtualList
        count={outliers.length}
        current={-1}
        reveal={null}
        renderRow={(i) => (
          <button
            key={outliers[i]}
            type="button"
            class="list-row"
            onClick={() => session.selectLocations([outliers[i]])}
          >
            <span>{session.report.system.locationName[outliers[i]]}</span>
            <span class="number">{formatWithUnit(values[outliers[i]], scale)}</span>
          </button>
        )}
      />
    </div>
  );
}

export const systemBoxView: View = { id: "system", title: "System box", Component: SystemBox };
