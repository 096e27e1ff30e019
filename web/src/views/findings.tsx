// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The findings of the analysis, the most severe first. A click shows where a finding is worst, in all trees and on
// time lines.

import { counted, formatCount, formatShare, formatValue } from "../model/format";
import type { Finding, FindingsHead, NamedPart } from "../model/head";
import { changesOf, type Change } from "../model/compare_findings";
import { findingsTable } from "../model/tables";
import { openCausers, openFinding } from "../state/findings";
import type { Session } from "../state/session";
import { CopyButton } from "../widgets/copy";
import { TextView } from "../widgets/text_view";
import { ChangeMark, Former, RunChange } from "./changes";
import { Moments } from "./finding_moments";
import type { View } from "./view";

function FindingsView({ session }: { session: Session }) {
  const { findings } = session.report.head;
  const changes = changesOf(session.report.head, session.report.totals);
  if (!findings)
    return <p class="empty">This report does not say what was found. Reports of lull analyze do.</p>;
  return (
    <TextView label="Findings">
      <p class="summary">
        <CopyButton what="Findings" table={() => findingsTable(session.report)} /> {summaryOf(findings)}
        <IdleThreads session={session} />
      </p>
      <RunChange session={session} />
      {findings.clocks !== "" && <p class="note">{findings.clocks}</p>}
      {findings.list.length === 0 && findings.clocks === "" && (
        <p>No waiting of more than 0.1 % of all time was found.</p>
      )}
      <ol class="findings">
        {findings.list.map((finding) => (
          <FindingCard
            key={finding.metric}
            session={session}
            finding={finding}
            change={changes?.find(({ metric }) => metric === finding.metric)}
          />
        ))}
      </ol>
      {changes && <Former session={session} changes={changes} />}
    </TextView>
  );
}

function summaryOf(findings: FindingsHead): string {
  const { total, waiting, events, messages, collectives, focus } = findings;
  const locations = counted(findings.locations, "location");
  return (
    `${outsideOf(findings)}${formatValue(focus.to - focus.from, "sec")} on ${locations}, ${formatValue(total, "sec")} in total; ` +
    `${formatValue(waiting, "sec")} of that (${formatShare(total > 0 ? waiting / total : 0)}) is waiting. ` +
    `${counted(events, "event")}, ${counted(messages, "message")}, ` +
    `${counted(collectives, "collective operation")}.`
  );
}

/** The part of the run that is not counted. */
function outsideOf({ wall, focus }: FindingsHead): string {
  if (focus.rule === "run") return "";
  const borders =
    focus.rule === "MPI" ? "from MPI_Init to MPI_Finalize" : "from shmem_init to shmem_finalize";
  return (
    `Start-up ${formatValue(focus.from, "sec")}, end ${formatValue(wall - focus.to, "sec")} of ` +
    `${formatValue(wall, "sec")}: the following refers to the part ${borders}.  `
  );
}

/** Time that no thread uses; it is not waiting that something causes. */
function IdleThreads({ session }: { session: Session }) {
  const { head, totals } = session.report;
  const metric = head.metrics.findIndex(({ name }) => name === "omp_idle_threads");
  const whole = head.findings?.total ?? 0;
  const known = head.findings?.idle ?? -1;
  const idle = known >= 0 ? known : totals[metric];
  const isFinding = head.findings?.list.some((finding) => finding.metric === metric);
  if (isFinding || metric < 0 || !(idle > 0) || whole <= 0) return null;
  return (
    <>
      {" "}
      <button type="button" class="link" onClick={() => session.selectMetric(metric)}>
        {head.metrics[metric].display}
      </button>
      : {formatValue(idle, "sec")} ({formatShare(idle / whole)}), while a single thread runs.
    </>
  );
}

interface CardProps {
  session: Session;
  finding: Finding;
  change: Change | undefined;
}

function FindingCard({ session, finding, change }: CardProps) {
  const metric = session.report.head.metrics[finding.metric];
  const off = finding.uncertainty > 0 ? ` ± ${formatValue(finding.uncertainty, "sec")}` : "";
  return (
    <li class="finding">
      <button
        type="button"
        class="finding-title"
        title="Show where it is worst, with its worst instance"
        onClick={() => openFinding(session, finding)}
      >
        <span class="share" style={{ width: `${Math.min(finding.share, 1) * 100}%` }} />
        <strong>{metric.display}</strong>
        <span class="number">
          {formatValue(finding.value, "sec")}
          {off}
        </span>
        <span class="detail">{formatShare(finding.share)} of all time</span>
        <ChangeMark change={change} />
      </button>
      <dl>
        <Parts name="where" parts={finding.callPaths} />
        <Parts name="who waits" parts={finding.locations} count={finding.locationCount} />
        {finding.causers.length > 0 && (
          <Parts name="who causes it" parts={finding.causers} count={finding.causerCount}>
            {" "}
            <button type="button" class="link causers" onClick={() => openCausers(session, finding)}>
              show all
            </button>
          </Parts>
        )}
        <Moments session={session} finding={finding} />
        {finding.caveat !== "" && <Text name="but" text={finding.caveat} />}
        {finding.advice !== "" && <Text name="try" text={finding.advice} />}
      </dl>
    </li>
  );
}

interface PartsProps {
  name: string;
  parts: NamedPart[];
  /** Total number. */
  count?: number;
  children?: preact.ComponentChildren;
}

function Parts({ name, parts, count = parts.length, children }: PartsProps) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {parts.map(([part, seconds], i) => (
          <span key={part} class="part">
            {i > 0 && ", "}
            {part} <span class="detail">{formatValue(seconds, "sec")}</span>
          </span>
        ))}
        {count > parts.length && ` and ${formatCount(count - parts.length)} more`}
        {children}
      </dd>
    </>
  );
}

function Text({ name, text }: { name: string; text: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </>
  );
}

export const findingsView: View = {
  id: "findings",
  title: "Findings",
  count: (session) => session.report.head.findings?.list.length,
  Component: FindingsView,
};
