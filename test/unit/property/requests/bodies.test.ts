import { expect, it } from "vitest";
import type { LoadBalancerBody, PoolBody } from "../../../../resources/octavia/types";
import { DYNAMIC } from "../../../../resources/resource-type";
import { knownIn } from "../../../../sdk/cli/request-sources";
import { componentInState } from "../../../../sdk/cli/state-component";
import { planInState } from "../../../../sdk/cli/state-plan";
import { readSpecs } from "../../../../sdk/frontends";
import { factsText, type Plan, runFactsOf } from "../../../../sdk/plan";
import { type Explanation, RequestExplainer } from "../../../../sdk/requests/explain";
import { TARGETS } from "../../../../sdk/targets";
import { desiredRulesBy } from "../../../../sdk/targets/request-side";
import { type Request, requestsOf } from "../../../campaigns/traffic/judge";
import { type Landing, rulesOf, type Shares } from "../../../campaigns/traffic/oracle";
import { COMMON, type TrafficManifest, worldOf } from "../../../campaigns/traffic/world";
import { onAvi, onOctavia } from "../../../support/requests";
import { byTier } from "../../../support/tier";
import { drawing } from "./world";

// `request` answers from the rules that are read in the bodies of a plan or a state. The same bodies, evaluated as the load balancer does it,
// must send each request to the same servers.

const REQUESTS = byTier({ pr: 500, nightly: 500, release: 20_000 });
/** Requests to the specs of one seed, and the first seed. */
const OF_ONE_WORLD = 25;
const SEED = 53_000;
/** The tier `release` evaluates 40,000 requests. */
const PATIENCE = 1_200_000;
const OWNER = "pulumi-k8s-lb:shop/dev/c/web";
const SETTINGS = {
  avi: { clusterName: "c", naming: "ako-1.2", shardVSSize: "SMALL" },
  octavia: { service_subnet_id: "9d2a0bb5-4d5e-4a7c-9a0d-2a4f0c2f7a11", cluster_name: "c" },
};
type Target = keyof typeof SETTINGS;
type Bodies = Record<string, readonly { name: string; [field: string]: unknown }[]>;

const plain = <T>(value: unknown): T => JSON.parse(JSON.stringify(value));

/** State of a stack after a run of the plan. */
function stateOf(to: Target, plan: Plan) {
  const resource = (kind: string, name: string, inputs: object) => {
    const type = `${DYNAMIC}${kind}`;
    return { type, urn: `urn:pulumi:dev::shop::${type}::${name}`, id: name, inputs: plain<object>({ ...inputs, owner: OWNER }) };
  };
  const summary = resource(`${to}:Summary`, "web", { __facts: factsText(runFactsOf(plan, SETTINGS[to])) });
  return { resources: [...plan.resources.map(({ kind, name, inputs }) => resource(kind, name, inputs)), summary] };
}

/** The answers of `k8s-lb request -f` and of `k8s-lb request -s`. */
function answering(to: Target, objects: readonly TrafficManifest[]) {
  const target = TARGETS[to];
  const specs = readSpecs([...COMMON, ...objects].map((value) => ({ value })));
  const plan: Plan = target.translate(specs, { settings: SETTINGS[to], owner: OWNER, hostsOnly: true });
  const state = stateOf(to, plan);
  const known = componentInState(state, to, {});
  const held = planInState(state, target, { component: known?.component }, known).plan;
  const [asked, served, heldRules] = [
    desiredRulesBy(target, specs, SETTINGS[to]),
    target.balancer!.served(plan),
    target.balancer!.served(held),
  ];
  if (!asked || !served || !heldRules) throw new Error("nothing answers requests");
  return {
    bodies: plain<Bodies>(target.objects(plan).objects),
    ofSpecs: new RequestExplainer({ desired: asked, served }),
    ofState: new RequestExplainer({ known: knownIn(known?.facts), served: heldRules }),
  };
}

const shared = (parts: readonly { servers: readonly string[]; weight: number }[]): Shares => {
  const live = parts.filter(({ servers, weight }) => servers.length > 0 && weight > 0);
  const sum = live.reduce((all, { weight }) => all + weight, 0);
  const shares: Shares = {};
  for (const { servers, weight } of live) for (const one of servers) shares[one] = (shares[one] ?? 0) + weight / sum / servers.length;
  return shares;
};

/** Servers that the bodies alone lead a request to. */
const EVALUATED: Record<Target, (bodies: Bodies, request: Request) => Landing> = {
  avi(bodies, { on, host, path }) {
    const pools = onAvi(bodies, on, host, path);
    if (pools[0] === "https") return "https";
    const members = (bodies.poolgroup ?? []).flatMap((one) => (one.members ?? []) as { pool_ref: string; ratio?: number }[]);
    return shared(
      pools.map((name) => {
        const pool = bodies.pool?.find((one) => one.name === name);
        const servers = (pool?.servers ?? []) as { ip: { addr: string }; port?: number; enabled?: boolean }[];
        const { ratio = 1 } = members.find(({ pool_ref }) => decodeURIComponent(pool_ref).endsWith(`name=${name}`)) ?? {};
        const live = servers.filter(({ enabled = true }) => enabled);
        return { servers: live.map(({ ip, port }) => `${ip.addr}:${port ?? pool?.default_server_port}`), weight: ratio };
      }),
    );
  },
  octavia(bodies, { on, host, path }) {
    const [balancer] = (bodies.loadbalancers ?? []) as unknown as LoadBalancerBody[];
    const name = onOctavia(balancer, on, host, path);
    if (name === "https" || name === undefined) return name ?? {};
    const own = (balancer?.listeners ?? []).flatMap(({ default_pool: pool }) => (pool && "members" in pool ? [pool as PoolBody] : []));
    const pool = [...(balancer?.pools ?? []), ...own].find((one) => one.name === name);
    return shared(
      (pool?.members ?? []).map(({ address, protocol_port, weight = 1, admin_state_up = true }) => ({
        servers: admin_state_up === false ? [] : [`${address}:${protocol_port}`],
        weight: weight ?? 1,
      })),
    );
  },
};

/** Servers of an explanation. */
function landing({ answer }: Explanation): Landing {
  if (answer.kind === "redirect") return "https";
  return answer.kind === "forward" ? shared(answer.to.map(({ servers = [], share }) => ({ servers, weight: share }))) : {};
}

const text = (landed: Landing): string =>
  landed === "https"
    ? landed
    : Object.entries(landed)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([server, share]) => `${server} ${share.toFixed(3)}`)
        .join(" ") || "nobody";

const urlOf = ({ on, host, path }: Request) => `${on === "tls" ? "https" : "http"}://${host.replace(/:\d+$/, "")}${path}`;

it.each(["avi", "octavia"] as const)(
  "a request is answered as the bodies of %s have it, from specs and from a state",
  (to) => {
    const found: string[] = [];
    let asked = 0;
    const landed = new Set<string>();
    for (let seed = SEED; asked < REQUESTS && seed < SEED + REQUESTS; seed++) {
      const objects = worldOf(seed);
      const draw = drawing(seed);
      const { bodies, ofSpecs, ofState } = answering(to, objects);
      const all = requestsOf(rulesOf(objects), to === "avi" ? "ako-1.2" : to);
      for (let i = 0; i < OF_ONE_WORLD && asked < REQUESTS; i++, asked++) {
        const request = draw.pick(all);
        const goal = text(EVALUATED[to](bodies, request));
        const given = [ofSpecs, ofState].map((one) => one.explain({ url: urlOf(request) }));
        const said = given.map((one) => (one ? text(landing(one)) : "no request"));
        landed.add(goal === "https" || goal === "nobody" ? goal : goal.includes(" ", goal.indexOf(" ") + 1) ? "several" : "one");
        if (said.some((one) => one !== goal))
          found.push(`world ${seed}: ${request.on} ${request.host}${request.path}: ${said.join(" and ")} instead of ${goal}`);
      }
    }
    expect(asked).toBe(REQUESTS);
    expect([...landed].sort()).toEqual(["https", "nobody", "one", "several"]);
    expect(found.slice(0, 12), `${found.length} of ${asked} requests`).toEqual([]);
  },
  PATIENCE,
);
