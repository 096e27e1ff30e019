// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Report: its origin, and caveats about its numbers.

import { counted } from "../model/format";
import type { Head } from "../model/head";
import type { Session } from "../state/session";
import { TextView } from "../widgets/text_view";
import type { View } from "./view";

function AboutReport({ session }: { session: Session }) {
  const { head } = session.report;
  const attributes = Object.entries(head.attributes ?? {});
  const notes = head.notes ?? [];
  return (
    <TextView label="Report">
      <p class="report-title">
        <strong>{head.title}</strong> <span class="detail">page by {head.program}</span>
      </p>
      <p>{sizesOf(head)}</p>
      {head.reference && (
        <p>
          Second report: <strong>{head.reference.title}</strong>
        </p>
      )}
      {head.rounding !== 0 && (
        <p class="note">
          Values of single locations are rounded to {head.rounding} bits between the least and the greatest
          value of their call path. Sums over all locations are exact.
        </p>
      )}
      {notes.map((note, i) => (
        <p key={i} class="note">
          {note}
        </p>
      ))}
      {attributes.length > 0 && (
        <table class="attributes">
          <tbody>
            {attributes.map(([key, value]) => (
              <tr key={key}>
                <th scope="row">{key}</th>
                <td>{String(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </TextView>
  );
}

function sizesOf({ processes, locations, callPaths, metrics, nodes }: Head): string {
  return [
    counted(metrics.length, "metric"),
    counted(callPaths.parent.length, "call path"),
    counted(nodes.name.length, "system node"),
    counted(processes.name.length, "process", "processes"),
    counted(locations.name.length, "location"),
  ].join(", ");
}

export const reportView: View = {
  id: "report",
  title: "Report",
  count: (session) => session.report.head.notes?.length || undefined,
  Component: AboutReport,
};
