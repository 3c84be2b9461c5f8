// Ready means ready: the services make their clients and caches at the first request that needs them, without a lock, so that of several first
// requests all but one fail. One load balancer comes and goes before anybody asks, as an ordinary user: what decides about owners is made for them only.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

const patience = 120_000;

/** Also the client of Barbican, which a listener needs whose certificate is not there. */
const secureListener = (id, keyManager) => ({
  ...{ name: "warm-up-secure", loadbalancer_id: id, protocol: "TERMINATED_HTTPS", protocol_port: 443 },
  default_tls_container_ref: `${keyManager}/v1/secrets/${randomUUID()}`,
});

/** `headers` say who asks, `subnet` is for the VIP; without Neutron any will do. Leaves nothing behind. */
export async function warmUp({ octavia, barbican }, headers, subnet = randomUUID()) {
  const end = Date.now() + patience;
  async function call(method, path, body, expected) {
    const options = { method, headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(body) };
    const response = await fetch(octavia + path, { ...options, signal: AbortSignal.timeout(patience) });
    const text = await response.text();
    if (!expected.includes(response.status)) throw new Error(`Octavia answered ${response.status} to ${method} ${path}: ${text}`);
    return response.status === 200 || response.status === 201 ? JSON.parse(text || "{}") : undefined;
  }
  const listeners = [{ name: "warm-up", protocol: "HTTP", protocol_port: 80 }];
  const loadbalancer = { name: "warm-up", vip_subnet_id: subnet, listeners };
  const { id } = (await call("POST", "/v2/lbaas/loadbalancers", { loadbalancer }, [201])).loadbalancer;
  const one = `/v2/lbaas/loadbalancers/${id}`;

  async function until(isThere, expected) {
    for (;;) {
      const status = (await call("GET", one, undefined, expected))?.loadbalancer.provisioning_status;
      if (isThere(status)) return;
      if (status === "ERROR" || Date.now() > end) throw new Error(`the first load balancer is ${status}`);
      await sleep(100);
    }
  }
  await until((status) => status === "ACTIVE", [200]);
  if (barbican) await call("POST", "/v2/lbaas/listeners", { listener: secureListener(id, barbican) }, [400]);
  await call("DELETE", `${one}?cascade=true`, undefined, [204]);
  await until((status) => status === undefined || status === "DELETED", [200, 404]);
  await call("POST", "/_lab/reset", {}, [200]);
}
