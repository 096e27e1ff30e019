// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The page: a toolbar, the three trees, the views below.

import type { Signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { Session } from "./state/session";
import { paneShares, viewHeight } from "./state/settings";
import { Toolbar } from "./toolbar";
import { callModel, metricModel, regionModel, systemModel } from "./trees/panes";
import { TreePane } from "./trees/tree_pane";
import { ViewPanel } from "./view_panel";
import { Splitter } from "./widgets/splitter";

const leastShare = 12;
const leastViewHeight = 90;
const roomForTrees = 220;

function movePanes(edge: number, pixels: number): void {
  const shares = [...paneShares.value];
  const total = shares.reduce((sum, share) => sum + share, 0);
  const room = Math.max(1, document.querySelector(".trees")?.clientWidth ?? 1);
  const by = (pixels / room) * total;
  const least = (leastShare / 100) * total;
  const allowed = Math.min(Math.max(by, least - shares[edge]), shares[edge + 1] - least);
  shares[edge] += allowed;
  shares[edge + 1] -= allowed;
  paneShares.value = shares;
}

function moveViews(pixels: number): void {
  const most = Math.max(leastViewHeight, window.innerHeight - roomForTrees);
  viewHeight.value = Math.min(Math.max(viewHeight.value - pixels, leastViewHeight), most);
}

function restoring<Value>(setting: Signal<Value>): () => void {
  const before = setting.value;
  return () => (setting.value = before);
}

export function App({ session }: { session: Session }) {
  const models = useMemo(
    () => ({
      metrics: metricModel(session),
      calls: callModel(session),
      regions: regionModel(session),
      system: systemModel(session),
    }),
    [session],
  );
  const middle = session.isFlat.value ? models.regions : models.calls;
  const [metrics, calls, system] = paneShares.value.map((share) => `minmax(0, ${share}fr)`);
  const [first, second, third] = paneShares.value;
  const whole = (first + second + third) / 100;
  const beginPanes = () => restoring(paneShares);
  return (
    <div class="page">
      <Toolbar session={session} />
      <main class="trees" style={{ gridTemplateColumns: `${metrics} 5px ${calls} 5px ${system}` }}>
        <TreePane session={session} model={models.metrics} />
        <Splitter
          direction="vertical"
          label="Between metrics and call paths"
          percent={first / whole}
          onBegin={beginPanes}
          onMove={(pixels) => movePanes(0, pixels)}
        />
        <TreePane key={middle.id} session={session} model={middle} />
        <Splitter
          direction="vertical"
          label="Between call paths and system"
          percent={(first + second) / whole}
          onBegin={beginPanes}
          onMove={(pixels) => movePanes(1, pixels)}
        />
        <TreePane session={session} model={models.system} />
      </main>
      <ViewPanel session={session} height={viewHeight.value}>
        <Splitter
          direction="horizontal"
          label="Between trees and views"
          percent={100 - (100 * viewHeight.value) / window.innerHeight}
          onMove={moveViews}
          onBegin={() => restoring(viewHeight)}
        />
      </ViewPanel>
    </div>
  );
}
