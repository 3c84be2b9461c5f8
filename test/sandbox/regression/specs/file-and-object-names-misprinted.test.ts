import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { providerText } from "../../../../provider";
import { endOnBrokenPipe } from "../../../../sdk/cli/broken-pipe";
import { toLine } from "../../../../sdk/cli/output";
import { stopOnFaults } from "../../../../sdk/components/sources";
import { parseManifests, readManifestFiles } from "../../../../sdk/specs";
import { providerHere } from "../../../support/provider-here";
import { PROCESS, startHost } from "../../lib/host";

const line = (text: string, file: string) => parseManifests(text, file).diagnostics.map(toLine)[0];

test("a file is named once, and without slashes of its own", () => {
  expect(readManifestFiles(["nofile.yaml"]).diagnostics.map(toLine)).toEqual([
    `error LB1008: nofile.yaml matches no manifest in ${process.cwd()}. Correct the path or pattern, the permissions of the file, or its content.`,
  ]);
  expect(line("kind: {", "cut.yaml")).toMatch(/^error LB1001: cut\.yaml, document 1: /);
  const { diagnostics } = parseManifests("kind: {", "cut.yaml");
  expect(() => stopOnFaults(diagnostics)).toThrow(/nothing is changed:\n {2}LB1001 cut\.yaml, document 1: (?!.*cut\.yaml)/);
});

test("an object of the cluster has no slash before its name, and no empty field behind it", () => {
  const object = { apiVersion: "v1", kind: "Node", namespace: "", name: "n1", source: { file: "nodes.yaml", document: 0 } };
  const diagnostic = { code: "LB1106", severity: "notice", object, pointer: "", message: "it has no address" } as const;
  expect(toLine(diagnostic)).toBe("notice LB1106: nodes.yaml: Node n1: it has no address.");
});

test("a guard names no property: the engine would print its value, `<nil>`", async () => {
  const host = await providerHere({});
  const names = (count: number) => Array.from({ length: count }, (_, i) => `pool/c1--${i}`);
  const bag = { __provider: providerText("avi:Inventory") };
  const { failures } = await host.check({ ...bag, names: names(20) }, { ...bag, names: [], preflight: false });
  expect(failures).toEqual([{ property: "", reason: expect.stringContaining("LB2017") }]);
  const pool = await host.check({}, { __provider: providerText("avi:Pool"), owner: "o", pool: { name: "" } });
  expect(pool.failures).toEqual([{ property: "", reason: expect.stringContaining("LB2016: pool.name") }]);
});

test("a failed read or delete is told by the engine alone, not by the output of the process too", async () => {
  const host = await startHost({
    adapter: PROCESS,
    env: { AVI_CONTROLLER: "https://127.0.0.1:1", AVI_USERNAME: "ci", AVI_PASSWORD: "secret", AVI_RETRY_DELAY: "1" },
  });
  try {
    const bag = { __provider: providerText("avi:Pool"), owner: "o", pool: { name: "web" } };
    await expect(host.read("admin/web", bag)).rejects.toThrow(/^LB2007: Pool web: /);
    await expect(host.delete("admin/web", bag)).rejects.toThrow(/^LB2007: Pool web: /);
    // Both are written before the answer is sent, but arrive by another way.
    await new Promise((done) => setTimeout(done, 200));
    expect(host.output().replace(/^\d+\n/, "")).toBe("");
  } finally {
    host.stop();
  }
});

test("a reader that has read enough is no failure; any other fault of the output is one", () => {
  const output = new EventEmitter();
  let ended = 0;
  endOnBrokenPipe(output, () => ended++);
  output.emit("error", Object.assign(new Error("write EPIPE"), { code: "EPIPE" }));
  expect(ended).toBe(1);
  expect(() => output.emit("error", Object.assign(new Error("disk full"), { code: "ENOSPC" }))).toThrow("disk full");
});
