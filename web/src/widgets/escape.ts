// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The order in which Escape is handled: the current drag, then the focused element, then the
// selected stretch of time.

/** Calls `cancel` at the next Escape, before other handlers. Returns a function that ends this. */
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

/** Calls `act` at an Escape that nothing else handled. Returns a function that ends this. */
export function onUnheardEscape(act: () => void): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.defaultPrevented) act();
  };
  window.addEventListener("keydown", listen);
  return () => window.removeEventListener("keydown", listen);
}
