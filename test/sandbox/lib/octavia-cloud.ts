import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isObject, type JsonObject } from "../../../provider/lifecycle/bodies/json";
import type { Drift, DriftReport } from "../../../provider/lifecycle/drift";
import { connect, type OpenStack } from "../../../provider/octavia/client";
import { storeCertificates } from "../../../provider/octavia/load-balancer/certificates";
import { startOctaviaSandbox } from "../../../sandbox/index";
import { openstackEnvironment } from "../../../sandbox/octavia-sandbox";
import { certificateFor } from "./certificates";
import { Resource } from "./engine";
import { type Props, startHost } from "./host";
import type { Beside } from "./octavia-by-hand";

/** An OpenStack with all its services, the provider process, and somebody who changes things by hand. */
export interface OpenStackUnderTest {
  openstack: OpenStack;
  /** Creates the objects that tests need beside load balancers. */
  beside(): Promise<Beside>;
  /** Made from these inputs. */
  resource(inputs: { owner: string; loadBalancer: JsonObject }): Promise<Resource>;
  /** Refreshes, and returns what was reported. */
  refreshed(resource: Resource): Promise<Drift[]>;
  /** Changes fields of an object: `listener web`, `loadbalancer`, `member`; what they were. */
  byHand(title: string, fields: (held: JsonObject) => JsonObject): Promise<JsonObject>;
  /** Waits until everything is at rest. */
  rest(): Promise<void>;
  /** Deletes all load balancers. */
  clear(): Promise<void>;
  /** All that Octavia holds, ids replaced by names. */
  snapshot(): Promise<string>;
  stop(): Promise<void>;
}

const LBAAS = "/v2/lbaas";
const COLLECTIONS: { readonly [part: string]: string } = {
  loadbalancer: "loadbalancers",
  listener: "listeners",
  pool: "pools",
  healthmonitor: "healthmonitors",
  l7policy: "l7policies",
};

export async function octaviaCloud(): Promise<OpenStackUnderTest> {
  const sandbox = await startOctaviaSandbox({ provisioningMs: 2 });
  const folder = mkdtempSync(join(tmpdir(), "drift-"));
  const file = join(folder, "drift.jsonl");
  const env = { ...openstackEnvironment(sandbox), OCTAVIA_POLL_INTERVAL: "10", OCTAVIA_RETRY_DELAY: "1", OCTAVIA_LIST_CACHE: "0" };
  const host = await startHost({ env: { ...env, K8S_LB_DRIFT: file } });
  const login = (more: { [name: string]: string } = {}) =>
    connect({ get: () => undefined, explicit: () => undefined, env: { ...env, ...more } });
  const openstack = login();
  const { octavia, network, keyManager } = openstack;
  const list = (type: string, path = `${LBAAS}/${type}`) => octavia.list(path, type);

  const rest = async () => {
    for (;;) {
      const states = (await list("loadbalancers")).map(({ provisioning_status }) => String(provisioning_status));
      if (!states.some((state) => state.startsWith("PENDING"))) return;
      await new Promise((done) => setTimeout(done, 3));
    }
  };
  const one = (listed: JsonObject[], title: string) => {
    const [found] = listed;
    if (!found) throw new Error(`no ${title}`);
    return found;
  };
  /** Finds the path of the object of a title, and its name in bodies. */
  const placeOf = async (title: string): Promise<{ path: string; key: string }> => {
    const [part = "", name] = title.split(" ");
    if (part === "member") {
      const pool = one(
        (await list("pools")).filter((pool) => pool.name === "web"),
        title,
      );
      const members = await list("members", `${LBAAS}/pools/${pool.id}/members`);
      const member = one(
        members.filter(({ address }) => address === "10.1.0.5"),
        title,
      );
      return { path: `${LBAAS}/pools/${pool.id}/members/${member.id}`, key: part };
    }
    if (part === "rule") {
      const policy = one(
        (await list("l7policies")).filter((policy) => policy.name === "to-pool"),
        title,
      );
      const [rule] = await list("rules", `${LBAAS}/l7policies/${policy.id}/rules`);
      return { path: `${LBAAS}/l7policies/${policy.id}/rules/${rule?.id}`, key: part };
    }
    if (part === "healthmonitor") {
      const pool = one(
        (await list("pools")).filter((pool) => pool.name === name),
        title,
      );
      return { path: `${LBAAS}/healthmonitors/${pool.healthmonitor_id}`, key: part };
    }
    const listed = await list(COLLECTIONS[part] ?? "");
    const found = one(name === undefined ? listed : listed.filter((held) => held.name === name), title);
    return { path: `${LBAAS}/${COLLECTIONS[part]}/${found.id}`, key: part };
  };
  return {
    openstack,
    rest,
    async beside() {
      const pairs = await Promise.all([certificateFor("a.example.com"), certificateFor("b.example.com")]);
      const stored = await storeCertificates(
        keyManager,
        pairs.map(({ certificate, key }, index) => ({ name: `hand-${index}`, certificate, key })),
      );
      const secret = async (payload: string) =>
        String(
          (await keyManager.post("/v1/secrets", { name: "ca", secret_type: "certificate", payload, payload_content_type: "text/plain" }))
            .secret_ref,
        );
      const [ca, otherCa, crl] = await Promise.all([0, 1, 0].map((index) => secret(pairs[index]?.certificate ?? "")));
      const admin = login({ OS_USERNAME: "admin", OS_PASSWORD: "admin", OS_PROJECT_NAME: "admin" });
      const { policy } = await admin.network.post("/v2.0/qos/policies", { policy: { name: "slow", shared: true } });
      const { security_group } = await network.post("/v2.0/security-groups", { security_group: { name: "by-hand" } });
      const idIn = (value: JsonObject[string] | undefined) => (isObject(value) ? String(value.id) : "");
      return {
        subnet: sandbox.subnetId,
        qos: idIn(policy),
        group: idIn(security_group),
        certificates: [stored["hand-0"] ?? "", stored["hand-1"] ?? ""],
        ca: ca ?? "",
        otherCa: otherCa ?? "",
        crl: crl ?? "",
      };
    },
    async resource(inputs) {
      const resource = new Resource(host, "octavia:LoadBalancer");
      await resource.up(inputs as unknown as Props);
      return resource;
    },
    async refreshed(resource) {
      writeFileSync(file, "");
      await resource.refresh();
      const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
      return lines.flatMap((line) => (JSON.parse(line) as DriftReport).drift);
    },
    async byHand(title, fields) {
      const { path, key } = await placeOf(title);
      const held = (await octavia.object(path, key)) ?? {};
      const change = fields(held);
      await octavia.put(path, { [key]: change });
      await rest();
      return Object.fromEntries(Object.keys(change).map((field) => [field, held[field] ?? null]));
    },
    async clear() {
      for (const { id } of await list("loadbalancers")) await octavia.delete(`${LBAAS}/loadbalancers/${id}`, { cascade: true });
      await rest();
    },
    async snapshot() {
      const types = Object.values(COLLECTIONS);
      const listed = await Promise.all(types.map((type) => list(type)));
      const below = async (type: string, parents: JsonObject[], children: string) =>
        Promise.all(parents.map(async ({ id, name }) => [name, await list(children, `${LBAAS}/${type}/${id}/${children}`)] as const));
      const [, , pools = [], , policies = []] = listed;
      const members = await below("pools", pools, "members");
      const rules = await below("l7policies", policies, "rules");
      const objects = [
        ...listed.flatMap((list, index) => list.map((object) => ({ type: types[index], ...object }))),
        ...members.flatMap(([pool, list]) => list.map((object) => ({ type: `members of ${pool}`, ...object }))),
        ...rules.flatMap(([policy, list]) => list.map((object) => ({ type: `rules of ${policy}`, ...object }))),
      ] as JsonObject[];
      const keyOf = (object: JsonObject) => `${object.type} ${object.address ?? object.value ?? object.name}`;
      const named = objects.map(({ created_at: _, updated_at: __, operating_status: ___, ...object }) => object);
      let text = JSON.stringify(named);
      for (const object of objects) text = text.replaceAll(String(object.id), keyOf(object));
      return (JSON.parse(text) as JsonObject[]).map(stableText).sort().join("\n");
    },
    async stop() {
      host.stop();
      await sandbox.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Keys and lists of ids in one order. */
function stableText(object: JsonObject): string {
  return JSON.stringify(
    Object.fromEntries(
      Object.keys(object)
        .sort()
        .map((key) => {
          const value = object[key];
          return [key, Array.isArray(value) ? value.map((one) => JSON.stringify(one)).sort() : (value ?? null)];
        }),
    ),
  );
}
