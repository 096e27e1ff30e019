// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

import type { ComponentChildren } from "preact";
import { formatCount } from "./model/format";
import type { Session } from "./state/session";
import { views } from "./views/index";

interface Props {
  session: Session;
  height: number;
  /** The edge above the tabs. */
  children: ComponentChildren;
}

/** The tabs below the trees. */
export function ViewPanel({ session, height, children }: Props) {
  const current = views.find(({ id }) => id === session.view.value) ?? views[0];
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
        <current.Component key={current.id} session={session} />
      </div>
    </section>
  );
}
