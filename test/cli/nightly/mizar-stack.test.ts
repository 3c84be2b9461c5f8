import { join } from "node:path";
import { describe } from "vitest";
import { startKubernetesSandbox } from "../../../sandbox/index";
import { root } from "../pr/harness";
import { mizarStory } from "../../support/mizar-story";

describe("on a real kube-apiserver", () => {
  mizarStory(async () => (await import(join(root, "tools/kube-server/index.mjs"))).startMizarServer(), { changes: false });
});

describe("on the sandbox", () => {
  mizarStory(() => startKubernetesSandbox(), { changes: true });
});
