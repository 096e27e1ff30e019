// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

import { useEffect } from "preact/hooks";
import { formatWithUnit, scaleFor } from "../model/format";
import type { Session } from "../state/session";
import { onUnheardEscape } from "../widgets/escape";

const secondsText = (seconds: number) => formatWithUnit(seconds, scaleFor("sec", Math.abs(seconds)));

/** Returns, for example, "1.0654 s to 1.1354 s". */
export const spanText = ([from, until]: readonly [number, number]) =>
  `${secondsText(from)} to ${secondsText(until)}`;

/** The selected stretch of the run, and a button that selects the whole run again, as Escape does. */
export function Stretch({ session }: { session: Session }) {
  useEffect(() => onUnheardEscape(() => (session.stretch.value = null)), [session]);
  if (!session.stretch.value) return null;
  return (
    <p class="stretch">
      Only from {spanText(session.stretch.value)}{" "}
      <button type="button" class="link" onClick={() => (session.stretch.value = null)}>
        Show all times
      </button>
    </p>
  );
}
