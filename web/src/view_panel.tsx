// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { formatCount } from "./model/format";
import { callPathNames } from "./model/report";
import type { Session } from "./state/session";
import { printing } from "./state/theme";
import { findingsView } from "./views/findings";
import { views } from "./views/index";
import type { View } from "./views/view";

/** Title and selection: the tabs and trees that show them on the screen are not printed. */
function printedTitle({ report, metrics, locationSelection, calls }: Session, { id, title }: View): string {
  if (id === "findings" || id === "report") return title;
  const chosen = [...metrics.selected.value].map((metric) => report.head.metrics[metric].display);
  const paths = calls.selected.value.size;
  const parts = [chosen.join(", ")];
  if (paths > 0)
    parts.push(
      paths === 1 ? callPathNames(report, [...calls.selected.value][0]).join(" / ") : `${paths} call paths`,
    );
  if (locationSelection.value.locations) parts.push("selected locations only");
  return `${title}: ${parts.join("; ")}`;
}

/** Views without the second report. */
const ofOneRun = ["map", "matrix", "statistics", "iterations", "instances"];

interface Props {
  session: Session;
  height: number;
  /** The edge above the tabs. */
  children: ComponentChildren;
}

/** The tabs below the trees. */
export function ViewPanel({ session, height, children }: Props) {
  const current = views.find(({ id }) => id === session.view.value) ?? views[0];
  const tab = useRef<HTMLButtonElement>(null);
  // On narrow screens the tabs scroll.
  useLayoutEffect(() => tab.current?.scrollIntoView({ block: "nearest", inline: "nearest" }), [current.id]);
  const onKey = (event: KeyboardEvent) => {
    const at = views.indexOf(current);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: views.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = views[(to + views.length) % views.length];
    session.view.value = next.id;
    document.getElementById(`tab-${next.id}`)?.focus();
  };
  return (
    <section class="views" style={{ height: `${height}px` }} aria-label="Views">
      {children}
      <div class="tabs" role="tablist" aria-label="Views" onKeyDown={onKey}>
        {views.map(({ id, title, count }) => {
          const number = count?.(session);
          return (
            <button
              key={id}
              id={`tab-${id}`}
              ref={id === current.id ? tab : undefined}
              type="button"
              role="tab"
              aria-selected={id === current.id}
              aria-controls="view"
              tabIndex={id === current.id ? 0 : -1}
              onClick={() => (session.view.value = id)}
            >
              {title}
              {number !== undefined && <span class="count">{formatCount(number)}</span>}
            </button>
          );
        })}
      </div>
      <div class="view" id="view" role="tabpanel" aria-labelledby={`tab-${current.id}`}>
        <h2 class="print-only">{printedTitle(session, current)}</h2>
        {session.reference && ofOneRun.includes(current.id) && (
          <p class="one-run">
            of {session.report.head.title} alone, not of {session.report.head.reference?.title}
          </p>
        )}
        <current.Component key={current.id} session={session} />
        {printing.value && current !== findingsView && (
          <>
            <h2 class="print-only">Findings</h2>
            <findingsView.Component session={session} />
          </>
        )}
      </div>
    </section>
  );
}
