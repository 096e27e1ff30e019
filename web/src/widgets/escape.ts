// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Who hears Escape: what is dragged, then what has the focus, then the selected stretch of time.

/** Calls `cancel` at the next Escape, before anything else hears of it. Returns what ends that. */
export function onEscape(cancel: () => void): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    end();
    cancel();
  };
  const end = () => window.removeEventListener("keydown", listen, { capture: true });
  window.addEventListener("keydown", listen, { capture: true });
  return end;
}

/** Calls `act` at an Escape that meant nothing to anybody else. Returns what ends that. */
export function onUnheardEscape(act: () => void): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.defaultPrevented) act();
  };
  window.addEventListener("keydown", listen);
  return () => window.removeEventListener("keydown", listen);
}
