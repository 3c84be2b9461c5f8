import fc from "fast-check";
import { expect, it } from "vitest";
import { answer } from "../../../../requests/answer/answer";
import type { Answer } from "../../../../requests/answer/effect";
import { parseRequest } from "../../../../requests/answer/request";
import { sameAnswer } from "../../../../requests/differences/answers-equal";
import { differences } from "../../../../requests/differences/differences";
import { answerText, regionText } from "../../../../requests/messages";
import { servedByOctavia } from "../../../../requests/octavia/rules";
import type { RoutingTable } from "../../../../requests/table/routing-table";
import { withServices } from "../../../../requests/table/service-names";
import { certificateNames } from "../../../../resources/certificate-names";
import { desiredRules } from "../../../../sdk/requests/desired";
import { loadBalancersIn } from "../../../../sdk/targets/octavia/plan";
import { octaviaPlan, type Request, requestsOf, text } from "../../../campaigns/traffic/judge";
import { defaultOf, type Landing, ruleFor, rulesOf, type Shares } from "../../../campaigns/traffic/oracle";
import { COMMON, worldOf } from "../../../campaigns/traffic/world";
import { ruleFor as gatewayRule } from "../../../support/gateway-model";
import { gatewayOf, httpPort, ruleOf, share } from "../../../support/gateway-models";
import { octaviaModel } from "../../../support/octavia-model";
import { byTier } from "../../../support/tier";
import { drawing } from "./world";

// The specs ask for what the documents of their kinds promise; Octavia serves something else only where it cannot do better.

const RUNS = byTier({ pr: 10, nightly: 40, release: 2_000 });
const seeds = fc.integer({ min: 0, max: 2 ** 31 });

/** Servers of an answer, as the documents have them: a Service without a ready one has no part. */
function landing(answered: Answer): Landing {
  if (answered.kind === "redirect") return "https";
  const live = answered.kind === "forward" ? answered.to.filter(({ servers = [] }) => servers.length > 0) : [];
  const sum = live.reduce((all, part) => all + part.share, 0);
  const shares: Shares = {};
  for (const part of live) for (const one of part.servers!) shares[one] = (shares[one] ?? 0) + part.share / sum / part.servers!.length;
  return shares;
}

const rounded = (landed: Landing): unknown =>
  landed === "https" ? landed : Object.fromEntries(Object.entries(landed).map(([server, part]) => [server, part.toFixed(6)]));

const askedFrom = (objects: readonly unknown[]): { model: ReturnType<typeof octaviaModel>; asked: RoutingTable } => {
  const model = octaviaModel([...COMMON, ...objects], { hostsOnly: true });
  return { model, asked: desiredRules(model) };
};

const urlOf = ({ on, host, path }: Request) => `${on === "tls" ? "https" : "http"}://${host.replace(/:\d+$/, "")}${path}`;

it("asks for what the documents promise, but for paths that are reported as taken", () => {
  let requests = 0;
  fc.assert(
    fc.property(seeds, (seed) => {
      const objects = worldOf(seed);
      const { model, asked } = askedFrom(objects);
      const { statuses } = model.ledger.close();
      const taken = statuses.filter(({ diagnostics }) => diagnostics.some(({ code }) => code === "LB1203"));
      const conflicting = new Set(taken.map(({ object }) => object.name));
      const rules = rulesOf(objects);
      for (const request of requestsOf(rules, "octavia")) {
        const { answer: given } = answer(asked, parseRequest({ url: urlOf(request) })!);
        if (given.kind === "closed") continue; // the certificate of all worlds is valid for some of the hosts
        const rule = ruleFor(rules, request.on, request.host.replace(/:\d+$/, ""), request.path);
        const goal: Landing = !rule ? defaultOf(objects) : request.on === "clear" && rule.clear === "https" ? "https" : rule.shares;
        requests++;
        if (rule && conflicting.has(rule.owner)) continue;
        expect(rounded(landing(given)), `${seed}: ${urlOf(request)} is ${answerText(given)} instead of ${text(goal)}`).toEqual(
          rounded(goal),
        );
      }
    }),
    { numRuns: RUNS },
  );
  expect(requests).toBeGreaterThan(RUNS * 20);
});

const isNobody = (one: Answer): boolean => one.kind === "closed" || (one.kind === "status" && (one.status === 404 || one.status === 503));
const same = (a: Answer, b: Answer): boolean => sameAnswer(a, b) || (isNobody(a) && isNobody(b));

it("is served by Octavia, but for redirects of clear text", () => {
  let compared = 0;
  fc.assert(
    fc.property(seeds, (seed) => {
      const objects = worldOf(seed);
      const { asked } = askedFrom(objects);
      for (const { inputs } of loadBalancersIn(octaviaPlan(objects))) {
        const { loadBalancer, secrets = [] } = inputs;
        const namesOf = (one: unknown) =>
          certificateNames(secrets.find(({ name }) => name === (one as { name: string }).name)?.certificate);
        const address = servedByOctavia(loadBalancer, { group: asked.addresses[0]?.group ?? "", namesOf });
        const served = withServices({ addresses: [address] }, asked.servers ?? {});
        const found = differences(asked, served, same);
        compared++;
        expect(found.limits).toEqual([]);
        const others = found.differences.filter(({ was, is }) => was.kind !== "redirect" && is.kind !== "redirect");
        expect(others.map((one) => `${seed}: ${regionText(one)}: ${answerText(one.was)} instead of ${answerText(one.is)}`)).toEqual([]);
        expect(found.differences.filter(({ protocol }) => protocol === "https")).toEqual([]);
      }
    }),
    { numRuns: RUNS },
  );
  expect(compared).toBeGreaterThan(RUNS / 2);
});

const HOSTS = ["", "a.com", "*.w.com", "x.w.com", "*.x.w.com"];
const PATHS = ["/", "/a", "/a/b", "/ab"];

it("takes the rules of a Gateway by their rank", () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const draw = drawing(seed);
      const rules = Array.from({ length: 1 + draw.below(6) }, (_, i) =>
        ruleOf({
          host: draw.pick(HOSTS),
          except: draw.chance(0.3) ? [draw.pick(HOSTS.slice(1))] : [],
          match: {
            path: { is: draw.pick(["exact", "segments", "segments"] as const), value: draw.pick(PATHS) },
            headers: draw.chance(0.3) ? [{ name: "X-V", is: draw.pick(["exact", "regex"] as const), value: draw.pick(["1", "2"]) }] : [],
            queryParams: draw.chance(0.2) ? [{ name: "q", is: "exact", value: "1" }] : [],
            ...(draw.chance(0.2) ? { method: "POST" } : {}),
          },
          to: { backends: [share(`s${i}`)] },
        }),
      );
      const gateway = gatewayOf("web", [httpPort(rules)]);
      const specRules = desiredRules({ hosts: [], l4: [], defaults: [], gateways: [gateway] });
      for (let i = 0; i < 20; i++) {
        const host = draw.pick(["a.com", "b.com", "x.w.com", "y.w.com", "z.x.w.com", "w.com"]);
        const path = `${draw.pick(PATHS)}${draw.pick(["", "/c", "c"])}`.replace("//", "/");
        const [query, method] = [draw.pick(["", "q=1", "q=2"]), draw.pick(["GET", "POST"])];
        const headers: Record<string, string> = draw.chance(0.5) ? { "x-v": draw.pick(["1", "2", "3"]) } : {};
        const rule = gatewayRule(gateway, { port: 80, host, path, query, method, headers });
        const given = answer(specRules, parseRequest({ url: `http://${host}${path}${query ? `?${query}` : ""}`, method, headers })!).answer;
        const expected = rule && "backends" in rule.to ? `default/${rule.to.backends[0]!.service.name}:80` : "404";
        expect(answerText(given)).toBe(expected);
      }
    }),
    { numRuns: RUNS * 5 },
  );
});
