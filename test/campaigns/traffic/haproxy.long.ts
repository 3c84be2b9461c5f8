import { join } from "node:path";
import { expect } from "vitest";
import type { LoadBalancerBody } from "../../../resources/octavia/types";
import { octaviaObjects } from "../../../sdk/targets/octavia/plan";
import { root } from "../../cli/pr/harness";
import { createBalancer, type Traffic, type TrafficServer } from "../../support/octavia-traffic";
import { type Case, campaign } from "../lib/campaign";
import { octaviaPlan, type Request, requestsOf, text, untold } from "./judge";
import { rulesOf } from "./oracle";
import { landing, ofOctavia } from "./served";
import { worldOf } from "./world";

/** The same on the real Octavia: a real HAProxy answers each request as the evaluation says, so what it reports holds there too. */

const ROUNDS = 50;
const WORLDS = 5;
const AT_ONCE = 8;

/** Each world has a cluster name of its own, and so load balancers of its own. */
function prepared(seed: number) {
  const objects = worldOf(seed);
  const [balancer] = octaviaObjects(octaviaPlan(objects, `w${seed}`)).objects.loadbalancers ?? [];
  return { seed, objects, balancer, requests: requestsOf(rulesOf(objects), "octavia") };
}

/** Describes how HAProxy differs from the evaluation; of several servers any is right. */
async function differs(traffic: Traffic, balancer: LoadBalancerBody, { on, host, path }: Request): Promise<string[]> {
  const expected = landing(ofOctavia(balancer), { on, host, path });
  const got = await traffic.send(balancer.name, { tls: on === "tls", host, path });
  const listens = balancer.listeners?.some(({ protocol }) => (on === "tls") === (protocol === "TERMINATED_HTTPS"));
  if (!listens && got === "nothing listens") return [];
  const isRight =
    expected === "https"
      ? typeof got === "string" && got.startsWith(`https://${host.replace(/:\d+$/, "")}`)
      : typeof got === "number"
        ? got === 503 && Object.keys(expected).length === 0
        : got in expected;
  return isRight ? [] : [`${on} ${host}${path}: ${got} instead of ${text(expected)}`];
}

async function answers(traffic: Traffic, balancer: LoadBalancerBody, requests: readonly Request[]): Promise<string[]> {
  const waiting = [...requests];
  const wrong: string[] = [];
  const next = async () => {
    for (let request = waiting.pop(); request; request = waiting.pop()) wrong.push(...(await differs(traffic, balancer, request)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return wrong;
}

const cases: Case[] = Array.from({ length: ROUNDS }, (_, round) => ({
  name: `haproxy, round ${round + 1}`,
  async run(draw) {
    const first = draw("world", 2 ** 31);
    const worlds = Array.from({ length: WORLDS }, (_unused, i) => prepared(first + i));
    const { startOctaviaServer } = await import(join(root, "tools/octavia-server/index.mjs"));
    const { startTraffic } = await import(join(root, "tools/octavia-server/traffic.mjs"));
    const server: TrafficServer = await startOctaviaServer();
    let traffic: Traffic | undefined;
    try {
      for (const { balancer } of worlds) if (balancer) await createBalancer(server, balancer);
      const started: Traffic = await startTraffic(server);
      traffic = started;
      let sent = 0;
      for (const { seed, objects, balancer, requests } of worlds) {
        if (!balancer) continue;
        expect(await answers(started, balancer, requests), `world ${seed}`).toEqual([]);
        expect(untold("octavia", objects), `world ${seed}`).toEqual([]);
        sent += requests.length;
      }
      return { verdict: "told", words: `${sent} requests to ${WORLDS} worlds`, points: sent };
    } finally {
      await traffic?.stop();
      await server.stop();
    }
  },
}));
campaign("traffic through HAProxy", cases, { sample: 1, limitMs: 600_000 });
