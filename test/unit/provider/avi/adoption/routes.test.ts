import { expect, test } from "vitest";
import type { AdoptionQuery } from "../../../../../provider";
import { findAdoption, sweep } from "../../../../../provider";
import { load, manifestsOf, planOf, RECORDED, type RecordedAdoption } from "../../../../support/adoption";
import { plannedResources } from "../../../../support/planned";
import { controller, count, freshApi, SCOPE } from "../controller";

// Static routes of AKO that no one wants any more, in a VRF context that belongs to others.

const started = controller();
let shells = 0;

function shell(): { [name: string]: string } {
  const { url, username, password } = started.avi;
  return { AVI_CONTROLLER: url, AVI_USERNAME: username, AVI_PASSWORD: password, AVI_RATE_LIMIT: "off", AVI_TIMEOUT: `${190 + ++shells}` };
}

const [, , SNI] = RECORDED as [RecordedAdoption, RecordedAdoption, RecordedAdoption, RecordedAdoption];
const askedOf = (manifests?: string): AdoptionQuery => ({
  planned: plannedResources(planOf(SNI, manifests)),
  cluster: "lab",
  naming: SNI.naming,
});

interface RouteWire {
  route_id: string;
  prefix: { ip_addr: { addr: string; type: string }; mask: number };
  next_hop: { addr: string; type: string };
  labels?: { key: string; value: string }[];
}

const wire = (route_id: string, network: string, hop: string, label?: string): RouteWire => ({
  route_id,
  prefix: { ip_addr: { addr: network, type: "V4" }, mask: 24 },
  next_hop: { addr: hop, type: "V4" },
  ...(label === undefined ? {} : { labels: [{ key: "clustername", value: label }] }),
});

const vrf = () => freshApi(started.avi).find("vrfcontext", "global", SCOPE);
const held = async () => ((await vrf())?.static_routes ?? []) as unknown as RouteWire[];
const ids = async () => (await held()).map(({ route_id }) => route_id);

async function put(routes: RouteWire[]): Promise<void> {
  const live = await vrf();
  if (live) await freshApi(started.avi).replace("vrfcontext", live.uuid, { ...live, static_routes: routes as never }, SCOPE);
}

async function withRoutes(...more: RouteWire[]): Promise<string[]> {
  await load(SNI, freshApi(started.avi));
  const own = await ids();
  await put([...(await held()), ...more]);
  started.avi.resetCalls();
  return own;
}

const STALE = wire("lab-4d1f1f6e-90a0-4a1e-8a55-5ab2a2a0f001-0", "10.244.7.0", "10.0.0.77", "lab");
const OTHERS = [
  wire("lab2-4d1f1f6e-0", "10.244.7.0", "10.0.0.77", "lab2"),
  wire("lab-5", "10.244.9.0", "10.0.0.79", "lab2"),
  wire("lab-by-hand", "10.244.10.0", "10.0.0.80"),
  wire("7", "10.244.11.0", "10.0.0.81"),
];

test("a route of a node that is no more goes, with one write, and no route of others", async () => {
  const own = await withRoutes(...OTHERS, STALE, { ...STALE, route_id: "lab-x-1", next_hop: { addr: "10.0.0.78", type: "V4" } });
  const { left, planned } = await findAdoption(askedOf(), shell());
  expect(planned.every(({ fate }) => fate === "unchanged")).toBe(true);
  expect(left.map(({ object, mark, held: why }) => [object, mark, why])).toEqual([
    ["route to 10.244.7.0/24 via 10.0.0.77 in VrfContext global", "clustername=lab", undefined],
    ["route to 10.244.7.0/24 via 10.0.0.78 in VrfContext global", "clustername=lab", undefined],
  ]);
  const swept = await sweep(left, { cluster: "lab" }, shell());
  expect(swept.map(({ outcome }) => outcome)).toEqual(["removed", "removed"]);
  expect(await ids()).toEqual([...own, ...OTHERS.map(({ route_id }) => route_id)]);
  expect(count(started.avi, "PUT", "/api/vrfcontext/")).toBe(1);
  expect((await sweep(left, { cluster: "lab" }, shell())).map(({ outcome }) => outcome)).toEqual(["gone", "gone"]);
});

test("a route that servers are reached by and no other leads to is held: nodes may be missing in the manifests", async () => {
  const own = await withRoutes();
  const withoutNodes = manifestsOf(SNI).replace(/apiVersion: v1\nkind: Node[\s\S]*?(?=\n---)/, "");
  const { left } = await findAdoption(askedOf(withoutNodes), shell());
  expect(left.map(({ held: why }) => why)).toEqual([expect.stringMatching(/^the server 10\.\S+ of the plan is reached by it, and by no/)]);
  expect((await sweep(left, { cluster: "lab" }, shell())).map(({ outcome }) => outcome)).toEqual(["held"]);
  expect(await ids()).toEqual(own);
});

test("without routes in the plan those of AKO go where nothing needs them, those before labels by their ids", async () => {
  await withRoutes(...OTHERS, STALE, wire("lab-3", "10.244.12.0", "10.0.0.82"));
  const none: AdoptionQuery = { planned: [], cluster: "lab", naming: SNI.naming };
  const { left, refusal } = await findAdoption(none, shell());
  expect(refusal).toBeUndefined();
  const routes = left.filter(({ route }) => route);
  expect(routes.map(({ mark }) => mark)).toEqual(["clustername=lab", "clustername=lab", ""]);
  expect(left.slice(-3)).toEqual(routes);
  await sweep(routes, { cluster: "lab" }, shell());
  expect(await ids()).toEqual(OTHERS.map(({ route_id }) => route_id));
});

test("a route that only stands under another cluster's label by now is let be", async () => {
  await withRoutes(STALE);
  const { left } = await findAdoption(askedOf(), shell());
  const { labels = [] } = OTHERS[0] ?? {};
  await put((await held()).map((one) => (one.route_id === STALE.route_id ? { ...one, labels } : one)));
  expect((await sweep(left, { cluster: "lab" }, shell())).map(({ outcome }) => outcome)).toEqual(["gone"]);
  expect(await ids()).toContain(STALE.route_id);
});
