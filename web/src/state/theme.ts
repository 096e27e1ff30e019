// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Dark or light: what the system prefers, until the reader chooses.

import { computed, effect, signal } from "@preact/signals";
import { setting } from "./settings";

export type Theme = "light" | "dark";

const choice = setting<Theme | "system">("theme", "system", (value) => value === "light" || value === "dark");
const preference = window.matchMedia("(prefers-color-scheme: dark)");
const systemIsDark = signal(preference.matches);
preference.addEventListener("change", (event) => (systemIsDark.value = event.matches));

export const theme = computed<Theme>(() => {
  if (choice.value !== "system") return choice.value;
  return systemIsDark.value ? "dark" : "light";
});

effect(() => {
  document.documentElement.dataset.theme = theme.value;
});

export function toggleTheme(): void {
  choice.value = theme.value === "dark" ? "light" : "dark";
}
