import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { BACK_ENDS } from "../../../../provider";
import { agentFor } from "../../../../provider/http/connection";
import { connect } from "../../../../provider/kubernetes/connect";
import { rootInCatalogue } from "../../../../provider/octavia/client/keystone";
import { startOperator } from "../../../../sandbox/index";
import { checkBackEnd } from "../../../../sdk/cli/doctor/checks";

/** A kubeconfig with `http://` sent its token to anybody on the way, the proxy of the environment first. */
let proxy: Server;
let requests: string[] = [];
beforeAll(async () => {
  proxy = createServer((request, response) => {
    requests.push(String(request.headers.authorization ?? request.headers["x-auth-token"]));
    response.end("{}");
  });
  await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done));
});
afterAll(() => void proxy.close());
afterEach(() => {
  delete process.env.HTTP_PROXY;
  requests = [];
});

const throughProxy = () => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

const kubeconfig = (server: string, more: object = {}) =>
  JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "shop", cluster: { server, ...more } }],
    users: [{ name: "me", user: { token: "my-own-token" } }],
    contexts: [{ name: "shop", context: { cluster: "shop", user: "me" } }],
    "current-context": "shop",
  });

const openstack = (values: { [key: string]: string }) => ({
  OS_AUTH_URL: "http://127.0.0.1:1",
  OS_USERNAME: "me",
  OS_PASSWORD: "my-own-password",
  OS_PROJECT_NAME: "web",
  OS_USER_DOMAIN_NAME: "Default",
  ...values,
});

describe("nothing is sent in clear text", () => {
  test("to an API server, whatever HTTP_PROXY says", async () => {
    process.env.HTTP_PROXY = throughProxy();
    const refused = connect({ kubeconfig: kubeconfig("http://api.example.com:8080"), retryDelay: 1 }).serves({
      group: "",
      version: "v1",
      plural: "pods",
      kind: "Pod",
      namespaced: true,
      tenanted: true,
    });
    await expect(refused).rejects.toThrow(
      /^LB2100: `server` of cluster "shop".*"http:\/\/api.example.com:8080": credentials do not travel/,
    );
    expect(requests).toEqual([]);
  });

  test("through a proxy on another machine, to this one", async () => {
    const given = kubeconfig("http://127.0.0.1:1", { "proxy-url": "http://proxy.example.com:3128" });
    await expect(connect({ kubeconfig: given }).where()).rejects.toThrow("through a proxy on another machine");
  });

  test("to an endpoint of the catalogue", () => {
    const endpoints = [{ interface: "public", region: "East", url: "http://lb.example.com:9876/v2" }];
    expect(() => rootInCatalogue([{ type: "load-balancer", endpoints }], { service: "load-balancer", interface: "public" })).toThrow(
      /LB2002: the catalogue's load-balancer is "http:\/\/lb.example.com:9876".*\n {2}Set octavia:loadBalancerEndpoint/,
    );
    const here = [{ interface: "public", region: "East", url: "http://127.0.0.2:9876/v2" }];
    expect(rootInCatalogue([{ type: "load-balancer", endpoints: here }], { service: "load-balancer", interface: "public" })).toBe(
      "http://127.0.0.2:9876",
    );
  });

  test("by any client that is added later", () => {
    expect(() => agentFor({ origin: "http://10.0.0.5", insecure: false })).toThrow("LB2002");
    expect(() => agentFor({ origin: "http://127.0.0.1:1", insecure: false, proxy: "http://10.0.0.5:3128" })).toThrow("LB2002");
    expect(agentFor({ origin: "http://[::1]:1", insecure: false })).toBeDefined();
  });

  test("by the simulated operator of Mizar", async () => {
    await expect(startOperator({ url: "http://api.example.com", token: "my-own-token" })).rejects.toThrow("clear text");
  });
});

describe("doctor says it", () => {
  test.each([
    ["mizar", { "kubernetes:kubeconfig": { value: kubeconfig("http://10.0.0.5:8080") } }, {}],
    ["octavia", {}, openstack({ OS_AUTH_URL: "http://keystone.example.com:5000" })],
    ["octavia", {}, openstack({ OS_LOAD_BALANCER_ENDPOINT_OVERRIDE: "http://lb.example.com:9876" })],
    ["avi", {}, { AVI_CONTROLLER: "http://avi.example.com", AVI_USERNAME: "me", AVI_PASSWORD: "my-own-password" }],
  ] as const)("of %s", async (target, stack, env) => {
    const [first] = await checkBackEnd(BACK_ENDS[target], stack, env);
    expect(first).toMatchObject({
      state: "failed",
      what: expect.stringMatching(/credentials do not travel in clear text\n {2}Use https:/),
    });
  });
});
