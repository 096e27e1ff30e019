// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The times of a finding, as part of its card: the stretch of the run with half of it, and its worst instance.

import { useMemo } from "preact/hooks";
import { formatValue, scaleFor, formatWithUnit } from "../model/format";
import type { Finding, Instance } from "../model/head";
import { halfOf, worstInstance } from "../model/moments";
import { callPathNames } from "../model/report";
import { openInstance, openStretch } from "../state/findings";
import type { Session } from "../state/session";
import { spanText } from "./stretch";

interface Props {
  session: Session;
  finding: Finding;
}

export function Moments({ session, finding: { metric } }: Props) {
  const { report } = session;
  const half = useMemo(() => halfOf(report, metric), [report, metric]);
  const worst = useMemo(() => worstInstance(report, metric), [report, metric]);
  return (
    <>
      {half && (
        <>
          <dt>when</dt>
          <dd class="when">
            half of it{" "}
            <button type="button" class="link" onClick={() => openStretch(session, metric, half)}>
              from {spanText(half)}
            </button>
          </dd>
        </>
      )}
      {worst >= 0 && (
        <>
          <dt>at worst</dt>
          <dd class="at-worst">
            {sentenceOf(session, report.head.instances[worst])}{" "}
            <button type="button" class="link" onClick={() => openInstance(session, worst)}>
              show it
            </button>
          </dd>
        </>
      )}
    </>
  );
}

/**
 * Returns, for example,
 * "MPI Rank 7 in MPI_Scan waits 69.84 ms for MPI Rank 0, which is in work, from 1.0654 s".
 */
function sentenceOf(
  { report }: Session,
  { metric, path, location, severity, begin, cause }: Instance,
): string {
  const { metrics, regions } = report.head;
  const names = report.system.locationName;
  const call = callPathNames(report, path).pop() ?? "";
  const value = formatValue(severity, metrics[metric].unit);
  const at = formatWithUnit(begin, scaleFor("sec", Math.abs(begin)));
  if (!cause || cause.location === location) return `${names[location]} in ${call}, ${value} from ${at}`;
  const where = cause.meanwhile === undefined ? "" : `, which is in ${regions[cause.meanwhile].name},`;
  return `${names[location]} in ${call} waits ${value} for ${names[cause.location]}${where} from ${at}`;
}
