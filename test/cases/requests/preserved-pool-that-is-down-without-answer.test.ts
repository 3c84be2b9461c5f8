import { expect, test } from "vitest";
import { parseRequest } from "../../../requests/answer/request";
import { PoolFinder } from "../../../requests/health/find";
import type { ServerState } from "../../../requests/health/health";
import { answerNow, partsHealth } from "../../../requests/health/route";
import type { ServedForward } from "../../../requests/table/routing-table";

// `request --live` showed "0 of 3 up" of a pool that keeps its servers, and no `now 503`: such servers counted as not known, though they were found.

const TO: ServedForward = {
  forward: [{ weight: 1, service: "default/web:80", pool: "pool/web", servers: { ready: [], kept: true } }],
  empty: { status: 503 },
};
const now = (...pools: ServerState[]) => {
  const finder = new PoolFinder({ pools: pools.map((state) => ({ on: "pool/web", servers: [{ address: "10.0.0.1", port: 80, state }] })) });
  return answerNow(TO, parseRequest({ url: "http://a.example.com/" })!, partsHealth(TO, {}, finder));
};

test("a preserved pool whose servers are down answers as a rule without a server", () => {
  expect(now("down")).toEqual({ kind: "status", status: 503 });
});

test("one that is up, and one that is not found, answer as before", () => {
  const answer = { kind: "forward", to: [{ service: "default/web:80", share: 1, kept: true }] };
  expect(now("up")).toMatchObject(answer);
  expect(now()).toMatchObject(answer);
});
