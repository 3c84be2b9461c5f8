import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Answer } from "../../../../provider/http/transport";
import { isExpected, type OctaviaRequest } from "../../../../provider/octavia/client/requests";
import { cloud, fresh, type Scripted } from "../../../unit/provider/octavia/cloud";
import { Resource } from "../../lib/engine";
import type { CallFailed, Props } from "../../lib/host";
import { small } from "../../lib/octavia-samples";
import { atRest, octaviaWorld } from "../../lib/octavia-world";
import { created, expectQuiet } from "../../lib/world";

const PORTAL: Scripted = { status: 200, headers: { "Content-Type": "text/html" }, text: "<html><h1>Welcome to the hotel</h1></html>" };
const EMPTY: Scripted = { status: 200, body: {} };
const PROXY_404: Scripted = { status: 404, headers: { "Content-Type": "text/html" }, text: "<html><h1>404</h1>nginx</html>" };

describe("of Octavia, Neutron and Barbican", () => {
  const ground = cloud();
  const services = [
    ["octavia", "/v2/lbaas/pools", "pool", "Octavia"],
    ["network", "/v2.0/floatingips", "floatingip", "Neutron"],
    ["keyManager", "/v1/containers", "container", "Barbican"],
  ] as const;
  const strange: [string, Scripted][] = [
    ["a portal's page", PORTAL],
    ["an empty object", EMPTY],
    ["an empty answer", { status: 200, text: "" }],
    ["a JSON text that is none of an API", { status: 200, body: "ok" }],
    ["an object of something else", { status: 200, body: { widget: { id: "1" } } }],
    [
      "the right body as a page",
      { ...PORTAL, text: '{"pool":{"id":"1"},"floatingip":{"id":"1"},"container_ref":"http://b/1","pools":[]}' },
    ],
    ["a redirect", { status: 302, headers: { Location: "https://portal.example.com/" }, text: "" }],
    ["a proxy's 404", PROXY_404],
    ["a proxy's 403", { ...PROXY_404, status: 403, text: "<html>Forbidden by policy</html>" }],
  ];
  const named = (service: string, call: string) => new RegExp(`^LB2015: .*${call} http://localhost:\\d+.* was answered \\d+.*${service}`);

  describe.each(services)("%s", (client, path, key, service) => {
    const one = `${path}/00000000-0000-4000-8000-000000000001`;
    test.each(strange)("%s is no answer, to whatever", async (_what, answer) => {
      ground.handle(({ path: at }) => (at.startsWith(path) ? answer : undefined));
      const rest = fresh(ground)[client].of("LoadBalancer default/web");
      const body = { [key]: { name: "web" } };
      await expect(rest.get(one)).rejects.toThrow(named(service, "GET"));
      await expect(rest.list(path, `${key}s`)).rejects.toThrow(named(service, "GET"));
      await expect(rest.put(one, body)).rejects.toThrow(named(service, "PUT"));
      await expect(rest.delete(one)).rejects.toThrow(named(service, "DELETE"));
      await expect(rest.post(path, body)).rejects.toThrow(named(service, "POST"));
      await expect(rest.delete(one)).rejects.toThrow("LoadBalancer default/web");
    });
  });

  test("a batch of members that is answered with a page was not written", async () => {
    ground.handle(({ method }) => (method === "PUT" ? PORTAL : undefined));
    await expect(fresh(ground).octavia.put("/v2/lbaas/pools/1/members", { members: [] })).rejects.toThrow("LB2015");
    ground.reset();
    await fresh(ground).octavia.put("/v2/lbaas/pools/1/members", { members: [] });
  });

  test.each<[string, Scripted]>([
    ["a portal's page", PORTAL],
    ["an empty object", { status: 201, body: {} }],
    ["a token that nobody made", { status: 200, body: { token: {} } }],
  ])("of Keystone: %s is no token", async (_what, answer) => {
    ground.keystone = () => answer;
    await expect(fresh(ground).octavia.get("/v2/lbaas/pools/1")).rejects.toThrow(
      /^LB2015: Keystone .*POST .*\/v3\/auth\/tokens was answered/,
    );
  });

  test("a service that nobody answers at is told with cause and remedy, and in full once", async () => {
    const away = fresh(ground, {}, { loadBalancerEndpoint: "http://127.0.0.1:1", timeout: "1" });
    await expect(away.octavia.of("LoadBalancer default/web").get("/v2/lbaas/pools/1")).rejects.toMatchObject({
      message: expect.stringMatching(
        /LoadBalancer default\/web, Pool 1: Octavia at http:\/\/127.0.0.1:1: connection refused.*loadBalancerEndpoint/s,
      ),
      shared: expect.stringContaining("Octavia at http://127.0.0.1:1"),
    });
  });
});

describe("a load balancer", () => {
  const world = octaviaWorld();
  const failing = async (work: Promise<unknown>) =>
    (await work.then(
      () => undefined,
      (error: unknown) => error,
    )) as CallFailed;
  const changed = () => {
    const inputs = small();
    const [listener] = (inputs.loadBalancer as Props).listeners as { default_pool: { lb_algorithm: string; members: Props[] } }[];
    if (listener) {
      listener.default_pool.lb_algorithm = "LEAST_CONNECTIONS";
      listener.default_pool.members.pop();
    }
    return inputs;
  };

  test("loses no write to something that says yes to everything", async () => {
    const resource = await created(world, "octavia:LoadBalancer", small());
    world.proxy.answer((method) => (method === "PUT" || method === "DELETE" ? { status: 200, body: {} } : undefined));
    const failed = await failing(resource.up(changed()));
    expect(failed.message).toMatch(
      /LB2015: LoadBalancer default\/web, changing pool default\/web:TCP:80: PUT http.*which Octavia does not/,
    );
    expect((await failing(resource.destroy())).message).toMatch(/LB2015: LoadBalancer default\/web.*DELETE/);
    world.proxy.answer(undefined);
    expect((await resource.preview(changed())).changes).toBe(true);
    await resource.up(changed());
    await expectQuiet(resource, changed());
    await resource.destroy();
    expect(await atRest(world, resource.state?.id ?? "gone")).toBeUndefined();
  });

  test("whose create is answered with an empty object is looked for, then named", async () => {
    world.proxy.answer((method, path) => (method === "POST" && path.endsWith("/loadbalancers") ? { status: 200, body: {} } : undefined));
    const failed = await failing(new Resource(world.host, "octavia:LoadBalancer").up(small()));
    expect(failed.message).toMatch(/^LB2015: LoadBalancer default\/web: POST http.* was answered 200/);
    expect(failed.partial).toBeUndefined();
  });

  test("does not vanish from the state because a proxy knows nothing of it", async () => {
    const resource = await created(world, "octavia:LoadBalancer", small());
    world.proxy.answer((method) =>
      method === "GET" ? { status: 404, body: { message: "no Route matched with those values" } } : undefined,
    );
    await expect(resource.refresh()).rejects.toThrow("LB2015");
    world.proxy.answer((method) => (method === "DELETE" ? { status: 404, body: { message: "no Route matched" } } : undefined));
    await expect(resource.destroy()).rejects.toThrow(/LB2015: LoadBalancer default\/web.*no Route matched.*Octavia/);
    world.proxy.answer(undefined);
    expect(await atRest(world, resource.state?.id ?? "")).toBeDefined();
  });
});

test("no answer of the real services is refused", () => {
  const folder = join(__dirname, "../../octavia-server");
  const { answers, cases } = JSON.parse(readFileSync(join(folder, "recorded.golden.json"), "utf8"));
  const first = JSON.parse(readFileSync(join(folder, "given.json"), "utf8"));
  let judged = 0;
  for (const file of readdirSync(join(folder, "cases"))) {
    const { group, cases: list } = JSON.parse(readFileSync(join(folder, "cases", file), "utf8"));
    for (const { name, given, steps } of list) {
      const requests = [...(first[given] ?? []), ...steps].flatMap(
        ({ request }: { request?: OctaviaRequest & { service?: string } }) => request ?? [],
      );
      const recorded: number[] = cases[`${group}/${name}`] ?? [];
      if (recorded.length !== requests.length) continue;
      for (const [index, request] of requests.entries()) {
        const { status, headers, body } = answers[recorded[index] ?? 0];
        // Requests of this package only: no test controls, no payloads, no services' own extensions.
        if (
          status >= 400 ||
          !/^\/(v2\/lbaas\/(loadb|list|pool|health|l7)|v2\.0\/(float|port|net|sub|sec)|v1\/|v3\/auth\/tokens)/.test(request.path)
        )
          continue;
        if (/\/(nothing|tags|stats)$|fields=/.test(request.path) || request.path.startsWith("/v3")) continue;
        const text = typeof body === "string" ? body : JSON.stringify(body);
        expect(isExpected(request, { status, headers, body, text } as Answer), `${group}/${name} ${request.method} ${request.path}`).toBe(
          true,
        );
        judged++;
      }
    }
  }
  expect(judged).toBeGreaterThan(1000);
});
