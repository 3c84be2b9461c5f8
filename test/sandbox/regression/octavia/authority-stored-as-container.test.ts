import { afterEach, expect, test } from "vitest";
import { octaviaCloud } from "../../../support/octavia-cloud";
import { certificateFor } from "../../lib/certificates";
import { Resource } from "../../lib/engine";
import type { Props } from "../../lib/host";
import { OWNER } from "../../lib/samples";

// Octavia reads an authority, of clients or of servers, from a secret of Barbican. It was stored as a container, which Octavia refuses.

const lab = octaviaCloud();
const listed = (path: string, type: string) => lab.stack.keyManager.list(path, type);
const containers = () => listed("/v1/containers", "containers");
const secrets = () => listed("/v1/secrets", "secrets");
const octavia = async (type: string) => (await lab.stack.octavia.list(`/v2/lbaas/${type}`, type))[0];

const CLIENTS = "kube/shop/web/authority-0123456789ab";
const SERVERS = "kube/shop/web/authority-ba9876543210";

async function inputs(clients: string, servers: string): Promise<Props> {
  const pair = await certificateFor("web.example.com");
  return {
    owner: OWNER,
    secrets: [
      { name: "kube/shop/web-111111111111", ...pair },
      { name: CLIENTS, certificate: clients },
      { name: SERVERS, certificate: servers },
    ],
    loadBalancer: {
      name: "shop/web",
      vip_subnet_id: lab.cloud.subnetId,
      pools: [
        {
          ...{ name: "web", protocol: "HTTP", lb_algorithm: "ROUND_ROBIN", tls_enabled: true, ca_tls_container_ref: { name: SERVERS } },
          members: [],
        },
      ],
      listeners: [
        {
          ...{ name: "https", protocol: "TERMINATED_HTTPS", protocol_port: 443, default_pool: { name: "web" } },
          ...{ default_tls_container_ref: { name: "kube/shop/web-111111111111" }, client_authentication: "MANDATORY" },
          client_ca_tls_container_ref: { name: CLIENTS },
        },
      ],
    },
  };
}

afterEach(async () => {
  expect([await octavia("loadbalancers"), await containers(), await secrets()]).toEqual([undefined, [], []]);
});

test("authorities are secrets of Barbican: made, refreshed, made again when lost, and deleted", async () => {
  const [one, other] = await Promise.all([certificateFor("clients"), certificateFor("servers")]);
  const declared = await inputs(`${one.certificate}${other.certificate}`, other.certificate);
  const resource = new Resource(lab.host, "octavia:LoadBalancer");
  expect(await resource.up(declared)).toBe("created");
  const stored = new Map((await secrets()).map(({ name, secret_ref }) => [name, secret_ref]));
  expect((await octavia("listeners"))?.client_ca_tls_container_ref).toBe(stored.get(CLIENTS));
  expect((await octavia("pools"))?.ca_tls_container_ref).toBe(stored.get(SERVERS));
  expect((await containers()).map(({ name }) => name)).toEqual(["kube/shop/web-111111111111"]);
  await resource.refresh();
  expect(await resource.up(declared)).toBe("same");

  await lab.stack.keyManager.delete(`/v1/secrets/${String(stored.get(CLIENTS)).split("/").at(-1)}`);
  await resource.refresh();
  expect(await resource.up(declared)).toBe("updated");
  const again = (await secrets()).find(({ name }) => name === CLIENTS)?.secret_ref;
  expect(again).not.toBe(stored.get(CLIENTS));
  expect((await octavia("listeners"))?.client_ca_tls_container_ref).toBe(again);
  await resource.destroy();
});

test("an authority that another load balancer uses stays until that one goes", async () => {
  const { certificate } = await certificateFor("both");
  const declared = await inputs(certificate, certificate);
  const second: Props = { ...declared, loadBalancer: { ...(declared.loadBalancer as object), name: "shop/other" } };
  const resources = [declared, second].map((each) => ({ each, resource: new Resource(lab.host, "octavia:LoadBalancer") }));
  for (const { each, resource } of resources) expect(await resource.up(each)).toBe("created");
  expect((await secrets()).filter(({ name }) => String(name).includes("authority"))).toHaveLength(2);
  await resources[0]?.resource.destroy();
  expect((await secrets()).filter(({ name }) => String(name).includes("authority"))).toHaveLength(2);
  await resources[1]?.resource.destroy();
});
