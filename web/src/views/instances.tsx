// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Worst instances: occurrences of the selected patterns, each with its time lines.

import { useMemo } from "preact/hooks";
import type { Cell } from "../model/csv";
import { formatValue } from "../model/format";
import type { Instance } from "../model/head";
import { callPathNames } from "../model/report";
import { selectedInstances } from "../state/instances";
import type { Session } from "../state/session";
import { CopyButton } from "../widgets/copy";
import { rowHeight, VirtualList } from "../widgets/virtual_list";
import { MetricLinks } from "./metric_links";
import { Stretch } from "./stretch";
import { TimeLines } from "./time_lines";
import { TextView } from "../widgets/text_view";
import type { View } from "./view";

function InstancesView({ session }: { session: Session }) {
  const { instances } = session.report.head;
  const [locations, paths, metrics, open] = [
    session.locationSelection.value,
    session.pathSelection.value,
    session.metrics.selected.value,
    session.metrics.open.value,
  ];
  const stretch = session.stretch.value;
  const shown = useMemo(() => selectedInstances(session), [locations, paths, metrics, open, stretch]);
  if (instances.length === 0) return <p class="empty">This report has no single instances.</p>;
  if (shown.length === 0) return <NoInstances session={session} />;
  const current = shown.includes(session.instance.value) ? session.instance.value : shown[0];
  return (
    <div class="instances-view">
      <div class="instances-left">
        <div class="table-tools">
          {stretch && <Stretch session={session} />}
          <span class="spring" />
          <CopyButton what="Worst instances" table={() => tableOf(session, shown)} />
        </div>
        <InstanceList {...{ session, shown, current }} />
      </div>
      <TimeLines key={current} session={session} instance={instances[current]} />
    </div>
  );
}

function tableOf({ report }: Session, shown: number[]): Cell[][] {
  const { metrics, instances } = report.head;
  const names = report.system.locationName;
  return [
    ["Metric", "Severity", "Unit", "Call path", "Location", "Begin (s)", "End (s)", "Caused by"],
    ...shown.map((i) => {
      const { metric, severity, path, location, begin, end, cause } = instances[i];
      const call = callPathNames(report, path).join("/");
      const causer = cause ? names[cause.location] : "";
      return [
        metrics[metric].name,
        severity,
        metrics[metric].unit,
        call,
        names[location],
        begin,
        end,
        causer,
      ];
    }),
  ];
}

function NoInstances({ session }: { session: Session }) {
  const { instances } = session.report.head;
  const patterns = [...new Set(instances.map(({ metric }) => metric))];
  return (
    <TextView label="Worst instances">
      {session.stretch.value && <Stretch session={session} />}
      <p>No instances are kept for the selected metric, call paths and locations. There are some of:</p>
      <MetricLinks session={session} metrics={patterns} />
    </TextView>
  );
}

interface ListProps {
  session: Session;
  shown: number[];
  current: number;
}

const pageOfRows = 10;

function InstanceList({ session, shown, current }: ListProps) {
  const at = shown.indexOf(current);
  const { instances } = session.report.head;
  const isMixed = shown.some((i) => instances[i].metric !== instances[shown[0]].metric);
  const onKey = (event: KeyboardEvent) => {
    const last = shown.length - 1;
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + pageOfRows,
      PageUp: at - pageOfRows,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    session.instance.value = shown[Math.min(Math.max(to, 0), last)];
  };
  return (
    <VirtualList
      count={shown.length}
      current={at}
      reveal={current}
      list={{
        class: "instance-list scroller",
        role: "listbox",
        "aria-label": "Instances, worst first",
        "aria-activedescendant": `instance-${current}`,
        tabIndex: 0,
        onKeyDown: onKey,
      }}
      renderRow={(i) => (
        <InstanceRow
          key={shown[i]}
          session={session}
          index={shown[i]}
          isCurrent={shown[i] === current}
          isMixed={isMixed}
        />
      )}
    />
  );
}

interface RowProps {
  session: Session;
  index: number;
  isCurrent: boolean;
  /** The list contains several metrics, so their names are needed. */
  isMixed: boolean;
}

function InstanceRow({ session, index, isCurrent, isMixed }: RowProps) {
  const { report } = session;
  const instance = report.head.instances[index];
  const metric = report.head.metrics[instance.metric];
  const names = callPathNames(report, instance.path);
  return (
    <div
      id={`instance-${index}`}
      class="list-row"
      role="option"
      aria-selected={isCurrent}
      style={{ height: `${rowHeight}px` }}
      title={describe(session, instance)}
      onClick={() => (session.instance.value = index)}
    >
      <span class="number">{formatValue(instance.severity, metric.unit)}</span>
      <span class="label">
        {isMixed && `${metric.display} · `}
        {names[names.length - 1]}
      </span>
      <span class="detail">{report.system.locationName[instance.location]}</span>
    </div>
  );
}

function describe(session: Session, instance: Instance): string {
  const { report } = session;
  return [
    report.head.metrics[instance.metric].display,
    callPathNames(report, instance.path).join(" / "),
    report.system.locationName[instance.location],
    `from ${instance.begin} s to ${instance.end} s`,
  ].join("\n");
}

export const instancesView: View = {
  id: "instances",
  title: "Worst instances",
  count: (session) => session.report.head.instances.length,
  Component: InstancesView,
};
