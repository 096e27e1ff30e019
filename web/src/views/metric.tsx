// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// About metric: the meaning of the selected metric, and advice.

import type { ComponentChildren } from "preact";
import { formatValue } from "../model/format";
import { pathTo } from "../model/tree";
import type { Session } from "../state/session";
import { TextView } from "../widgets/text_view";
import { Causers } from "./causers";
import type { View } from "./view";

/** Reports are untrusted: only addresses that a browser opens as pages become links. */
const isAddress = (url: string | undefined): url is string => /^https?:\/\//.test(url ?? "");

function AboutMetric({ session }: { session: Session }) {
  const node = session.metric.value;
  if (node < 0) return <p class="empty">This report has no metrics.</p>;
  const metric = session.report.head.metrics[node];
  return (
    <TextView label="About metric">
      <Place session={session} node={node} />
      <p class="description">{metric.description || "The report does not describe this metric."}</p>
      <dl>
        <Entry term="Formula">{metric.formula && <code>{metric.formula}</code>}</Entry>
        <Entry term="Time lines">{metric.picture && <Picture lines={metric.picture} />}</Entry>
        <Entry term="Advice">{metric.advice}</Entry>
        <Entry term="Combined">{kindOf(metric.type)}</Entry>
        <Entry term="More">
          {isAddress(metric.url) && (
            <a href={metric.url} target="_blank" rel="noopener noreferrer">
              {metric.url}
            </a>
          )}
        </Entry>
      </dl>
      <Causers session={session} metric={node} />
    </TextView>
  );
}

/** Highlights the parts marked with #, which are the metric's time. */
function Picture({ lines }: { lines: string }) {
  return (
    <pre class="picture">
      {lines.split(/(#+)/).map((part, i) => (part.startsWith("#") ? <mark key={i}>{part}</mark> : part))}
    </pre>
  );
}

/** Renders nothing if there is no content. */
function Entry({ term, children }: { term: string; children?: ComponentChildren }) {
  if (!children) return null;
  return (
    <>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** The ancestors of the metric, the metric itself, and its total. */
function Place({ session, node }: { session: Session; node: number }) {
  const { head, metrics, totals } = session.report;
  const metric = head.metrics[node];
  const above = pathTo(metrics, node).slice(0, -1);
  return (
    <nav class="breadcrumb" aria-label="Metrics above">
      {above.map((parent) => (
        <span key={parent}>
          <button type="button" class="link" onClick={() => session.selectMetric(parent)}>
            {head.metrics[parent].display}
          </button>
          {" › "}
        </span>
      ))}
      <strong>{metric.display || metric.name}</strong>
      <code>{metric.name}</code>
      <span class="detail">{formatValue(totals[node], metric.unit)} in all</span>
    </nav>
  );
}

function kindOf(type: string): string {
  if (type === "minimum") return "combined by minimum, not by sum; there are no percentages";
  return type === "maximum" ? "combined by maximum, not by sum; there are no percentages" : "";
}

export const metricView: View = { id: "metric", title: "About metric", Component: AboutMetric };
