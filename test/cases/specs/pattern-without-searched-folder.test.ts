import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readManifestFiles } from "../../../sdk/specs/manifests";

// A pattern that matched nothing did not say in which folder it was searched: a program runs in that of its project.

it("a relative pattern names the folder that it begins in, an absolute one is its own place", () => {
  const folder = mkdtempSync(join(tmpdir(), "k8s-lb-"));
  const messages = readManifestFiles(["manifests/*.yaml", join(folder, "none.yaml")], folder).diagnostics.map(({ message }) => message);
  expect(messages).toEqual([`manifests/*.yaml matches no manifest in ${folder}`, `${join(folder, "none.yaml")} matches no manifest`]);
});
