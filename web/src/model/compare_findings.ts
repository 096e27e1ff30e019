// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// What became of findings from a second report, before, to this one.

import type { Finding, Head } from "./head";

export type Verdict = "new" | "gone" | "better" | "worse" | "same";

export interface Change {
  metric: number;
  verdict: Verdict;
  /** Seconds. */
  before: number;
  now: number;
}

/** Less than this share of the greater value is no change. */
const noticeable = 0.05;
/** What has become less than this share of what it was is gone. */
const rest = 0.1;

function verdictOf(now: number, before: number, uncertainty: number): Verdict {
  const more = now - before;
  if (before <= rest * now) return "new";
  if (now <= rest * before) return "gone";
  if (Math.abs(more) <= Math.max(noticeable * Math.max(now, before), uncertainty)) return "same";
  return more > 0 ? "worse" : "better";
}

/** Null: there is no second report, or it is not known what was found in it. */
export function changesOf(head: Head, totals: ArrayLike<number>): Change[] | null {
  const before = head.reference?.findings;
  if (!head.findings || !before || !head.reference) return null;
  const wholes = head.reference.totals;
  const byMetric = (list: Finding[]) => new Map(list.map((finding) => [finding.metric, finding]));
  const [nowOf, beforeOf] = [byMetric(head.findings.list), byMetric(before.list)];
  return [...new Set([...nowOf.keys(), ...beforeOf.keys()])].map((metric) => {
    const [now, then] = [nowOf.get(metric), beforeOf.get(metric)];
    const values = {
      now: now?.value ?? (totals[metric] || 0),
      before: then?.value ?? (wholes[metric] || 0),
    };
    const uncertainty = (now?.uncertainty ?? 0) + (then?.uncertainty ?? 0);
    return { metric, ...values, verdict: verdictOf(values.now, values.before, uncertainty) };
  });
}
