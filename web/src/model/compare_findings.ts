// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Changes of findings from a second report ("before") to this one.

import type { Finding, Head } from "./head";

export type Verdict = "new" | "gone" | "better" | "worse" | "same";

export interface Change {
  metric: number;
  verdict: Verdict;
  /** Seconds. */
  before: number;
  now: number;
  /** The shares of all time. */
  beforeShare: number;
  nowShare: number;
  /** Shares were compared, since the runs have different numbers of locations. */
  bySize: boolean;
}

/** Differences below this share of the greater value do not count as a change. */
const noticeable = 0.05;
/** Values below this share of the other value, and not found there, are negligible. */
const trifle = 0.01;

interface Side {
  value: number;
  /** The value, or its share of all time if the runs differ in size; and its uncertainty. */
  measure: number;
  uncertainty: number;
  isFound: boolean;
}

function verdictOf(now: Side, before: Side): Verdict {
  const isNothing = (one: Side, other: Side) => !one.isFound && one.value <= trifle * other.value;
  if (isNothing(before, now)) return "new";
  if (isNothing(now, before)) return "gone";
  const more = now.measure - before.measure;
  const unknown = now.uncertainty + before.uncertainty;
  if (Math.abs(more) <= Math.max(noticeable * Math.max(now.measure, before.measure), unknown)) return "same";
  return more > 0 ? "worse" : "better";
}

/** Null: there is no second report, or its findings are not known. */
export function changesOf(head: Head, totals: ArrayLike<number>): Change[] | null {
  const before = head.reference?.findings;
  if (!head.findings || !before || !head.reference) return null;
  const wholes = head.reference.totals;
  const byMetric = (list: Finding[]) => new Map(list.map((finding) => [finding.metric, finding]));
  const [nowOf, beforeOf] = [byMetric(head.findings.list), byMetric(before.list)];
  const bySize = head.findings.locations !== before.locations;
  const sideOf = (finding: Finding | undefined, total: number, all: number): Side => {
    const value = finding?.value ?? (total || 0);
    const whole = bySize && all > 0 ? all : 1;
    return {
      value,
      measure: value / whole,
      uncertainty: (finding?.uncertainty ?? 0) / whole,
      isFound: finding !== undefined,
    };
  };
  return [...new Set([...nowOf.keys(), ...beforeOf.keys()])].map((metric) => {
    const now = sideOf(nowOf.get(metric), totals[metric], head.findings!.total);
    const then = sideOf(beforeOf.get(metric), wholes[metric] ?? 0, before.total);
    const verdict = verdictOf(now, then);
    return {
      ...{ metric, verdict, bySize, now: now.value, before: then.value },
      ...{
        nowShare: shareOf(now.value, head.findings!.total),
        beforeShare: shareOf(then.value, before.total),
      },
    };
  });
}

const shareOf = (value: number, all: number) => (all > 0 ? value / all : 0);
