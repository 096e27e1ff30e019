// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

import { formatWithUnit, scaleFor } from "../model/format";
import type { Session } from "../state/session";

/** The selected stretch of the run, and a button that selects all of it again. */
export function Stretch({ session }: { session: Session }) {
  if (!session.stretch.value) return null;
  const [from, until] = session.stretch.value;
  const text = (seconds: number) => formatWithUnit(seconds, scaleFor("sec", Math.abs(seconds)));
  return (
    <p class="stretch">
      Only from {text(from)} to {text(until)}{" "}
      <button type="button" class="link" onClick={() => (session.stretch.value = null)}>
        Show all times
      </button>
    </p>
  );
}
