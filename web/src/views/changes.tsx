// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Changes of findings relative to the second report.

import type { Change } from "../model/compare_findings";
import { counted, formatShare, formatValue } from "../model/format";
import type { Session } from "../state/session";

const signed = (value: number, text: string) => (value < 0 ? `−${text}` : `+${text}`);

const percentMore = (now: number, then: number) =>
  then > 0 ? ` (${signed(now - then, formatShare(Math.abs(now - then) / then))})` : "";

function changeText({ verdict, bySize, now, before, nowShare, beforeShare }: Change): string {
  if (verdict === "same") return "as before";
  if (verdict !== "better" && verdict !== "worse") return verdict;
  if (bySize)
    return `${verdict}: ${formatShare(beforeShare)} of all time before, ${formatShare(nowShare)} now`;
  const more = now - before;
  return `${verdict}: ${signed(more, formatValue(Math.abs(more), "sec"))}${percentMore(now, before)}`;
}

/** The change of a present finding. */
export function ChangeMark({ change }: { change: Change | undefined }) {
  if (!change) return null;
  const why = change.bySize ? "; shares of all time are compared, since the numbers of locations differ" : "";
  return (
    <span class={`change ${change.verdict}`} title={`before: ${formatValue(change.before, "sec")}${why}`}>
      {changeText(change)}
    </span>
  );
}

/** The run as a whole, before and now. */
export function RunChange({ session }: { session: Session }) {
  const { findings, reference } = session.report.head;
  if (!findings || !reference) return null;
  if (!reference.findings) return <p class="note">{reference.title} has no findings to compare with.</p>;
  const before = reference.findings;
  const both = (now: number, then: number) =>
    `${formatValue(then, "sec")}, now ${formatValue(now, "sec")}${percentMore(now, then)}`;
  return (
    <p class="summary">
      {reference.title} had {counted(before.locations, "location")} and took{" "}
      {both(findings.wall, before.wall)}; in all {both(findings.total, before.total)}; waiting{" "}
      {both(findings.waiting, before.waiting)}.
    </p>
  );
}

/** Findings of the second report that are no longer present. */
export function Former({ session, changes }: { session: Session; changes: Change[] }) {
  const { metrics, findings } = session.report.head;
  const listed = new Set(findings?.list.map(({ metric }) => metric));
  const former = changes.filter(({ metric }) => !listed.has(metric));
  if (former.length === 0) return null;
  return (
    <>
      <h3>Found before, not now</h3>
      <ul class="former">
        {former.map((change) => (
          <li key={change.metric}>
            <button type="button" class="link" onClick={() => session.selectMetric(change.metric)}>
              {metrics[change.metric].display}
            </button>{" "}
            <span class="detail">
              {formatValue(change.before, "sec")} before, {formatValue(change.now, "sec")} now
            </span>{" "}
            <ChangeMark change={change} />
          </li>
        ))}
      </ul>
    </>
  );
}
