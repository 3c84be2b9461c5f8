// Everything with an application credential that has only the rights that `k8s-lb rbac --for octavia` prints.

import { afterAll, beforeAll, expect, test } from "vitest";
import { type AccessRule, leastAccessRules } from "../../../resources/octavia/rights";
import { type OctaviaSandbox, startOctaviaSandbox } from "../../../sandbox/index";
import { openstackEnvironment } from "../../../sandbox/octavia-sandbox";
import { identified } from "../../support/identified";
import { certificateFor, type KeyPair } from "../lib/certificates";
import { Resource } from "../lib/engine";
import { type Host, type Props, startHost } from "../lib/host";
import { OWNER } from "../lib/samples";

let cloud: OctaviaSandbox;
let pair: KeyPair;
const hosts: Host[] = [];
beforeAll(async () => {
  [cloud, pair] = await Promise.all([startOctaviaSandbox({ provisioningMs: 2 }), certificateFor("shop.example.com")]);
});
afterAll(async () => {
  for (const host of hosts) host.stop();
  await cloud?.close();
});

const FAST = { OCTAVIA_POLL_INTERVAL: "10", OCTAVIA_RETRY_DELAY: "1", OCTAVIA_LIST_CACHE: "0", OCTAVIA_WAIT_TIMEOUT: "20" };

/** A provider process with an application credential of its own that has these access rules. */
async function limitedTo(rules: readonly AccessRule[]): Promise<Host> {
  const { authUrl = "", username, password, projectName } = cloud;
  const headers: Record<string, string> = { "content-type": "application/json" };
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${authUrl}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    expect(answer.status).toBe(201);
    return answer;
  };
  const domain = { name: "Default" };
  const login = await post("/auth/tokens", {
    auth: {
      identity: { methods: ["password"], password: { user: { name: username, password, domain } } },
      scope: { project: { name: projectName, domain } },
    },
  });
  headers["x-auth-token"] = login.headers.get("x-subject-token") ?? "";
  const { token } = (await login.json()) as { token: { user: { id: string } } };
  const limited = { application_credential: { name: `limited-${hosts.length}`, access_rules: rules } };
  const made = await post(`/users/${token.user.id}/application_credentials`, limited);
  const { application_credential: credential } = (await made.json()) as { application_credential: { id: string; secret: string } };
  const { OS_AUTH_URL = "", OS_REGION_NAME = "" } = openstackEnvironment(cloud);
  const host = await startHost({
    env: {
      ...FAST,
      OS_AUTH_URL,
      OS_REGION_NAME,
      OS_AUTH_TYPE: "v3applicationcredential",
      OS_APPLICATION_CREDENTIAL_ID: credential.id,
      OS_APPLICATION_CREDENTIAL_SECRET: credential.secret,
    },
  });
  hosts.push(host);
  return host;
}

const member = (last: number) => ({ name: `pod-${last}`, address: `10.0.0.${last}`, protocol_port: 8080 });

/** A load balancer with everything that belongs to one: certificate, floating IP, security group. */
const inputs = (members = [member(101), member(102)], url = "https://api.example.com/"): Props => ({
  owner: OWNER,
  loadBalancer: {
    name: "default/web",
    vip_subnet_id: cloud.subnetId,
    listeners: [
      {
        name: "default/web:443",
        protocol: "TERMINATED_HTTPS",
        protocol_port: 443,
        default_tls_container_ref: { name: "default/web-tls" },
        default_pool: {
          name: "default/web:443",
          protocol: "HTTP",
          lb_algorithm: "ROUND_ROBIN",
          members,
          healthmonitor: { type: "HTTP", delay: 5, timeout: 3, max_retries: 2, url_path: "/healthz" },
        },
        l7policies: [
          {
            name: "api",
            action: "REDIRECT_TO_URL",
            redirect_url: url,
            position: 1,
            rules: [{ type: "PATH", compare_type: "STARTS_WITH", value: "/api" }],
          },
        ],
      },
    ],
  },
  secrets: [{ name: "default/web-tls", certificate: pair.certificate, key: pair.key }],
  floatingIp: { floating_network_id: cloud.externalNetworkId },
  securityGroup: {
    name: "default/web",
    rules: [{ direction: "ingress", ethertype: "IPv4", protocol: "tcp", port: 443, remote_ip_prefix: "0.0.0.0/0" }],
  },
});

test("with the least rules: looked at, made, refreshed, changed, adopted and deleted", async () => {
  const host = await limitedTo(leastAccessRules());
  const needs = { counts: { loadbalancers: 1 }, references: { [`subnet/${cloud.subnetId}`]: "Service default/web" } };
  await new Resource(host, "octavia:Inventory").up({ names: ["loadbalancers/default/web"], ...identified("urn:x"), needs });
  const resource = new Resource(host, "octavia:LoadBalancer");
  expect(await resource.up(inputs())).toBe("created");
  await resource.refresh();
  expect(await resource.up(inputs())).toBe("same");
  const changed = inputs([member(103)], "https://new.example.com/");
  expect(await resource.up(changed)).toBe("updated");
  const heir = new Resource(host, "octavia:LoadBalancer");
  expect(await heir.up({ ...changed, owner: "pulumi-k8s-lb:project/other/c1/main", adopt: true })).toBe("created");
  await heir.destroy();
  expect(cloud.calls().filter(({ status }) => status === 401 || status === 403)).toEqual([]);
}, 60_000);

test.each([
  ["key-manager", "POST", "/v1/secrets"],
  ["load-balancer", "POST", "/v2/lbaas/loadbalancers"],
  ["network", "POST", "/v2.0/floatingips"],
] as const)(
  "without the rule for %s %s %s the error names it",
  async (service, method, path) => {
    // one that Barbican has already would not be sent again
    pair = await certificateFor(`${service}.example.com`);
    const others = leastAccessRules().filter((rule) => rule.service !== service || rule.method !== method || rule.path !== path);
    const failed: Error = await new Resource(await limitedTo(others), "octavia:LoadBalancer").up(inputs()).catch((error) => error);
    expect(failed.message).toMatch(/LB2006: /);
    expect(failed.message).toContain(`An application credential with access rules needs one for ${method} ${path};`);
  },
  60_000,
);
