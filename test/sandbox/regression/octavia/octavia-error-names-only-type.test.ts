import { afterAll, beforeAll, expect, test } from "vitest";
import { identityIn } from "../../../../resources/identity";
import { identified } from "../../../support/identified";
import { Resource } from "../../lib/engine";
import { type Host, type Props, startHost } from "../../lib/host";
import { SUBNET, small } from "../../lib/octavia-samples";
import { octaviaWorld } from "../../lib/octavia-world";
import { type ApiProxy, startProxy } from "../../lib/proxy";
import { created, failing } from "../../lib/world";

const world = octaviaWorld();
const SPECS = ["Service default/web"];
const OF_SPECS = identified("", SPECS);
const fault = (status: number, faultstring: string) => ({ status, body: { faultcode: "Client", faultstring, debuginfo: null } });

test("a read below the load balancer names it, the part and the spec", async () => {
  const resource = await created(world, "octavia:LoadBalancer", { ...small(), ...OF_SPECS });
  world.proxy.answer((method, path) => (method === "GET" && path.includes("/members") ? fault(400, "timeout") : undefined));
  expect((await failing(resource.refresh())).message).toMatch(
    /^LB2008: LoadBalancer default\/web, members of pool default\/web:TCP:80 \(Service default\/web\): timeout/,
  );
  world.proxy.answer(undefined);
  expect((await resource.preview({ ...small(), ...identified("", [...SPECS, "Service default/more"]) })).changes).toBe(false);
});

test("so do writes, what a failed run leaves, and a destroy", async () => {
  const resource = await created(world, "octavia:LoadBalancer", { ...small(), ...OF_SPECS });
  const more = small();
  const body = more.loadBalancer as { listeners: Props[] };
  body.listeners.push({ name: "more", protocol: "TCP", protocol_port: 81 });
  world.proxy.answer((method) => (method === "POST" || method === "DELETE" ? fault(400, "boom") : undefined));
  const failed = await failing(resource.up({ ...more, ...OF_SPECS }));
  expect(failed.partial?.reasons[0]).toMatch(/^LB2008: LoadBalancer default\/web, creating listener TCP:81 \(Service default\/web\): boom/);
  expect(identityIn(resource.state?.outs ?? {}).specs).toEqual(SPECS);
  expect((await failing(resource.destroy())).message).toMatch(/^LB2008: LoadBalancer default\/web.* \(Service default\/web\): boom/);
});

test("a create that is refused", async () => {
  world.proxy.answer((method) => (method === "POST" ? fault(400, "Subnet gone.") : undefined));
  const failed = await failing(new Resource(world.host, "octavia:LoadBalancer").up({ ...small(), ...OF_SPECS }));
  expect(failed.message).toMatch(/^LB2008: LoadBalancer default\/web \(Service default\/web\): Subnet gone\./);
});

let away: Host;
let barbican: ApiProxy;
beforeAll(async () => {
  barbican = await startProxy("http://127.0.0.1:1");
  away = await startHost({
    env: {
      OS_AUTH_TYPE: "none",
      OS_PROJECT_ID: "conformance",
      OCTAVIA_API_VERSION: "2.26",
      OCTAVIA_RETRY_DELAY: "1",
      OS_KEY_MANAGER_ENDPOINT_OVERRIDE: barbican.url,
      OS_LOAD_BALANCER_ENDPOINT_OVERRIDE: barbican.url,
    },
  });
}, 60_000);
afterAll(async () => {
  away?.stop();
  await barbican?.close();
});

test("a certificate that Barbican refuses is named", async () => {
  barbican.answer((method, path) => {
    if (path.startsWith("/v2/lbaas/loadbalancers")) return { status: 200, body: { loadbalancers: [] } };
    if (method === "GET") return { status: 200, body: { [path.includes("containers") ? "containers" : "secrets"]: [] } };
    return { status: 400, body: { code: 400, title: "Bad Request", description: "boom" } };
  });
  const inputs: Props = {
    ...OF_SPECS,
    owner: "pulumi-k8s-lb:t/t/t",
    loadBalancer: {
      name: "default/web",
      vip_subnet_id: SUBNET,
      listeners: [
        { name: "web", protocol: "TERMINATED_HTTPS", protocol_port: 443, default_tls_container_ref: { name: "c/default/tls-1" } },
      ],
    },
    secrets: [{ name: "c/default/tls-1", certificate: "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----", key: "key" }],
  };
  const failed = await failing(new Resource(away, "octavia:LoadBalancer").up(inputs));
  expect(failed.message).toMatch(
    /^LB2008: LoadBalancer default\/web, certificate c\/default\/tls-1:certificate \(Service default\/web\): boom/,
  );
});
