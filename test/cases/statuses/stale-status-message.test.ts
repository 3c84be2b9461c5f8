import { setTimeout } from "node:timers/promises";
import { Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData, type UntypedServiceImplementation } from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { DynamicProvider } from "../../../provider";
import type { Context, ResourceHandler } from "../../../provider/lifecycle/handler";
import { identified } from "../../support/identified";

// Lines on the rows of resources, as the engine gets them: in their order, and none that speaks of work after the work is done.

interface StatusLine {
  urn: string;
  text: string;
  ephemeral: boolean;
}

let server: Server;
let provider: DynamicProvider;
let lines: StatusLine[] = [];
const before = [...process.argv];

/** An engine that takes longest for the first line, so that lines which do not wait for each other change places. */
function log(call: ServerUnaryCall<LogRequest, unknown>, done: sendUnaryData<unknown>): void {
  const { request } = call;
  const delay = request.getMessage().includes("1 of") ? 400 : 5;
  void setTimeout(delay).then(() => {
    lines.push({ urn: request.getUrn(), text: request.getMessage(), ephemeral: request.getEphemeral() });
    done(null, EngineService.log.responseDeserialize(Buffer.alloc(0)));
  });
}

beforeAll(async () => {
  server = new Server();
  server.addService(EngineService, { log } as UntypedServiceImplementation);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  process.argv.push(`127.0.0.1:${port}`); // as the host of dynamic resources is told
  vi.resetModules(); // a process looks for its engine once
  const { dynamicProvider } = await import("../../../provider/lifecycle/dynamic.js");
  const { withRows } = await import("../../../provider/lifecycle/progress.js");
  provider = withRows(dynamicProvider(kind));
});
beforeEach(() => {
  lines = [];
});
afterAll(() => {
  process.argv = before;
  server?.forceShutdown();
  vi.resetModules(); // and remembers it
});

const work = async (ctx: Context): Promise<void> => {
  ctx.progress("creating pool a (1 of 2)");
  await setTimeout(250);
  ctx.progress("creating pool b (2 of 2)");
  await setTimeout(250);
};

const kind: ResourceHandler = {
  name: "test:Thing",
  namespace: "test",
  diff: () => ({ changes: [], replaces: [] }),
  async create(ctx, inputs) {
    if (inputs.quick) ctx.progress("creating pool a (1 of 1)");
    else await work(ctx);
    if (inputs.fails) throw new Error("boom");
    return { id: "1", outs: inputs.address ? { address: inputs.address } : {} };
  },
  read: async () => ({ outs: { address: "192.0.2.1" }, inputs: {} }),
  update: async (ctx, _id, _olds, news) => {
    await work(ctx);
    return { address: news.address };
  },
  delete: work,
};
const texts = (): string[] => lines.map(({ text }) => text);

test("lines come in their order, and the last one is what the resource is now", async () => {
  await provider.create({ ...identified("urn:a"), address: "10.250.250.13" });
  expect(texts()).toEqual(["creating pool a (1 of 2)", "creating pool b (2 of 2)", "10.250.250.13"]);
  expect(new Set(lines.map(({ urn, ephemeral }) => `${urn} ${ephemeral}`))).toEqual(new Set(["urn:a true"]));
  lines = [];
  await provider.update("1", {}, { ...identified("urn:a"), address: "10.250.250.14" });
  expect(texts().at(-1)).toBe("10.250.250.14");
});

test("a resource without address ends with an empty line, also when it is deleted or fails", async () => {
  await provider.create({ ...identified("urn:b") });
  expect(texts()).toEqual(["creating pool a (1 of 2)", "creating pool b (2 of 2)", ""]);
  lines = [];
  await provider.delete("1", { ...identified("urn:b") });
  expect(texts().at(-1)).toBe("");
  lines = [];
  await expect(provider.create({ ...identified("urn:b"), fails: true })).rejects.toThrow("boom");
  expect(texts().at(-1)).toBe("");
});

test("work that is done at once says what the resource is now, and nothing else", async () => {
  await provider.create({ ...identified("urn:d"), quick: true });
  await setTimeout(250);
  expect(texts()).toEqual([]);
  await provider.create({ ...identified("urn:d"), quick: true, address: "10.250.250.15" });
  await setTimeout(250);
  expect(texts()).toEqual(["10.250.250.15"]);
});

test("reading what nothing is said about says nothing", async () => {
  await provider.read("1", { ...identified("urn:c") });
  expect(lines).toEqual([]);
});
