// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

import { comparingModes, type ValueMode } from "./model/share";
import type { Session } from "./state/session";
import { theme, toggleTheme } from "./state/theme";
import { IconButton } from "./widgets/icon";

const modes: { value: ValueMode; text: string; title: string }[] = [
  { value: "absolute", text: "Absolute", title: "Values in their units" },
  { value: "root", text: "% of root", title: "Share of the metric’s root over the whole report" },
  { value: "selection", text: "% of selection", title: "Share of the selection in the other trees" },
  {
    value: "reference",
    text: "% of second report",
    title: "Share of the metric’s root in the second report",
  },
  { value: "difference", text: "Difference to second report", title: "This report minus the second one" },
  { value: "ratio", text: "Ratio to second report", title: "This report divided by the second one" },
];

export function Toolbar({ session }: { session: Session }) {
  const { head } = session.report;
  return (
    <header class="toolbar">
      <span class="brand">Lull</span>
      <h1 title={head.title}>{head.title}</h1>
      <span class="spring" />
      <ModeField session={session} />
      <label title="Hide rows below this share of the metric’s root">
        Hide below
        <input
          type="number"
          class="threshold"
          aria-label="Hide rows below this percentage of the root"
          min={0}
          max={100}
          step="any"
          value={session.threshold.value}
          onInput={(event) => {
            const percent = event.currentTarget.valueAsNumber;
            session.threshold.value = percent >= 0 && percent <= 100 ? percent : 0;
          }}
        />
        %
      </label>
      <label title="Selections act from left to right only: metrics on call paths, both on the system">
        <input
          type="checkbox"
          checked={session.cubeOrder.value}
          onChange={(event) => (session.cubeOrder.value = event.currentTarget.checked)}
        />
        CUBE order
      </label>
      <IconButton
        icon="reset"
        label="Reset: close all, select all of the time"
        onClick={() => session.reset()}
      />
      <IconButton
        icon="theme"
        label={theme.value === "dark" ? "Light colours" : "Dark colours"}
        onClick={toggleTheme}
      />
    </header>
  );
}

function ModeField({ session }: { session: Session }) {
  const { reference } = session.report.head;
  return (
    <label>
      Values
      <select
        aria-label="How values are shown"
        value={session.mode.value}
        onChange={(event) => (session.mode.value = event.currentTarget.value as ValueMode)}
      >
        {modes.map(({ value, text, title }) => (
          <option
            key={value}
            value={value}
            title={title}
            disabled={comparingModes.includes(value) && !reference}
          >
            {reference ? text.replace("second report", reference.title) : text}
          </option>
        ))}
      </select>
    </label>
  );
}
