import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../../sandbox/index";
import { aviConfig, providerHere } from "../../../support/provider-here";
import { Resource } from "../../lib/engine";
import type { Host, Props } from "../../lib/host";
import { type ApiProxy, type ProxyReply, startProxy } from "../../lib/proxy";
import { OWNER, poolInputs } from "../../lib/samples";

let avi: AviSandbox;
let proxy: ApiProxy;
let host: Host;

beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
  proxy = await startProxy(avi.url);
  host = await providerHere(aviConfig(avi, proxy.url));
});
beforeEach(() => {
  avi.reset();
  proxy.answer(undefined);
});
afterAll(async () => {
  await proxy?.close();
  await avi?.close();
});

const PAGE = "<html><head><title>Corporate portal</title></head><body>Please log in</body></html>";
/** In place of every answer to this method below `path`. */
const instead = (verb: string, reply: ProxyReply, path = "/api/") =>
  proxy.answer((method, at) => (method === verb && at.startsWith(path) ? reply : undefined));
const inputs = (more: Props = {}): Props => ({ ...poolInputs("c1--web", more) });
const pool = async () => {
  const resource = new Resource(host, "avi:Pool");
  await resource.up(inputs());
  return resource;
};
const changed = () => inputs({ default_server_port: 9090 });
const held = () => avi.store.get("pool", "c1--web");

const STRANGE: [string, ProxyReply][] = [
  ["a page", { status: 200, body: PAGE }],
  ["an empty object", { status: 200, body: {} }],
  ["an empty object as if created", { status: 201, body: {} }],
  ["an object of another name", { status: 200, body: { uuid: "pool-1", name: "other" } }],
  ["a list", { status: 200, body: [] }],
  ["no content", { status: 204, body: "" }],
  ["a page that says 404", { status: 404, body: PAGE }],
  ["a redirect", { status: 302, body: PAGE }],
];

describe("a delete", () => {
  test.each([
    ["a page that says 404", { status: 404, body: PAGE }],
    ["a 404 of some other API", { status: 404, body: { message: "no route matched" } }],
    ["a 404 that looks like the controller's", { status: 404, body: { error: "Pool object not found!" } }],
    ["a page that says all is well", { status: 200, body: PAGE }],
    ["an empty object", { status: 200, body: {} }],
  ])("answered with %s takes nothing out of the state", async (_what, reply) => {
    const resource = await pool();
    instead("DELETE", reply);
    await expect(resource.destroy()).rejects.toThrow(/LB2015: Pool c1--web: /);
    expect(held()).toBeDefined();
    expect(resource.state).toBeDefined();
    proxy.answer(undefined);
    await resource.destroy();
    expect(held()).toBeUndefined();
  });

  test("is done when the object is gone, whatever the answer was", async () => {
    const resource = await pool();
    proxy.answer((method) => {
      if (method !== "DELETE") return undefined;
      avi.store.remove("pool", "c1--web");
      return { status: 200, body: PAGE };
    });
    await resource.destroy();
    expect(held()).toBeUndefined();
  });
});

describe.each(STRANGE)("%s", (_what, reply) => {
  test("in answer to a create is an error that names the object, and nothing is recorded", async () => {
    instead("POST", reply);
    const resource = new Resource(host, "avi:Pool");
    await expect(resource.up(inputs())).rejects.toThrow(/LB2015: Pool c1--web: POST \/api\/pool was answered/);
    expect(resource.state).toBeUndefined();
  });

  test("in answer to a change is an error that names the object; the state keeps what the server holds", async () => {
    const resource = await pool();
    instead("PUT", reply);
    await expect(resource.up(changed())).rejects.toThrow(/LB2015: Pool c1--web: PUT /);
    proxy.answer(undefined);
    await resource.up(changed());
    expect(held()).toMatchObject({ default_server_port: 9090 });
  });

  test("in answer to a read never makes an object look gone", async () => {
    const resource = await pool();
    instead("GET", reply);
    await expect(resource.refresh()).rejects.toThrow(/LB2015: Pool c1--web: GET /);
    expect(resource.state).toBeDefined();
    await expect(resource.destroy()).rejects.toThrow("LB2015");
  });
});

test("a create whose answer was replaced on the way is found, not repeated", async () => {
  const { uuid: _, ...body } = poolInputs().pool as { uuid?: string };
  proxy.answer((method) => {
    if (method !== "POST") return undefined;
    proxy.answer(undefined);
    const cloud = `/api/cloud/${String(avi.store.get("cloud", "Default-Cloud")?.uuid)}`;
    avi.store.put("pool", { ...body, created_by: OWNER, tenant_ref: "/api/tenant/admin", cloud_ref: cloud } as never);
    return { status: 200, body: {} };
  });
  expect(await new Resource(host, "avi:Pool").up(inputs())).toBe("created");
  expect(avi.store.list("pool").filter(({ name }) => name === "c1--web")).toHaveLength(1);
});

test("a page in place of the login says so", async () => {
  const other = await providerHere(aviConfig(avi, proxy.url));
  proxy.answer((_method, path) => (path.startsWith("/login") ? { status: 200, body: PAGE } : undefined));
  await expect(new Resource(other, "avi:Pool").up(inputs())).rejects.toThrow(/LB2015: .*login .* failed with status 200: Please log in/);
});
