import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { refusal } from "../../../../provider/avi/client/answers";
import type { AviConnection } from "../../../../provider/avi/client/settings";
import { redact, redactedLine } from "../../../../provider/http/redact";
import { refusedBy } from "../../../../provider/kubernetes/answers";
import { toWireError } from "../../../../provider/lifecycle/messages/errors";
import { serverText } from "../../../../provider/octavia/client/errors";
import type { ReviewChange } from "../../../../requests/review/changes";
import { reviewLines } from "../../../../requests/review/lines";
import { LbError } from "../../../../resources/diagnostic";
import type { Change } from "../../../../sdk/cli/diff/changes";
import { diffMarkdown } from "../../../../sdk/cli/diff/markdown";
import { toTable } from "../../../../sdk/cli/table";
import { type Graph, toDot, toMermaid } from "../../../../sdk/graph";
import { pendingRoutes, serve } from "../../../../sdk/watch/report/http-server";
import { textLog } from "../../../../sdk/watch/report/log";
import { k8sLbCall } from "../../../support/cli-call";

/** Clears the screen, sets a title by a C1 control, goes back over what is written, turns the direction, and begins a line of its own. */
const EVIL = "\u001b[2J\u009b31m\b\b\u202e\u2028x\nerror: all is lost";
const OBEYED = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

const answer = (status: number, body: { [field: string]: string | object }) => ({
  status,
  headers: { "content-type": "application/json" },
  body: body as never,
  text: JSON.stringify(body),
});

const EVIL_GRAPH: Graph = {
  ...{ title: EVIL, notes: [EVIL], groups: [{ id: EVIL, label: EVIL }] },
  nodes: [{ id: EVIL, kind: "host", state: "ok", label: EVIL, details: [EVIL], group: EVIL }],
  edges: [{ from: EVIL, to: EVIL, state: "ok", label: EVIL }],
} as never;
const EVIL_FACT: ReviewChange = { of: "place", change: "changed", what: EVIL, was: EVIL, is: EVIL };
const EVIL_CHANGE: Change = { change: "changed", type: EVIL, name: EVIL, field: EVIL, was: EVIL, is: EVIL, owners: [EVIL] };

/** Nothing that a terminal obeys, and no line that looks like one of ours. */
function expectPlain(shown: string): void {
  expect(shown).not.toMatch(OBEYED);
  expect(shown).not.toMatch(/^error: all is lost/m);
  expect(shown).toContain("\\u001b[2J\\u009b31m");
}

describe("what a server says", () => {
  test.each([
    ["Avi", () => refusal({} as AviConnection, answer(400, { error: EVIL }), "Pool web").message],
    ["Octavia", () => redactedLine(serverText(answer(400, { faultstring: EVIL })))],
    ["Kubernetes", () => refusedBy(answer(422, { kind: "Status", message: EVIL }), "Service web", redactedLine).message],
    ["anybody, to the engine", () => toWireError(new Error(EVIL)).message],
    ["anybody, in an error of ours", () => new LbError({ code: "LB2000", object: EVIL, pointer: EVIL, message: EVIL }).message],
  ])("of %s", (_, messages) => expectPlain(messages()));

  test("in a log of a watch", () => {
    const written: string[] = [];
    textLog({ write: (line) => void written.push(line) }, redact)({ what: "failure", code: "LB2015", message: EVIL });
    expectPlain(written.join(""));
  });

  test.each([
    ["graph -o dot", () => toDot(EVIL_GRAPH)],
    ["graph -o mermaid", () => toMermaid(EVIL_GRAPH)],
    ["diff -o markdown", () => diffMarkdown("avi", reviewLines([EVIL_FACT]), [EVIL_CHANGE])],
  ])("in %s", (_, shown) => expect(shown()).not.toMatch(OBEYED));

  test("in a graph and a comment it stays legible", () => {
    expect(toDot(EVIL_GRAPH)).toContain("\\\\u001b[2J");
    expect(diffMarkdown("avi", [], [EVIL_CHANGE])).toContain("\\\\u001b");
  });

  test("in a table", () => expectPlain(toTable(["NAME", "STATE"], [[EVIL, "ok"]])));

  test("on the page of a watch", async () => {
    const view = {
      ready: () => true,
      activeErrors: () => [EVIL],
      queue: () => ({ waiting: 0, oldestSeconds: 0 }),
      pending: () => [],
      drift: () => [],
      lastKnownGood: () => [],
    };
    const server = await serve(pendingRoutes(view), "127.0.0.1", 0);
    const page = await new Promise<string>((done) => {
      get({ host: "127.0.0.1", port: (server.address() as AddressInfo).port, path: "/pending" }, async (response) => {
        done((await response.setEncoding("utf8").toArray()).join(""));
      });
    });
    server.close();
    expectPlain(page);
    expect(JSON.parse(page).troubles).toEqual([EVIL]);
  });
});

describe("what a manifest says", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "k8s-lb-texts-"));
    const metadata = { name: "web", namespace: "default" };
    const ingress = { apiVersion: "networking.k8s.io/v1", kind: "Ingress", metadata, spec: { [EVIL]: 1, rules: [{ host: EVIL }] } };
    const named = { apiVersion: "v1", kind: "Service", metadata: { name: EVIL }, spec: { type: EVIL } };
    writeFileSync(join(folder, "web.yaml"), JSON.stringify({ apiVersion: "v1", kind: "List", items: [ingress, named] }));
    writeFileSync(join(folder, "none.yaml"), `a: [\u009b31m\n`);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(["table", "github", "json", "yaml"])("in the output of validate as %s", async (output) => {
    const { stdout, stderr } = await k8sLbCall(["validate", "-f", folder, "--to", "avi", "-o", output]);
    const shown = stdout + stderr;
    expect(shown).not.toMatch(OBEYED);
    expect(shown).not.toMatch(/^error: all is lost/m);
    expect(shown).toContain("LB1010");
    // documents for programs say the same as before
    const document = output === "json" ? JSON.parse(stdout) : output === "yaml" ? parse(stdout) : undefined;
    if (document) expect(document.diagnostics).toContainEqual(expect.objectContaining({ code: "LB1006", pointer: `/spec/${EVIL}` }));
  });
});
