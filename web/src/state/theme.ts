// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Dark or light: the system's preference, until the user chooses; always light on paper.

import { computed, effect, signal } from "@preact/signals";
import { setting } from "./settings";

export type Theme = "light" | "dark";

const choice = setting<Theme | "system">("theme", "system", (value) => value === "light" || value === "dark");
const preference = window.matchMedia("(prefers-color-scheme: dark)");
const systemIsDark = signal(preference.matches);
preference.addEventListener("change", (event) => (systemIsDark.value = event.matches));

/** True while printing, since paper is white. */
export const printing = signal(false);
window.addEventListener("beforeprint", () => (printing.value = true));
window.addEventListener("afterprint", () => (printing.value = false));

export const theme = computed<Theme>(() => {
  if (printing.value) return "light";
  if (choice.value !== "system") return choice.value;
  return systemIsDark.value ? "dark" : "light";
});

effect(() => {
  document.documentElement.dataset.theme = theme.value;
});

export function toggleTheme(): void {
  choice.value = theme.value === "dark" ? "light" : "dark";
}
