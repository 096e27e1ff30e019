// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

import type { Session } from "../state/session";

/** Metrics, each of which a click selects. */
export function MetricLinks({ session, metrics }: { session: Session; metrics: number[] }) {
  return (
    <ul class="links">
      {metrics.map((metric) => (
        <li key={metric}>
          <button type="button" class="link" onClick={() => session.selectMetric(metric)}>
            {session.report.head.metrics[metric].display}
          </button>
        </li>
      ))}
    </ul>
  );
}
