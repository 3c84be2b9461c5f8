import { randomUUID } from "node:crypto";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answer } from "../../../requests/answer/answer";
import { parseRequest } from "../../../requests/answer/request";
import { servedByOctavia } from "../../../requests/octavia/rules";
import type { RoutingTable } from "../../../requests/table/routing-table";
import type { LoadBalancerBody } from "../../../resources/octavia/types";
import { readSpecs } from "../../../sdk/frontends";
import { Readiness, type RequestPort, RuleSources } from "../../../sdk/routing";
import { parseSettings } from "../../../sdk/settings";
import { lowerGateways } from "../../../sdk/targets/octavia/gateway";
import { requestPolicies } from "../../../sdk/targets/octavia/gateway/policies";
import { capabilities } from "../../../sdk/targets/octavia/lower/context";
import { kuryr } from "../../../sdk/targets/octavia/lower/kuryr";
import { octaviaSettingsSchema } from "../../../sdk/targets/octavia/settings";
import { connectionPort, gatewayOf, httpPort, ruleOf, share } from "../../support/gateway-models";
import { drawnRule, port, REQUESTS } from "../../support/gateway-rules";
import { served } from "../../support/manifests";
import { firstRule } from "../../support/octavia-gateway";
import { createBalancer, type Traffic, type TrafficServer } from "../../support/octavia-traffic";
import { root } from "../pr/harness";

/** The L7 policies of Gateways through a real HAProxy with the configuration that Octavia's own driver writes. */

/** Of 420 requests each. */
const ROUNDS = 24;
const SEED = 7;

/** Pool of a rule, or of requests that none takes, with one server. */
const poolOf = (name: string, host: number) => ({
  name,
  protocol: "HTTP" as const,
  lb_algorithm: "ROUND_ROBIN" as const,
  members: [{ address: `10.0.0.${host}`, protocol_port: 8080 }],
});
const NOT_FOUND = 250;

const given: { name: string; taken: RequestPort["rules"]; body: LoadBalancerBody }[] = fc
  .sample(fc.array(drawnRule, { minLength: 4, maxLength: 8 }), { numRuns: ROUNDS, seed: SEED })
  .map((drawn, round) => {
    const ports = port(drawn);
    const { policies, dropped } = requestPolicies(ports, ({ index }) => ({ name: String(index) }));
    const name = `gateway-${round}`;
    const used = [...new Set(policies.flatMap(({ redirect_pool }) => redirect_pool?.name ?? []))];
    const pools = [poolOf("404", NOT_FOUND), ...used.map((one) => poolOf(one, Number(one) + 1))];
    const listener = { name, protocol: "HTTP" as const, protocol_port: 80, default_pool: { name: "404" }, l7policies: policies };
    return {
      name,
      taken: ports.rules.filter((rule) => !dropped.some((other) => other.rule === rule)),
      body: { name, vip_subnet_id: randomUUID(), listeners: [listener], pools },
    };
  });

let server: TrafficServer;
let traffic: Traffic;

beforeAll(async () => {
  const { startOctaviaServer } = await import(join(root, "tools/octavia-server/index.mjs"));
  server = await startOctaviaServer();
  for (const { body } of given) await createBalancer(server, body);
  const { startTraffic } = await import(join(root, "tools/octavia-server/traffic.mjs"));
  traffic = await startTraffic(server);
}, 600_000);
afterAll(async () => {
  await traffic?.stop();
  await server?.stop();
});

/** Answer of the reader of Octavia's bodies, in the form in which HAProxy gives it. */
function read(rules: RoutingTable, { host, path, headers }: (typeof REQUESTS)[number]): string {
  const given = Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, value ?? ""]));
  const sent = parseRequest({ url: `http://${host.replace(/:\d+$/, "")}${path}`, headers: given });
  const found = sent && answer(rules, sent).answer;
  if (found?.kind === "forward") return found.to.flatMap(({ servers = [] }) => servers).join(" ");
  return found?.kind === "redirect" ? found.location : JSON.stringify(found);
}

test("each request lands where the first rule by rank that takes it leads to, and where the reader of the bodies says", async () => {
  const wrong: string[] = [];
  const waiting = given.flatMap(({ name, taken, body }) => {
    const rules = { addresses: [servedByOctavia(body)] };
    return REQUESTS.map((request) => ({ name, taken, request, rules }));
  });
  const sent = waiting.length;
  const next = async (): Promise<void> => {
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      const { name, taken, request, rules } = one;
      const rule = firstRule(taken, request);
      const got = await traffic.send(name, { tls: false, ...request });
      const expected = !rule
        ? `10.0.0.${NOT_FOUND}:8080`
        : "redirect" in rule.to
          ? `http://${rule.index}.to${request.path}`
          : `10.0.0.${rule.index + 1}:8080`;
      if (got !== expected) wrong.push(`${name} ${JSON.stringify(request)}: ${got} instead of ${expected}`);
      else if (read(rules, request) !== got)
        wrong.push(`${name} ${JSON.stringify(request)}: ${got}, but the reader says ${read(rules, request)}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, next));
  console.log(`${sent - wrong.length} of ${sent} requests right`);
  expect(wrong.slice(0, 20)).toEqual([]);
  expect(given.some(({ taken }) => taken.some(({ to }) => "redirect" in to))).toBe(true);
}, 300_000);

test("Octavia takes a Gateway with ports of requests and of connections", async () => {
  const { settings } = parseSettings(octaviaSettingsSchema, "octavia", {
    service_subnet_id: randomUUID(),
    create_monitor: true,
    responders: { notFound: "default/s1", failed: "default/s2", closed: "default/s3" },
  });
  const can = capabilities(settings.octavia_version, kuryr.provider(settings));
  const specs = readSpecs(["s1", "s2", "s3"].flatMap((name, i) => served(name, i + 1)).map((value) => ({ value })));
  const backends = [share("web", { weight: 3 }), share("gone", { invalid: true })];
  const headers = [{ name: "X-Version", is: "regex" as const, value: "v[12] & \\d+" }];
  const gateway = gatewayOf(
    "web",
    [
      httpPort([ruleOf({ host: "*.a.com", to: { backends }, match: { headers } }), ruleOf({ to: { answer: 500 } })]),
      httpPort([ruleOf({ host: "a.com", to: { redirect: { statusCode: 308, scheme: "https", port: 8443 } } })], 8080),
      connectionPort("TCP", 53, backends),
      connectionPort("UDP", 53, [share("dns")]),
      connectionPort("TCP", 9000),
    ],
    { labels: { team: "shop" } },
  );
  const cx = {
    settings,
    owner: "mark",
    can,
    readiness: new Readiness(specs),
    report: () => undefined,
    refuse: () => undefined,
    lose: () => undefined,
    sources: new RuleSources(),
    isUnrestricted: () => false,
  };
  const [balancer] = lowerGateways(cx, kuryr, specs, [gateway]);
  await createBalancer(server, balancer?.inputs.loadBalancer ?? { name: "" });
}, 200_000);
