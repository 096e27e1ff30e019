// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// Reads the report embedded in the page, and shows it or the reason why it cannot be shown.

import { render } from "preact";
import { makeApi, type LullApi, type Timings } from "./api";
import { App } from "./app";
import { bytesOfBase64, gunzip } from "./model/blob";
import { Damage } from "./model/damage";
import { readReport, type Report } from "./model/report";
import { followAddress } from "./state/address";
import { Session } from "./state/session";
import "./state/theme";

interface LullWindow {
  /** Resolves when the report is on the screen; to null if it cannot be shown. */
  lull: { ready: Promise<LullApi | null> } & Partial<LullApi>;
}

async function readEmbedded(timings: Timings): Promise<Report> {
  const element = document.getElementById("lull-report");
  const text = element?.textContent?.trim() ?? "";
  if (text === "" || text.startsWith("@")) throw new Damage("it is empty");
  const began = performance.now();
  const packed = bytesOfBase64(text);
  element?.remove();
  const unpacking = performance.now();
  const bytes = await gunzip(packed);
  const decoding = performance.now();
  const report = readReport(bytes);
  const ended = performance.now();
  Object.assign(timings, {
    start: began,
    decoded: ended,
    base64: unpacking - began,
    gunzip: decoding - unpacking,
    decode: ended - decoding,
  });
  return report;
}

function showMessage(parent: HTMLElement, problem: unknown): void {
  const isDamaged = problem instanceof Damage;
  const reason = problem instanceof Error ? problem.message : String(problem);
  render(
    <div class="message" role="alert">
      <h1>Lull</h1>
      <p>
        {isDamaged ? "The report in this page is damaged: " : "The report in this page cannot be shown: "}
        {reason}.
      </p>
      {isDamaged && (
        <p>
          Export it again with <code>lull view REPORT --export FILE.html</code>.
        </p>
      )}
    </div>,
    parent,
  );
}

const nextFrame = () => new Promise((resolve) => setTimeout(resolve, 0));

async function start(): Promise<LullApi | null> {
  const parent = document.getElementById("app") as HTMLElement;
  const timings: Timings = { start: 0, decoded: 0, interactive: 0, base64: 0, gunzip: 0, decode: 0 };
  try {
    const report = await readEmbedded(timings);
    const session = new Session(report);
    followAddress(session);
    parent.replaceChildren();
    render(<App session={session} />, parent);
    document.title = `${report.head.title} – Lull`;
    await nextFrame();
    timings.interactive = performance.now();
    const api = makeApi(session, timings);
    Object.assign((window as unknown as LullWindow).lull, api);
    return api;
  } catch (problem) {
    parent.replaceChildren();
    showMessage(parent, problem);
    return null;
  }
}

const page = window as unknown as LullWindow;
page.lull = { ready: Promise.resolve(null) };
page.lull.ready = start();
