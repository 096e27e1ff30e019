// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// The selections made by a click on a finding, and the displayed instances.

import { describe, expect, it } from "vitest";
import { checkHead } from "../../src/model/check";
import { readReport } from "../../src/model/report";
import { Session } from "../../src/state/session";
import { openFinding } from "../../src/state/findings";
import { selectedInstances } from "../../src/state/instances";
import { encodeFixture, waitingReport } from "../fixtures";

const session = () => new Session(readReport(encodeFixture(waitingReport())));

describe("a report with findings", () => {
  it("opens on them", () => {
    expect(session().view.value).toBe("findings");
  });
  it("shows where a finding is worst, and its worst instance", () => {
    const opened = session();
    const [finding] = opened.report.head.findings?.list ?? [];
    openFinding(opened, finding);
    expect([...opened.metrics.selected.value]).toEqual([finding.metric]);
    expect([...opened.calls.selected.value]).toEqual([2]);
    expect(opened.view.value).toBe("instances");
    const instance = opened.report.head.instances[opened.instance.value];
    expect(instance).toMatchObject({ path: 2, severity: 5 });
    expect([...opened.system.selected.value]).toEqual([opened.report.system.entryOf[instance.location]]);
  });
  it("refuses findings of missing metrics", () => {
    const { head } = waitingReport();
    head.findings!.list[0].metric = 99;
    expect(() => checkHead(head)).toThrow();
  });
});

describe("worst instances", () => {
  it("are listed once each, with the most specific pattern", () => {
    const opened = session();
    opened.metrics.select([1]);
    expect(selectedInstances(opened)).toEqual([1, 2]);
  });
  it("are those of the selected locations", () => {
    const opened = session();
    opened.metrics.select([1]);
    opened.selectLocations([3]);
    expect(selectedInstances(opened)).toEqual([2]);
  });
});
