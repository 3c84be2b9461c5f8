import { expect } from "vitest";
import { parseReference } from "../../../resources/avi/body";
import { readSpecs } from "../../../sdk/frontends";
import { aviObjects } from "../../../sdk/targets/avi/objects";
import { translateToAvi } from "../../../sdk/targets/avi/translate";
import { AviScripts } from "../../support/avi-script";
import { type Case, campaign } from "../lib/campaign";
import { requestsOf } from "./judge";
import { type Landing, rulesOf, type Shares } from "./oracle";
import { landing, ofAvi } from "./served";
import { COMMON, worldOf } from "./world";

/** The scripts of shared virtual services in a real Lua: the label that they ask for leads where the reader of Avi's bodies says. */

const ROUNDS = 40;
const WORLDS = 10;

// biome-ignore lint/suspicious/noExplicitAny: bodies of Avi
type Body = any;

const nameOf = (reference: Body): string => parseReference(reference)?.name ?? "";

/** Servers of the members whose label is the longest beginning of the asked one. */
function serversFor(objects: Body, group: string, label: string): Shares {
  const members: Body[] = objects.poolgroup.find(({ name }: Body) => name === group)?.members ?? [];
  const fitting = members.filter(({ priority_label }) => label.startsWith(priority_label));
  const longest = Math.max(0, ...fitting.map(({ priority_label }) => priority_label.length));
  const chosen = fitting.filter(({ priority_label }) => priority_label.length === longest);
  const shares: Shares = {};
  const pools = chosen.map(({ pool_ref, ratio = 1 }) => ({
    ratio,
    servers: (objects.pool.find(({ name }: Body) => name === nameOf(pool_ref))?.servers ?? []).filter(
      ({ enabled }: Body) => enabled !== false,
    ) as Body[],
  }));
  const sum = pools.filter(({ servers }) => servers.length > 0).reduce((all, { ratio }) => all + ratio, 0);
  for (const { ratio, servers } of pools.filter((pool) => pool.ratio > 0))
    for (const { ip, port } of servers) {
      const server = `${ip.addr}:${port}`;
      shares[server] = (shares[server] ?? 0) + ratio / sum / servers.length;
    }
  return shares;
}

const rounded = (landed: Landing) =>
  typeof landed === "string" ? landed : Object.fromEntries(Object.entries(landed).map(([server, share]) => [server, share.toFixed(4)]));

const cases: Case[] = Array.from({ length: ROUNDS }, (_, round) => ({
  name: `lua, round ${round + 1}`,
  async run(draw) {
    const first = draw("world", 2 ** 31);
    const lua = await AviScripts.start();
    let points = 0;
    try {
      for (let world = first; world < first + WORLDS; world++) {
        const given = worldOf(world);
        const settings = { clusterName: "c", naming: "ako-1.2", shardVSSize: "SMALL" };
        const { objects } = aviObjects(translateToAvi(readSpecs([...COMMON, ...given].map((value) => ({ value }))), { settings }));
        const rules = ofAvi(objects);
        const scripts: string[] = ((objects as Body).vsdatascriptset ?? []).map(({ datascript }: Body) => datascript[0].script);
        for (const request of requestsOf(rulesOf(given), "ako-1.2").filter(({ on }) => on === "clear")) {
          const expected = landing(rules, request);
          if (expected === "https") continue; // a policy redirects before the script runs
          let found: Shares = {};
          for (const script of scripts) {
            const { group = "", label = "" } = await lua.run(script, request.host, request.path);
            found = { ...found, ...serversFor(objects, group, label) };
          }
          expect(rounded(found), `world ${world}: ${request.host}${request.path}`).toEqual(rounded(expected));
          points++;
        }
      }
    } finally {
      lua.close();
    }
    return { verdict: "told", words: `${points} requests to ${WORLDS} worlds`, points };
  },
}));
campaign("traffic through the scripts of Avi", cases, { sample: 3, limitMs: 120_000 });
