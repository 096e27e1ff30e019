// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

/** Thrown if the report in the page cannot be read. The message completes "The report in this page is damaged: …". */
export class Damage extends Error {}
