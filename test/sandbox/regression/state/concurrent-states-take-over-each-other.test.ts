import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureSecurityGroup } from "../../../../provider/octavia/load-balancer/security-group";
import { providerText } from "../../../../resources/provider-text";
import { environment, world, writes } from "../../lib/avi-world";
import { Resource } from "../../lib/engine";
import { type Host, type Props, startHost } from "../../lib/host";
import { fresh, OWNER as MIZAR_OWNER } from "../../lib/mizar-samples";
import { mizarWorld, pathOf, writesSeen as writesToMizar } from "../../lib/mizar-world";
import { MARK, SUBNET, small } from "../../lib/octavia-samples";
import { atRest, octaviaEnvironment, octaviaWorld, writesSeen } from "../../lib/octavia-world";
import { OWNER, poolInputs } from "../../lib/samples";

// Two backends of one project and stack name that start together see nothing of each other in their first look: both took up what the other
// had just made, and the destroy of one deleted what the other holds.

const NONE = { changes: false, replaces: [] };

interface RacingSide {
  host: Host;
  inventory: Resource;
}

/** A run of its own whose inventory was checked before anything was there. */
async function begun(host: Host, kind: string, inputs: Props): Promise<RacingSide> {
  const inventory = new Resource(host, kind);
  expect(await inventory.up(inputs)).toBe("created");
  return { host, inventory };
}

/** The run after a crash: another process, the same state. */
async function again({ inventory }: RacingSide, host: Host, inputs: Props): Promise<void> {
  const resource = new Resource(host, inventory.kind);
  resource.state = inventory.state;
  expect(await resource.up(inputs)).toBe("same");
}

interface RacingTarget {
  kind: string;
  inventory: string;
  inputs: Props;
  known: Props;
  hosts: () => Host[];
  nonces: () => Promise<unknown[]>;
  written: () => string[];
  forget: () => void;
}

/** Expects every target to keep two states apart. */
async function expectTwoApart({ kind, inventory, inputs, known, hosts, nonces, written, forget }: RacingTarget): Promise<void> {
  const [one, other, third] = hosts() as [Host, Host, Host];
  const [first, second] = [await begun(one, inventory, known), await begun(other, inventory, known)];
  const [nonce, another] = [first, second].map((side) => side.inventory.state?.outs.__nonce);
  expect(nonce).toMatch(/^[0-9a-f]{12}$/);
  expect(another).not.toBe(nonce);

  const made = new Resource(one, kind);
  expect(await made.up(inputs)).toBe("created");
  expect(await nonces()).toEqual([nonce]);
  expect(await made.preview(inputs)).toEqual(NONE);
  await made.refresh();
  expect(await made.preview(inputs)).toEqual(NONE);

  forget();
  const refused = new Resource(other, kind);
  await expect(refused.up(inputs)).rejects.toThrow(/LB2053: .*created by another state of the same name/);
  expect(refused.state).toBeUndefined();
  await expect(new Resource(third, kind).up(inputs)).rejects.toThrow(/LB2053: .*--target/s);
  expect(written()).toEqual([]);
  expect(await nonces()).toEqual([nonce]);

  // a run that was cut off before its state knew the object
  await again(first, third, known);
  expect(await new Resource(third, kind).up(inputs)).toBe("created");
  expect(await nonces()).toEqual([nonce]);

  // a takeover says whose it is from now on
  expect(await refused.up({ ...inputs, adopt: true })).toBe("created");
  expect(await nonces()).toEqual([another]);
  expect(await refused.preview(inputs)).toEqual(NONE);
  await refused.refresh();
  expect(await refused.preview(inputs)).toEqual(NONE);
  await refused.destroy();
  expect(await nonces()).toEqual([]);
}

describe("Octavia", () => {
  const ground = octaviaWorld();
  const more: Host[] = [];
  beforeAll(async () => {
    for (let i = 0; i < 2; i++) more.push(await startHost({ env: octaviaEnvironment(ground.proxy.url) }));
  });
  afterAll(() => {
    for (const host of more) host.stop();
  });
  const tagged = (key: string) => async () => {
    const listed = ((await ground.api("GET", `/${key}`))[key] as { tags: string[] }[]).flatMap(({ tags }) => tags);
    return listed.filter((tag) => tag.startsWith("pulumi-k8s-lb-nonce:")).map((tag) => tag.slice("pulumi-k8s-lb-nonce:".length));
  };
  const common = (owner: string) => ({
    kind: "octavia:LoadBalancer",
    inventory: "octavia:Inventory",
    known: { names: ["loadbalancers/default/web"], owner },
    hosts: () => [ground.host, ...more],
    written: () => writesSeen(ground),
    forget: () => void ground.proxy.calls.splice(0),
  });

  test("a load balancer is of whoever made it", async () => {
    await expectTwoApart({ ...common(MARK), inputs: small(), nonces: tagged("loadbalancers") });
  });

  test("so is a listener in the load balancer of others", async () => {
    const body = { loadbalancer: { name: "theirs", vip_subnet_id: SUBNET } };
    const { loadbalancer } = (await ground.api("POST", "/loadbalancers", body)) as { loadbalancer: { id: string } };
    const loadBalancer = { ...(small().loadBalancer as Props), id: loadbalancer.id };
    const owner = `${MARK}/guest`;
    await expectTwoApart({ ...common(owner), inputs: { ...small(), owner, loadBalancer }, nonces: tagged("listeners") });
  });
});

describe("Octavia: a load balancer that is left to its guests", () => {
  const ground = octaviaWorld();

  test("is of whichever run comes next", async () => {
    await begun(ground.host, "octavia:Inventory", { names: [], owner: MARK });
    const resource = new Resource(ground.host, "octavia:LoadBalancer");
    await resource.up(small());
    const { id = "" } = resource.state ?? {};
    await ground.api("POST", "/listeners", { listener: { name: "guest", protocol: "TCP", protocol_port: 8888, loadbalancer_id: id } });
    await atRest(ground, id);
    await resource.destroy();
    const { tags } = (await atRest(ground, id)) as { tags: string[] };
    expect([...tags].sort()).toEqual(["pulumi-k8s-lb-left", MARK]);
    await begun(ground.host, "octavia:Inventory", { names: [], owner: MARK });
    const next = new Resource(ground.host, "octavia:LoadBalancer");
    expect(await next.up(small())).toBe("created");
    expect(next.state?.id).toBe(id);
  });
});

describe("Octavia without tags", () => {
  const ground = octaviaWorld({ OCTAVIA_API_VERSION: "2.4" });
  const more: Host[] = [];
  beforeAll(async () => {
    for (let i = 0; i < 2; i++)
      more.push(await startHost({ env: { ...octaviaEnvironment(ground.proxy.url), OCTAVIA_API_VERSION: "2.4" } }));
  });
  afterAll(() => {
    for (const host of more) host.stop();
  });

  test("the nonce is part of the description, and stays there when that changes", async () => {
    const nonces = async () => {
      const listed = (await ground.api("GET", "/loadbalancers")).loadbalancers as { description: string }[];
      return listed.map(({ description }) => /^my web \[\S+\] \[pulumi-k8s-lb-nonce:(\w+)\]$/.exec(description)?.[1]);
    };
    const described = (description: string) => ({ ...small(), loadBalancer: { ...(small().loadBalancer as Props), description } });
    await expectTwoApart({
      kind: "octavia:LoadBalancer",
      inventory: "octavia:Inventory",
      inputs: described("my web"),
      known: { names: ["loadbalancers/default/web"], owner: MARK },
      hosts: () => [ground.host, ...more],
      nonces,
      written: () => writesSeen(ground),
      forget: () => void ground.proxy.calls.splice(0),
    });
    const resource = new Resource(ground.host, "octavia:LoadBalancer");
    await resource.up(described("web"));
    await resource.up(described("my web"));
    expect(await nonces()).toEqual([expect.any(String)]);
  });
});

test("a security group is of whoever made it", async () => {
  const groups: { id: string; name: string; description: string; security_group_rules: [] }[] = [];
  const network = {
    list: async () => groups,
    object: async (path: string) => groups.find(({ id }) => path.endsWith(id)),
    about: () => network,
    post: async (_path: string, { security_group }: { security_group: { name: string; description: string } }) => {
      groups.push({ id: `g${groups.length + 1}`, security_group_rules: [], ...security_group });
      return { security_group: groups.at(-1) };
    },
    put: async (path: string, { security_group }: { security_group: object }) => {
      Object.assign(groups.find(({ id }) => path.endsWith(id)) as object, security_group);
    },
  };
  const ensure = (nonce: string | undefined, adopt = false, known?: string) =>
    ensureSecurityGroup(network as never, { name: "web", rules: [] }, { owner: MARK, nonce, adopt } as never, known);
  expect(await ensure("aaaa")).toBe("g1");
  expect(await ensure("bbbb")).toBe("g2");
  expect(await ensure("aaaa")).toBe("g1");
  expect(await ensure("cccc", false, "g1")).toBe("g1");
  expect(groups.map(({ description }) => description)).toEqual(["aaaa", "bbbb"].map((one) => `[${MARK}] [pulumi-k8s-lb-nonce:${one}]`));
  expect(await ensure("cccc", true)).toBe("g1");
  expect(groups[0]?.description).toBe(`[${MARK}] [pulumi-k8s-lb-nonce:cccc]`);
});

describe("Avi", () => {
  const started = world();
  const more: Host[] = [];
  beforeAll(async () => {
    for (let i = 0; i < 2; i++) more.push(await startHost({ env: environment(started.avi) }));
  });
  afterAll(() => {
    for (const host of more) host.stop();
  });

  test("a pool is of whoever made it", async () => {
    await expectTwoApart({
      kind: "avi:Pool",
      inventory: "avi:Inventory",
      inputs: poolInputs("c1--new") as never,
      known: { names: ["pool/c1--new"], owner: OWNER, tenant: "admin" },
      hosts: () => [started.host, ...more],
      nonces: async () =>
        started.avi.store.list("pool").flatMap(({ markers }) => {
          const all = (markers ?? []) as unknown as { key: string; values: string[] }[];
          return all.filter(({ key }) => key === "pulumi-k8s-lb-nonce").flatMap(({ values }) => values);
        }),
      // a create that is refused is how a name is found taken
      written: () => writes(started.avi).filter((call) => call !== "POST pool"),
      forget: () => started.avi.resetCalls(),
    });
  });

  test("an imported inventory has no nonce, counts as before, and its objects are not written for that", async () => {
    const inputs = poolInputs("c1--new") as Props;
    const [, host] = more as [Host, Host];
    const owner = `${OWNER}/earlier`;
    const known = { names: ["pool/c1--new"], owner, tenant: "admin" };
    const pool = new Resource(host, "avi:Pool");
    await pool.up({ ...inputs, owner });
    const inventory = new Resource(host, "avi:Inventory");
    inventory.state = { id: "inventory", inputs: known, outs: { ...known, __provider: providerText("avi:Inventory") } };
    started.avi.resetCalls();
    expect(await inventory.preview(known)).toEqual(NONE);
    expect(await inventory.up({ ...known, names: [...known.names, "pool/c1--more"] })).toBe("updated");
    expect(inventory.state.outs.__nonce).toMatch(/^[0-9a-f]{12}$/);
    expect(await pool.preview({ ...inputs, owner })).toEqual(NONE);
    // cut off before the state knew the pool: the inventory has its name
    expect(await new Resource(host, "avi:Pool").up({ ...inputs, owner })).toBe("created");
    expect(writes(started.avi)).toEqual([]);
    expect(started.avi.store.list("pool").every(({ markers }) => markers === undefined)).toBe(true);
  });

  test("the marker of the nonce stays beside those of the program, unseen", async () => {
    const [host] = more as [Host];
    const owner = `${OWNER}/markers`;
    await begun(host, "avi:Inventory", { names: ["pool/c1--marked"], owner, tenant: "admin" });
    const marked = (value: string) => {
      const { pool, ...rest } = poolInputs("c1--marked") as { pool: Props };
      return { ...rest, owner, pool: { ...pool, markers: [{ key: "clustername", values: [value] }] } };
    };
    const held = () =>
      started.avi.store.list("pool").flatMap(({ markers }) => (markers as unknown as { key: string }[]).map(({ key }) => key));
    const pool = new Resource(host, "avi:Pool");
    await pool.up(marked("c1"));
    await pool.refresh();
    expect(await pool.preview(marked("c1"))).toEqual(NONE);
    expect(JSON.stringify(pool.state)).not.toContain("nonce");
    expect(await pool.up(marked("c2"))).toBe("updated");
    expect(held()).toEqual(["clustername", "pulumi-k8s-lb-nonce"]);
    const imported = new Resource(host, "avi:Pool");
    await imported.import("admin/c1--marked");
    expect(JSON.stringify(imported.state)).not.toContain("nonce");
  });
});

describe("Mizar", () => {
  const ground = mizarWorld();
  const more: Host[] = [];
  beforeAll(async () => {
    for (let i = 0; i < 2; i++) more.push(await ground.another());
  });
  afterAll(() => {
    for (const host of more) host.stop();
  });

  test("a VPC is of whoever made it", async () => {
    const name = fresh("vpc");
    await expectTwoApart({
      kind: "mizar:Vpc",
      inventory: "mizar:Inventory",
      inputs: { owner: MIZAR_OWNER, metadata: { name }, spec: { ip: "10.10.0.0", prefix: 16, dividers: 1 } },
      known: { names: [`vpcs/${name}`], owner: MIZAR_OWNER },
      hosts: () => [ground.host, ...more],
      nonces: async () => {
        const found = await ground.api("GET", pathOf("Vpc", name)).catch(() => undefined);
        const { annotations } = (found?.metadata ?? {}) as { annotations?: { [name: string]: string } };
        return annotations ? [annotations["pulumi-k8s-lb/nonce"]] : [];
      },
      written: () => writesToMizar(ground),
      forget: () => void ground.proxy.calls.splice(0),
    });
  });
});
