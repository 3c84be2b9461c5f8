// Checks of `k8s-lb verify` about load balancers of Octavia.

import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import { type CheckResult, checkResult, confirmed, refuted, unknown } from "../../verify/check";
import { VERIFY_MARK } from "../../verify/verification";
import { LBAAS } from "../client";
import { textIn } from "../tree/compare";
import { type OctaviaVerifySession, outcomeText } from "./session";

const MEMBER = { address: "192.0.2.10", protocol_port: 8080 };

/** Everything that a host of HTTP needs. */
const completeBody = (session: OctaviaVerifySession): JsonObject => ({
  listeners: [
    {
      name: session.name("whole"),
      protocol: "HTTP",
      protocol_port: 86,
      l7policies: [
        {
          name: session.name("whole"),
          action: "REDIRECT_TO_POOL",
          position: 1,
          redirect_pool: { name: session.name("whole") },
          rules: [{ type: "HOST_NAME", compare_type: "EQUAL_TO", value: "whole.verify.example" }],
        },
      ],
    },
  ],
  pools: [{ name: session.name("whole"), protocol: "HTTP", lb_algorithm: "ROUND_ROBIN", members: [MEMBER] }],
});

export async function oneCall(session: OctaviaVerifySession): Promise<CheckResult> {
  const outcome = await session.attempt("POST", "/loadbalancers", session.body("base", completeBody(session)));
  if (!("object" in outcome)) {
    const network = outcome.status === 400 && /VIP|subnet|network|port/i.test(outcome.refused);
    if (network) return unknown(`${outcomeText(outcome)}: name a subnet or network in --settings`);
    return refuted(`the call was answered ${outcomeText(outcome)}`);
  }
  await session.rest(textIn(outcome.object.id));
  session.keep(outcome.object);
  const id = textIn(outcome.object.id);
  const [listeners, pools] = [
    await session.list("/listeners", "listeners", { loadbalancer_id: id }),
    await session.list("/pools", "pools", { loadbalancer_id: id }),
  ];
  return checkResult(listeners.length === 1 && pools.length === 1, `${listeners.length} listener, ${pools.length} pool below it`);
}

/** Number of changes that are sent one behind the other. */
const CHANGES = 10;

export async function pending409(session: OctaviaVerifySession): Promise<CheckResult> {
  const id = textIn((await session.base()).id);
  for (let i = 0; i < CHANGES; i++) {
    const outcome = await session.attempt("PUT", `/loadbalancers/${id}`, { loadbalancer: { description: `${VERIFY_MARK} ${i}` } });
    if (!("refused" in outcome)) continue;
    await session.rest(id);
    const isLocked = outcome.status === 409 && /Invalid state PENDING_|immutable/.test(outcome.refused);
    return checkResult(isLocked, `a change of a busy load balancer was answered ${outcomeText(outcome)}`);
  }
  await session.rest(id);
  return unknown(`${CHANGES} changes one behind the other met no lock`);
}

export async function checkTags(session: OctaviaVerifySession): Promise<CheckResult> {
  if (!(await session.stack.octavia.supports("tags"))) return unknown("the API version has no tags");
  const id = textIn((await session.base()).id);
  await session.done(id, "PUT", `/loadbalancers/${id}`, { loadbalancer: { tags: [VERIFY_MARK] } });
  const live = await session.stack.octavia.object(`${LBAAS}/loadbalancers/${id}`, "loadbalancer");
  const tags = Array.isArray(live?.tags) ? live.tags : [];
  return checkResult(tags.length === 1 && tags[0] === VERIFY_MARK, tags.length === 0 ? "no tag was kept" : "the tag was kept");
}

export async function defaults(session: OctaviaVerifySession): Promise<CheckResult> {
  const listener = await session.listener("defaults", 81);
  const pool = await session.pool("defaults");
  const id = textIn((await session.base()).id);
  const member = await session.done(id, "POST", `/pools/${pool}/members`, { member: MEMBER });
  const live = await session.stack.octavia.object(`${LBAAS}/listeners/${listener}`, "listener");
  const observed: { [field: string]: unknown } = {
    connection_limit: live?.connection_limit,
    "listener admin_state_up": live?.admin_state_up,
    weight: member.weight,
    "member admin_state_up": member.admin_state_up,
  };
  const assumed: { [field: string]: unknown } = {
    connection_limit: -1,
    "listener admin_state_up": true,
    weight: 1,
    "member admin_state_up": true,
  };
  const wrong = Object.keys(assumed).filter((field) => observed[field] !== assumed[field]);
  return checkResult(
    wrong.length === 0,
    wrong.map((field) => `${field} is ${JSON.stringify(observed[field])}`).join(", ") || "all as assumed",
  );
}

export async function nullResets(session: OctaviaVerifySession): Promise<CheckResult> {
  const listener = await session.listener("reset", 82);
  const id = textIn((await session.base()).id);
  await session.done(id, "PUT", `/listeners/${listener}`, { listener: { connection_limit: 100 } });
  await session.done(id, "PUT", `/listeners/${listener}`, { listener: { connection_limit: null } });
  const live = await session.stack.octavia.object(`${LBAAS}/listeners/${listener}`, "listener");
  return checkResult(live?.connection_limit === -1, `the connection limit is ${JSON.stringify(live?.connection_limit)}`);
}

export async function providers(session: OctaviaVerifySession): Promise<CheckResult> {
  const { provider } = await session.base();
  const providerList = await session.list("/providers", "providers");
  const has = providerList.some(({ name }) => name === provider);
  return has
    ? confirmed(`the provider is ${textIn(provider)}, of ${providerList.length}`)
    : refuted(`the list lacks the provider ${textIn(provider)}`);
}

export async function pages(session: OctaviaVerifySession): Promise<CheckResult> {
  for (const word of ["page-1", "page-2"]) await session.pool(word);
  const { octavia } = session.stack;
  const first = (await octavia.get(`${LBAAS}/pools`, { limit: 1 })).pools;
  const [firstPool] = Array.isArray(first) ? first.filter(isObject) : [];
  if (!firstPool) return unknown("the list is empty");
  const second = (await octavia.get(`${LBAAS}/pools`, { limit: 1, marker: textIn(firstPool.id) })).pools;
  const [secondPool] = Array.isArray(second) ? second.filter(isObject) : [];
  const isPaged = Array.isArray(first) && first.length === 1 && secondPool !== undefined && secondPool.id !== firstPool.id;
  return checkResult(
    isPaged,
    `a page of 1 has ${Array.isArray(first) ? first.length : 0} objects, the next ${secondPool ? "another one" : "none"}`,
  );
}
