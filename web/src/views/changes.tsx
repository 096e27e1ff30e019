// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// What became of findings since the second report.

import type { Change } from "../model/compare_findings";
import { formatShare, formatValue } from "../model/format";
import type { Session } from "../state/session";

const signed = (value: number, text: string) => (value < 0 ? `−${text}` : `+${text}`);

function partOf(value: number, whole: number): string {
  return whole > 0 ? ` (${signed(value, formatShare(Math.abs(value) / whole))})` : "";
}

/** Of a finding that there is. */
export function ChangeMark({ change }: { change: Change | undefined }) {
  if (!change) return null;
  const { verdict, now, before } = change;
  const more = now - before;
  const texts = {
    new: "new",
    gone: "gone",
    same: "as before",
    better: `better: ${signed(more, formatValue(Math.abs(more), "sec"))}${partOf(more, before)}`,
    worse: `worse: ${signed(more, formatValue(Math.abs(more), "sec"))}${partOf(more, before)}`,
  };
  return (
    <span class={`change ${verdict}`} title={`before: ${formatValue(before, "sec")}`}>
      {texts[verdict]}
    </span>
  );
}

/** The run as a whole, then and now. */
export function RunChange({ session }: { session: Session }) {
  const { findings, reference } = session.report.head;
  if (!findings || !reference?.findings) return null;
  const before = reference.findings;
  const text = (now: number, then: number) => `${formatValue(then, "sec")}${partOf(now - then, then)}`;
  return (
    <p class="summary">
      In {reference.title} the run took {text(findings.wall, before.wall)}, in all{" "}
      {text(findings.total, before.total)}; {text(findings.waiting, before.waiting)} of it was waiting.
    </p>
  );
}

/** What was found then and is none of today's findings. */
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
