// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

import type { FunctionComponent } from "preact";
import type { Session } from "../state/session";

/** A tab of the lower panel. Each view is a file that exports one of these, listed in index.ts. */
export interface View {
  /** This is also its name in the page's address. */
  id: string;
  title: string;
  /** Number of items to see, shown after the title; undefined: not counted. */
  count?: (session: Session) => number | undefined;
  Component: FunctionComponent<{ session: Session }>;
}
