// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The causers of waiting in a metric, as a list; a click selects one.

import { batch } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { causedMetric, causersOf, type Causer } from "../model/causers";
import { formatCount, formatShare, formatWithUnit, scaleFor } from "../model/format";
import { callPathNames } from "../model/report";
import type { Session } from "../state/session";
import { CopyButton } from "../widgets/copy";

const mostShown = 50;

export function Causers({ session, metric }: { session: Session; metric: number }) {
  const { report } = session;
  const caused = causedMetric(report, metric);
  const causers = useMemo(() => (caused < 0 ? [] : causersOf(report, caused)), [caused]);
  if (causers.length === 0) return null;
  const whole = causers.reduce((sum, { seconds }) => sum + seconds, 0);
  const scale = scaleFor("sec", causers[0].seconds);
  const pathOf = ({ path }: Causer) => callPathNames(report, path).join("/");
  const show = ({ path, location }: Causer) =>
    batch(() => {
      session.isFlat.value = false;
      session.selectMetric(caused);
      session.calls.select([path]);
      session.calls.show(path);
      session.selectLocations([location]);
    });
  const table = () => [
    ["Location", "Call path", "Others wait (s)"],
    ...causers.map((causer) => [report.system.locationName[causer.location], pathOf(causer), causer.seconds]),
  ];
  return (
    <>
      <h3>
        Who makes others wait <CopyButton what="Causers" table={table} />
      </h3>
      <table class="causers">
        <thead>
          <tr>
            <th scope="col">others wait</th>
            <th scope="col">share</th>
            <th scope="col">for</th>
          </tr>
        </thead>
        <tbody>
          {causers.slice(0, mostShown).map((causer) => (
            <tr key={`${causer.path}-${causer.location}`}>
              <td class="number">{formatWithUnit(causer.seconds, scale)}</td>
              <td class="number">{formatShare(causer.seconds / whole)}</td>
              <td>
                <button type="button" class="link" onClick={() => show(causer)}>
                  {report.system.locationName[causer.location]}
                </button>{" "}
                in {pathOf(causer)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {causers.length > mostShown && (
        <p class="detail">and {formatCount(causers.length - mostShown)} more: all are in the copy</p>
      )}
    </>
  );
}
