import { join } from "node:path";
import { describe } from "vitest";
import { startKubernetesSandbox } from "../../../sandbox/index";
import { mizarStory } from "../../support/mizar-story";
import { root } from "../pr/harness";

describe("on a real kube-apiserver", () => {
  mizarStory(async () => (await import(join(root, "tools/kube-server/index.mjs"))).startMizarServer(), { changes: false });
});

describe("on the sandbox", () => {
  mizarStory(() => startKubernetesSandbox(), { changes: true });
});
