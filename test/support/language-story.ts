import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { EngineEvent, Stack } from "@pulumi/pulumi/automation";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../sandbox/index";
import { PulumiLab, root, withoutOutputs } from "../cli/pr/harness";
import { type ReleaseServer, startReleaseServer } from "./release-server";

/** A program in some language, beside the manifests of examples/yaml. */
export interface LanguageProgram {
  /** Files of its project, by path. */
  files?: { readonly [path: string]: string };
  /** Folders that come first on the PATH. */
  folders?: readonly string[];
  env?: { readonly [name: string]: string };
}

const POOL = "yaml--cart.avi.internal_-default-cart";
const NAMES = [POOL, "yaml--Shared-L7-2", "yaml--default-mail", "yaml--default-mail-25"];
const TYPES = ["virtualservice", "vsvip", "pool", "poolgroup", "httppolicyset", "vsdatascriptset"] as const;

/**
 * The example in YAML, or the same in another language, with the real engine and the language's own host, in a folder with nothing but the program:
 * Pulumi gets the plugin from the archive of a release. A cluster is made, changed, damaged by hand, repaired and removed. Steps build on each other.
 */
export function languageStory(program: () => LanguageProgram | Promise<LanguageProgram>): void {
  let lab: PulumiLab;
  let avi: AviSandbox;
  let stack: Stack;
  let release: ReleaseServer;

  beforeAll(async () => {
    avi = await startAviSandbox({ rateLimit: "off" });
    const { files = {}, folders = [], env = {} } = await program();
    const access = { AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, AVI_RATE_LIMIT: "off" };
    release = await startReleaseServer();
    lab = new PulumiLab({ env: { ...access, ...release.env, ...env }, hosts: true, linkModules: false, plugin: false });
    lab.env.PATH = [...folders, lab.env.PATH].join(delimiter);
    cpSync(join(root, "examples/yaml"), lab.program, { recursive: true, filter: (path) => !/Pulumi\.\w+\.yaml$/.test(path) });
    lab.write(files);
    stack = await lab.folderStack();
  });
  afterAll(async () => {
    lab?.dispose();
    await avi?.close();
    await release?.close();
  });

  const held = () =>
    TYPES.flatMap((type) => avi.store.list(type).map(({ name }) => String(name))).filter((name) => name.startsWith("yaml--"));
  const writes = () => avi.calls().filter(({ method, path }) => method !== "GET" && path.includes("/api/"));
  const servers = () => {
    const { servers } = avi.store.get("pool", POOL) as unknown as { servers: { ip: { addr: string }; enabled?: boolean }[] };
    return servers.map(({ ip, enabled = true }) => [ip.addr, enabled]);
  };

  /** Operations on resources of the plugin in a run, without what stays the same. */
  async function steps(run: (options: { onEvent: (event: EngineEvent) => void }) => Promise<unknown>): Promise<string[]> {
    const seen: string[] = [];
    await run({
      onEvent({ resourcePreEvent: event }) {
        const { type, op, urn } = event?.metadata ?? { type: "", op: "same", urn: "" };
        if (type.startsWith("k8s-lb:") && op !== "same" && op !== "refresh") seen.push(`${op} ${urn.slice(urn.lastIndexOf("::") + 2)}`);
      },
    });
    return seen.sort();
  }
  const unchanged = async () => expect(await steps((on) => stack.preview({ ...on, expectNoChanges: true }))).toEqual([]);

  test("a preview shows the objects and writes nothing", async () => {
    expect(await steps((on) => stack.preview(on))).toEqual(
      [...NAMES, "shop", "shop-inventory", "shop-summary"].map((name) => `create ${name}`).sort(),
    );
    expect([held(), writes()]).toEqual([[], []]);
  });

  test("Pulumi got the plugin from the archive of the release, once", () => {
    expect(release.asked).toEqual([expect.stringMatching(/^pulumi-resource-k8s-lb-v[\d.]+-\w+-\w+\.tar\.gz$/)]);
  });

  test("up makes the objects, and then nothing is left to do", async () => {
    const { outputs, stdout } = await stack.up();
    expect(stdout).not.toContain("warning");
    expect(held()).toEqual(expect.arrayContaining(NAMES));
    expect(Object.keys(outputs.hosts?.value)).toEqual(expect.arrayContaining(["cart.avi.internal", "mail.default.avi.internal"]));
    expect(outputs.hosts?.value["cart.avi.internal"]).toMatch(/^10\.250\.250\./);
    await unchanged();
    avi.resetCalls();
    await stack.up({ expectNoChanges: true });
    expect(writes()).toEqual([]);
  });

  test("one Pod that changes is one server of one pool, which the preview names", async () => {
    const file = join(lab.program, "manifests/cart.yaml");
    writeFileSync(file, readFileSync(file, "utf8").replace("10.244.2.41", "10.244.9.41"));
    const { stdout } = await stack.preview({ diff: true, color: "never" });
    expect(stdout).toMatch(/~ +addr *: "10\.244\.2\.41" => "10\.244\.9\.41"/);
    expect(await steps((on) => withoutOutputs(stack).up(on))).toEqual(["update shop-summary", `update ${POOL}`]);
    expect(servers()).toEqual([
      ["10.244.1.41", true],
      ["10.244.9.41", true],
    ]);
    await unchanged();
  });

  test("refresh names what was changed by hand, and the next up repairs it", async () => {
    const pool = avi.store.get("pool", POOL) as { servers: object[] };
    avi.store.put("pool", {
      ...pool,
      servers: pool.servers.map((server, at) => (at === 0 ? { ...server, enabled: false } : server)),
    } as never);
    const { stdout } = await stack.refresh({ color: "never" });
    expect(stdout).toMatch(new RegExp(`${POOL} .*\\[diff: ~pool\\]`));
    expect(await steps((on) => withoutOutputs(stack).up(on))).toEqual([`update ${POOL}`]);
    expect(servers().map(([, enabled]) => enabled)).toEqual([true, true]);
    await unchanged();
  });

  test("destroy leaves nothing, neither on the controller nor of the processes", async () => {
    await stack.destroy();
    expect(held()).toEqual([]);
    expect((await stack.exportStack()).deployment.resources ?? []).toEqual([]);
    await expect.poll(() => lab.leftovers()).toEqual([]);
  });
}
