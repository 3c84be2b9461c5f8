import { describe, expect, test } from "vitest";
import { objectStatusKind as kind } from "../../../../provider/kubernetes/object-status";
import type { Context } from "../../../../provider/lifecycle/handler";
import { scriptedServer, status } from "../../../support/scripted-server";

const server = scriptedServer();

/** A context of its own connection: nothing is remembered from other tests. */
function context(): Context {
  const kubeconfig = server.kubeconfig({ user: { token: `t-${Math.random()}` } });
  const values: Record<string, string> = { kubeconfig, retryDelay: "1" };
  return { config: { get: (key) => values[key] }, progress: () => undefined, notice: () => undefined };
}

const resources = [
  { name: "services", kind: "Service", namespaced: true },
  { name: "services/status", kind: "Service", namespaced: true },
];
const last = (name: string) => ({
  apiVersion: "v1",
  kind: "Service",
  namespace: "shop",
  name,
  status: { loadBalancer: { ingress: [{ ip: "10.0.0.7" }] } },
});
const live = (name: string) => ({
  metadata: { name },
  status: { loadBalancer: { ingress: [{ ip: "10.0.0.7", ipMode: "VIP" }] }, conditions: [] },
});
const paths = () => server.seen.map(({ path }) => path);

describe("reads", () => {
  test("of one phase share a list; a user who may not list asks for each", async () => {
    let allowed = true;
    server.answer = ({ path }) => {
      if (path === "/api/v1") return { body: { kind: "APIResourceList", resources } };
      const [, name] = /services\/(.*)$/.exec(path) ?? [];
      if (name) return { body: live(name) };
      return allowed ? { body: { items: ["a", "b", "c", "d"].map(live) } } : status(403, "Forbidden", "no");
    };
    const readAll = async () => {
      const ctx = context();
      return Promise.all(["a", "b", "c", "d"].map((name) => kind.read(ctx, "", last(name))));
    };
    expect(await readAll()).toEqual(["a", "b", "c", "d"].map((name) => ({ outs: last(name), inputs: last(name) })));
    expect(paths().filter((path) => path.includes("services"))).toEqual(["/api/v1/namespaces/shop/services?limit=500"]);
    server.seen.length = 0;
    allowed = false;
    expect((await readAll()).map((one) => one?.inputs.name)).toEqual(["a", "b", "c", "d"]);
    expect(paths().filter((path) => path.includes("services/"))).toHaveLength(4);
  });
});

describe("a partial failure", () => {
  test("is in the state, so that a destroy gives up what was written", async () => {
    server.answer = ({ path, method }) => {
      if (path === "/api/v1") return { body: { kind: "APIResourceList", resources } };
      if (method === "GET") return { body: live("a") };
      return path.includes("/status?") ? { body: live("a") } : { status: 422, body: { kind: "Status", message: "no annotations today" } };
    };
    const inputs = { ...last("a"), annotations: { one: "1" } };
    await expect(kind.create(context(), inputs)).rejects.toMatchObject({ id: "Service/shop/a", outs: inputs });
  });
});

describe("a server without server-side apply", () => {
  /** One Service, and the merge patches that were sent. */
  function old(now: object) {
    const patches: unknown[] = [];
    server.answer = ({ path, method, headers, body }) => {
      if (path === "/api/v1") return { body: { kind: "APIResourceList", resources } };
      if (method === "GET") return { body: { metadata: { name: "a", uid: "u" }, status: now } };
      if (headers["content-type"]?.includes("apply")) return status(415, "UnsupportedMediaType", "not supported");
      patches.push([path.replace(/.*services/, ""), body]);
      return { body: live("a") };
    };
    return patches;
  }

  test("gets merge patches, which name what is no longer wanted", async () => {
    const patches = old({ loadBalancer: {} });
    await kind.create(context(), last("a"));
    const second = { ...last("a"), status: { conditions: [] } };
    await kind.update(context(), "", last("a"), second);
    await kind.delete(context(), "", second);
    expect(patches).toEqual([
      ["/a/status", { metadata: { uid: "u" }, status: last("a").status }],
      ["/a/status", { metadata: { uid: "u" }, status: { loadBalancer: { ingress: null }, conditions: [] } }],
      ["/a/status", { metadata: { uid: "u" }, status: { conditions: null } }],
    ]);
  });

  test("is asked first whether somebody else has written", async () => {
    const patches = old({ loadBalancer: { ingress: [{ ip: "10.1.1.1" }] } });
    await expect(kind.create(context(), last("a"))).rejects.toThrow("LB2130: Service shop/a: somebody else has written loadBalancer");
    expect(patches).toEqual([]);
    await kind.create(context(), { ...last("a"), force: true });
    expect(patches).toHaveLength(1);
  });
});

test("a destroy after the kind is gone is done", async () => {
  server.answer = () => ({ status: 404, body: "404 page not found\n" });
  await kind.delete(context(), "", last("a"));
  await expect(kind.read(context(), "", last("a"))).rejects.toThrow("LB2113: Service a: the server has no kind Service of v1");
});
