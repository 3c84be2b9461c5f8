// The connection to Avi: configuration, lists in place of single reads, progress, and an address that comes late.

import { Server, ServerCredentials } from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { identified } from "../../support/identified";
import { calls, environment, writes } from "../lib/avi-world";
import { Resource } from "../lib/engine";
import { CallFailed, startHost } from "../lib/host";
import { empty } from "../lib/protobuf";
import { type AviSample, poolInputs, prepareSamples, SAMPLES } from "../lib/samples";

let avi: AviSandbox;
beforeAll(async () => {
  await prepareSamples();
  avi = await startAviSandbox({ rateLimit: "off" });
});
afterAll(() => avi?.close());

const props = (inputs: object) => inputs as { [key: string]: unknown };

test("without configuration the missing keys are named, and a corrected environment is not needed for preview", async () => {
  const host = await startHost();
  try {
    const resource = new Resource(host, "avi:Pool");
    const failed = (await resource.up(props(poolInputs())).catch((error: unknown) => error)) as CallFailed;
    expect(failed).toBeInstanceOf(CallFailed);
    expect(failed.message).toMatch(/LB2001: no value for avi:controller \(AVI_CONTROLLER\)/);
    expect(failed.partial).toBeUndefined();
  } finally {
    host.stop();
  }
});

test("stack configuration connects as the environment does; errors carry a gRPC status of their own", async () => {
  const { AVI_CONTROLLER, AVI_USERNAME, AVI_PASSWORD } = environment(avi);
  const config = { "avi:controller": AVI_CONTROLLER, "avi:username": AVI_USERNAME, "avi:password": AVI_PASSWORD, "avi:rateLimit": "off" };
  const host = await startHost({ config });
  try {
    const resource = new Resource(host, "avi:Pool");
    await resource.up(props(poolInputs("c1--configured")));
    avi.store.patch("pool", "c1--configured", { created_by: "somebody" });
    await expect(resource.destroy()).rejects.toMatchObject({ code: 9 });
  } finally {
    host.stop();
  }
});

test("a refresh of a thousand pools lists instead of reading one by one", async () => {
  avi.reset();
  const host = await startHost({ env: { ...environment(avi), AVI_LIST_CACHE: "60000" } });
  try {
    const { id, outs } = await host.create({
      ...poolInputs("p0"),
      __provider: 'exports.handler=()=>require("pulumi-k8s-lb/provider").v1("avi:Pool")',
    });
    const model = avi.store.get("pool", "p0") ?? {};
    const { uuid: _, ...content } = model;
    for (let i = 1; i < 1000; i++) avi.store.put("pool", { ...content, name: `p${i}` });
    avi.resetCalls();
    const states = Array.from({ length: 1000 }, (_, i) => JSON.parse(JSON.stringify({ id, outs }).replaceAll("p0", `p${i}`)));
    for (let at = 0; at < states.length; at += 16) {
      const found = await Promise.all(states.slice(at, at + 16).map((state) => host.read(state.id, state.outs)));
      expect(found.every((read) => read.id !== "")).toBe(true);
    }
    expect(calls(avi)).toHaveLength(10);
    expect(writes(avi)).toEqual([]);
  } finally {
    host.stop();
  }
});

test("progress shows on the resource's own row", async () => {
  avi.reset();
  const lines: { text: string; urn: string; ephemeral: boolean }[] = [];
  const engine = new Server();
  engine.addService(EngineService, {
    log: (
      call: { request: { getMessage(): string; getUrn(): string; getEphemeral(): boolean } },
      done: (error: null, answer: object) => void,
    ) => {
      const { request } = call;
      lines.push({ text: request.getMessage(), urn: request.getUrn(), ephemeral: request.getEphemeral() });
      done(null, empty());
    },
  } as never);
  const port = await new Promise<number>((resolve, reject) =>
    engine.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) => (error ? reject(error) : resolve(bound))),
  );
  const host = await startHost({ env: environment(avi), engine: `127.0.0.1:${port}` });
  try {
    const urn = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/k8s-lb-avi:Pool::web";
    const inputs = { ...poolInputs("c1--progress", { not_a_field: 1 }), unchecked: true, ...identified(urn) };
    const resource = new Resource(host, "avi:Pool");
    avi.fault({ method: "POST", path: "/api/pool", delayMs: 1_000 });
    await resource.up(inputs);
    await expect.poll(() => lines.length).toBeGreaterThanOrEqual(2);
    expect(lines[0]).toEqual({
      text: "creating Pool c1--progress (1 of 1)",
      urn: expect.stringMatching(/avi:Pool::web$/),
      ephemeral: true,
    });
    expect(lines[1]?.text).toContain("does not keep not_a_field");
    // Fields that the controller dropped are no drift, and the hidden URN is no change.
    await resource.refresh();
    expect(await resource.preview({ ...inputs, ...identified(`${urn}2`) })).toEqual({ changes: false, replaces: [] });
  } finally {
    host.stop();
    engine.forceShutdown();
  }
});

test("an address that is not allocated in time leaves a partial state, and the next run goes on waiting", async () => {
  avi.reset();
  const host = await startHost({ env: environment(avi) });
  const sample = SAMPLES.find(({ kind }) => kind === "avi:L4VS") as AviSample;
  try {
    await sample.prepare?.({ avi, host });
    const resource = new Resource(host, sample.kind);
    for (const method of ["POST", "GET"]) {
      avi.fault({ method, path: "/api/vsvip", times: 10_000, removeFields: ["vip.0.ip_address"] });
    }
    await expect(resource.up(sample.inputs())).rejects.toThrow("LB2013");
    expect(resource.state?.initErrors?.[0]).toContain("LB2013");
    expect(resource.state?.outs.vsVip).toBeDefined();
    await fetch(`${avi.url}/_lab/fault`, { method: "DELETE" });
    await resource.up(sample.inputs());
    expect(resource.state?.outs.vip).toMatch(/^10\./);
  } finally {
    host.stop();
  }
});
