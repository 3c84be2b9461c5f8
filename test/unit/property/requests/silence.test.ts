import fc from "fast-check";
import { expect, it } from "vitest";
import { answer } from "../../../../requests/answer/answer";
import { parseRequest } from "../../../../requests/answer/request";
import { withUnknownServers } from "../../../../requests/table/unknown-servers";
import { readSpecs } from "../../../../sdk/frontends";
import { poolsIn } from "../../../../sdk/plan";
import { requestReview } from "../../../../sdk/requests/changes";
import { TARGETS } from "../../../../sdk/targets";
import { requestSide } from "../../../../sdk/targets/request-side";
import { byTier } from "../../../support/tier";
import { covering, isLostInSilence, isOther, isSaid, nameOf } from "./client-view";
import { changedRoutes, nearRequest, wordsOf } from "./near-requests";
import { common, type Manifest, routed, type Slices } from "./routes-world";
import { type Draw, drawing } from "./world";

// A request that `k8s-lb diff` does not name is answered as before. Requests near the rules that change are asked of the bodies of both
// sides: each that is answered differently has a line, or its name is among those that were not compared in full. Left out, because no
// comparison has them: requests whose host is not the name of their handshake, and the certificate of a host that takes it from another
// Secret.

const RUNS = byTier({ pr: 15, nightly: 150, release: 2_000 });
const REQUESTS = 80;
/** The tier `release` asks some million requests. */
const PATIENCE = 1_200_000;

type Compared = "avi" | "octavia";

const SETTINGS = {
  avi: { clusterName: "c1", controllerVersion: "30.2.1", gatewayController: "k8s-lb.io/avi" },
  octavia: { service_subnet_id: "5f1ba4f6-2b1c-4f3c-8f6e-0d6f0f8f0c11", gatewayController: "k8s-lb.io/octavia" },
};

function sideOf(to: Compared, objects: readonly Manifest[], settings: Record<string, unknown>) {
  const specs = readSpecs(objects.map((value) => ({ value })));
  const plan = TARGETS[to].translate(specs, { settings });
  const side = requestSide(TARGETS[to], specs, settings, plan);
  if (!side) throw new TypeError("the target answers requests");
  return { side, pools: poolsIn(plan.facts) };
}

/** Number of requests that a random change answers differently; fails where one of them has no line. */
function judge(to: Compared, slices: Slices, draw: Draw): number {
  const shared = common(to, slices);
  const routes = Array.from({ length: 1 + draw.below(3) }, (_, i) => routed(draw, `r${i}`));
  const changed = changedRoutes(routes, draw);
  const domains = () => (to === "avi" ? { subDomains: draw.pick([[], ["com"], ["com"], ["w.com"]]) } : {});
  const settings = { ...SETTINGS[to], ...domains() };
  const before = sideOf(to, [...shared, ...routes], settings);
  const after = sideOf(to, [...shared, ...changed], draw.chance(0.15) ? { ...settings, ...domains() } : settings);
  const review = requestReview(to, before.side, after.side, before.pools);
  const [was, is] = [before.side.served, withUnknownServers(after.side.served, before.pools)];
  const words = wordsOf(routes, changed);
  const told = (what: object) => JSON.stringify({ ...what, changes: review.changes, routes, changed, settings });
  for (const host of new Set(words.hosts)) if (isLostInSilence(host, review, was, is)) expect.fail(`gone from DNS: ${told({ host })}`);
  const groups = new Set([...was.addresses, ...is.addresses].map(({ group }) => group).filter((group) => !group.startsWith("Service ")));
  let differing = 0;
  for (let i = 0; i < REQUESTS; i++) {
    const request = nearRequest(words, draw);
    for (const group of groups) {
      const sent = parseRequest({ ...request, group })!;
      const [one, other] = [answer(was, sent).answer, answer(is, sent).answer];
      if (!isOther(one, other)) continue;
      differing++;
      const name = nameOf(sent, was, is);
      if (review.limits.some(({ host, port }) => host === name && port === sent.port)) continue;
      if (!isSaid(covering(review, sent, name, one, other), review, sent, was, is))
        expect.fail(`no line has it: ${told({ request: { ...request, group }, was: one, is: other })}`);
    }
  }
  return differing;
}

const WAYS = (["avi", "octavia"] as const).flatMap((to) => (["own", "shared", "none"] as const).map((slices) => [to, slices] as const));

it.each(WAYS)(
  "names every request that %s answers differently, with slices: %s",
  (to, slices) => {
    let differing = 0;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
        differing += judge(to, slices, drawing(seed));
      }),
      { numRuns: RUNS },
    );
    expect(differing).toBeGreaterThan(RUNS);
  },
  PATIENCE,
);
