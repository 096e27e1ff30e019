// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

import type { ComponentChildren } from "preact";

/** Text of any length. It takes the keyboard focus, so that arrow keys scroll it even if nothing in it can. */
export const TextView = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <div class="text-view" role="region" aria-label={label} tabIndex={0}>
    {children}
  </div>
);
