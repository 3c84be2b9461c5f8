import type { EngineEvent, Stack } from "@pulumi/pulumi/automation";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, type OpenStack } from "../../provider/octavia/client";
import type { LoadBalancerInputs } from "../../resources/octavia/types";
import { PulumiLab, withoutOutputs } from "../cli/pr/harness";
import { certificateFor, type KeyPair } from "../sandbox/lib/certificates";

/** Octavia, Keystone, Neutron and Barbican. */
export interface StoryServer {
  url: string;
  env: { [name: string]: string };
  networks: { privateSubnetId: string; publicNetworkId: string };
  stop(): Promise<void>;
}

const OWNER = "pulumi-k8s-lb:lab/test/c1";
const LBAAS = "/v2/lbaas/loadbalancers";

/**
 * The real engine: a load balancer with certificate, floating IP and security group from `up` to `destroy`; with `trouble` also what goes
 * wrong on the way, for which the server is held up and instructed what to report. Steps build on each other.
 */
export function octaviaStory(start: () => Promise<StoryServer>, { trouble }: { trouble: boolean }): void {
  let server: StoryServer;
  let lab: PulumiLab;
  let stack: Stack;
  let cloud: OpenStack;
  let admin: OpenStack;
  let pair: KeyPair;
  /** Declarations of the program of the next run, by resource name. */
  const declared: { [name: string]: LoadBalancerInputs } = {};

  const as = (env: { [name: string]: string }) =>
    connect({ get: () => undefined, explicit: () => undefined, env: { ...server.env, ...env } });

  beforeAll(async () => {
    server = await start();
    cloud = as({});
    admin = as({ OS_USERNAME: "admin", OS_PASSWORD: "admin", OS_PROJECT_NAME: "admin" });
    pair = await certificateFor("shop.example.com");
    lab = new PulumiLab({ env: { ...server.env, OCTAVIA_WAIT_TIMEOUT: "20" } });
    stack = await lab.inlineStack(async () => {
      const { LoadBalancer } = await import("pulumi-k8s-lb/octavia");
      const made = Object.entries(declared).map(([name, inputs]) => new LoadBalancer(name, inputs));
      return { addresses: made.map(({ address }) => address) };
    });
  }, 300_000);

  afterAll(async () => {
    lab?.dispose();
    await server?.stop();
  });

  const member = (last: number) => ({ name: `pod-${last}`, address: `10.0.0.${last}`, protocol_port: 8080 });
  const web = (more: Partial<LoadBalancerInputs> = {}, members = [member(101), member(102)]): LoadBalancerInputs => ({
    owner: OWNER,
    loadBalancer: {
      name: "default/web",
      vip_subnet_id: server.networks.privateSubnetId,
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
              redirect_url: "https://api.example.com/",
              position: 1,
              rules: [{ type: "PATH", compare_type: "STARTS_WITH", value: "/api" }],
            },
          ],
        },
      ],
    },
    secrets: [{ name: "default/web-tls", ...pair }],
    floatingIp: { floating_network_id: server.networks.publicNetworkId },
    securityGroup: {
      name: "default/web",
      rules: [{ direction: "ingress", ethertype: "IPv4", protocol: "tcp", port: 443, remote_ip_prefix: "0.0.0.0/0" }],
    },
    ...more,
  });
  const plain = (name: string, more: object = {}): LoadBalancerInputs => ({
    owner: OWNER,
    loadBalancer: { name, vip_subnet_id: server.networks.privateSubnetId, ...more },
  });

  const balancers = () => cloud.octavia.list(LBAAS, "loadbalancers");
  const named = async (name: string) => (await balancers()).find((one) => one.name === name);
  const control = (path: string, body: object) =>
    fetch(`${server.url}/_lab/${path}`, { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } });

  /** The operations on load balancers in a run, without what stays the same. */
  async function steps(run: (options: { onEvent: (event: EngineEvent) => void }) => Promise<unknown>): Promise<string[]> {
    const seen: string[] = [];
    await run({
      onEvent({ resourcePreEvent: event }) {
        const { type, op, urn } = event?.metadata ?? { type: "", op: "same", urn: "" };
        if (type.startsWith("pulumi-nodejs:dynamic/") && op !== "same" && op !== "refresh")
          seen.push(`${op} ${urn.slice(urn.lastIndexOf("::") + 2)}`);
      },
    });
    return seen.sort();
  }

  test("preview touches nothing, up makes everything, and then nothing is left to do", async () => {
    declared.web = web();
    expect(await steps((on) => stack.preview(on))).toEqual(["create web"]);
    expect(await balancers()).toEqual([]);
    const { outputs } = await stack.up();
    expect(outputs.addresses?.value).toEqual([expect.stringMatching(/^203\.0\.113\./)]);
    expect(await named("default/web")).toMatchObject({ provisioning_status: "ACTIVE", tags: [OWNER] });
    expect(await steps((on) => withoutOutputs(stack).up({ ...on, expectNoChanges: true }))).toEqual([]);
    await stack.refresh({ expectNoChanges: true });
  });

  test("the private key is nowhere in clear, also after a refresh", async () => {
    const { stdout: state } = await lab.runCli(["stack", "export", "--stack", "test"]);
    expect(state).not.toContain("PRIVATE KEY");
    expect(state).toContain("ciphertext");
  });

  test("members that change are an update in place", async () => {
    declared.web = web({}, [member(103)]);
    expect(await steps((on) => withoutOutputs(stack).up(on))).toEqual(["update web"]);
    expect(await steps((on) => stack.preview({ ...on, expectNoChanges: true }))).toEqual([]);
  });

  test("refresh names what was changed by hand, and the next up repairs it", async () => {
    const [pool] = await cloud.octavia.list("/v2/lbaas/pools", "pools");
    await cloud.octavia.put(`/v2/lbaas/pools/${pool?.id}`, { pool: { lb_algorithm: "SOURCE_IP" } });
    const { stdout } = await stack.refresh();
    expect(stdout).toMatch(/web .*\[diff: ~loadBalancer\]/);
    expect(await steps((on) => withoutOutputs(stack).up(on))).toEqual(["update web"]);
    expect((await cloud.octavia.list("/v2/lbaas/pools", "pools"))[0]?.lb_algorithm).toBe("ROUND_ROBIN");
  });

  if (trouble) {
    test("a lock that another client holds is waited for", async () => {
      const id = String((await named("default/web"))?.id);
      await control("delay", { seconds: 4 });
      await cloud.octavia.put(`${LBAAS}/${id}`, { loadbalancer: { description: "somebody else" } });
      await control("delay", { seconds: 0 });
      declared.web = web({}, [member(104)]);
      const lines: string[] = [];
      await stack.up({ onEvent: ({ diagnosticEvent }) => void lines.push(diagnosticEvent?.message ?? "") });
      expect(lines.join("\n")).toMatch(/waiting for load balancer default\/web: PENDING_UPDATE/);
    });

    test("what the API would refuse shows at preview", async () => {
      const faulty = web();
      (faulty.loadBalancer.listeners?.[0] as { protocol_port: number }).protocol_port = 70_000;
      declared.web = faulty;
      await expect(stack.preview()).rejects.toThrow(/loadBalancer\/listeners\/0\/protocol_port: is 70000/);
      declared.web = web({}, [member(104)]);
    });

    test("a quota that is met is reported in the server's words and leaves nothing", async () => {
      const project = await cloud.projectId();
      await admin.octavia.put(`/v2/lbaas/quotas/${project}`, { quota: { loadbalancer: 1 } });
      declared.second = plain("default/second");
      await expect(stack.up()).rejects.toThrow(/LB2034.*Quota has been met/s);
      expect(await balancers()).toHaveLength(1);
      await admin.octavia.put(`/v2/lbaas/quotas/${project}`, { quota: { loadbalancer: 100 } });
      expect(await steps((on) => withoutOutputs(stack).up(on))).toEqual(["create second"]);
    });

    test("a load balancer that never comes to rest is remembered, in ERROR it is created again", async () => {
      declared.third = plain("default/third", { provider: "noop_driver" });
      await expect(stack.up()).rejects.toThrow(/LB2046.*PENDING_CREATE/s);
      const id = (await named("default/third"))?.id;
      await control("status", { loadbalancers: [{ id, provisioning_status: "ERROR" }] });
      declared.third = plain("default/third");
      await stack.refresh();
      // Its driver never deletes by itself.
      const deleted = (async () => {
        while ((await named("default/third"))?.provisioning_status !== "PENDING_DELETE") await new Promise((done) => setTimeout(done, 200));
        await control("status", { loadbalancers: [{ id, provisioning_status: "DELETED" }] });
      })();
      await stack.up();
      await deleted;
      expect(await named("default/third")).toMatchObject({ provisioning_status: "ACTIVE", provider: "amphora" });
      expect(await steps((on) => stack.preview({ ...on, expectNoChanges: true }))).toEqual([]);
    });

    test("an application credential does as well", async () => {
      const credential = await applicationCredential(server);
      const env = {
        OS_USERNAME: "",
        OS_PASSWORD: "",
        OS_PROJECT_NAME: "",
        OS_APPLICATION_CREDENTIAL_ID: credential.id,
        OS_APPLICATION_CREDENTIAL_SECRET: credential.secret,
      };
      Object.assign(stack.workspace.envVars, env);
      declared.second = plain("default/second", { description: "by application credential" });
      expect(await steps((on) => withoutOutputs(stack).up(on))).toEqual(["update second"]);
    });
  }

  test("destroy leaves nothing", async () => {
    await stack.destroy();
    expect(await balancers()).toEqual([]);
    expect(await cloud.network.list("/v2.0/floatingips", "floatingips")).toEqual([]);
    expect((await cloud.network.list("/v2.0/security-groups", "security_groups")).filter(({ name }) => name === "default/web")).toEqual([]);
    expect(await cloud.keyManager.list("/v1/containers", "containers")).toEqual([]);
    expect(await cloud.keyManager.list("/v1/secrets", "secrets")).toEqual([]);
  });
}

/** One for user demo, made as a person would on the command line. */
async function applicationCredential(server: StoryServer): Promise<{ id: string; secret: string }> {
  const { OS_AUTH_URL: keystone } = server.env;
  const user = { name: "demo", password: "demo", domain: { id: "default" } };
  const scope = { project: { name: "demo", domain: { id: "default" } } };
  const body = { auth: { identity: { methods: ["password"], password: { user } }, scope } };
  const headers = { "content-type": "application/json" };
  const login = await fetch(`${keystone}/auth/tokens`, { method: "POST", headers, body: JSON.stringify(body) });
  const token = login.headers.get("x-subject-token") ?? "";
  const { token: about } = (await login.json()) as { token: { user: { id: string } } };
  const made = await fetch(`${keystone}/users/${about.user.id}/application_credentials`, {
    method: "POST",
    headers: { ...headers, "x-auth-token": token },
    body: JSON.stringify({ application_credential: { name: "ci", secret: "ci-secret" } }),
  });
  const { application_credential: credential } = (await made.json()) as { application_credential: { id: string } };
  return { id: credential.id, secret: "ci-secret" };
}
