import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import { checkResult, confirmed, type Finding, refuted, unknown } from "../../verify/check";
import { VERIFY_MARK } from "../../verify/verification";
import { LBAAS } from "../client";
import { textIn } from "../tree/compare";
import { type OctaviaVerifySession, outcomeText } from "./session";

// Verify checks of load balancers.

const MEMBER = { address: "192.0.2.10", protocol_port: 8080 };

/** Everything that a host of HTTP needs. */
const whole = (room: OctaviaVerifySession): JsonObject => ({
  listeners: [
    {
      name: room.name("whole"),
      protocol: "HTTP",
      protocol_port: 86,
      l7policies: [
        {
          name: room.name("whole"),
          action: "REDIRECT_TO_POOL",
          position: 1,
          redirect_pool: { name: room.name("whole") },
          rules: [{ type: "HOST_NAME", compare_type: "EQUAL_TO", value: "whole.verify.example" }],
        },
      ],
    },
  ],
  pools: [{ name: room.name("whole"), protocol: "HTTP", lb_algorithm: "ROUND_ROBIN", members: [MEMBER] }],
});

export async function oneCall(room: OctaviaVerifySession): Promise<Finding> {
  const outcome = await room.tried("POST", "/loadbalancers", room.body("base", whole(room)));
  if (!("object" in outcome)) {
    const network = outcome.status === 400 && /VIP|subnet|network|port/i.test(outcome.refused);
    if (network) return unknown(`${outcomeText(outcome)}: name a subnet or network in --settings`);
    return refuted(`the call was answered ${outcomeText(outcome)}`);
  }
  await room.rest(textIn(outcome.object.id));
  room.keep(outcome.object);
  const id = textIn(outcome.object.id);
  const [listeners, pools] = [
    await room.list("/listeners", "listeners", { loadbalancer_id: id }),
    await room.list("/pools", "pools", { loadbalancer_id: id }),
  ];
  return checkResult(listeners.length === 1 && pools.length === 1, `${listeners.length} listener, ${pools.length} pool below it`);
}

/** Number of changes that are sent one behind the other. */
const CHANGES = 10;

export async function pending409(room: OctaviaVerifySession): Promise<Finding> {
  const id = textIn((await room.base()).id);
  for (let i = 0; i < CHANGES; i++) {
    const outcome = await room.tried("PUT", `/loadbalancers/${id}`, { loadbalancer: { description: `${VERIFY_MARK} ${i}` } });
    if (!("refused" in outcome)) continue;
    await room.rest(id);
    const known = outcome.status === 409 && /Invalid state PENDING_|immutable/.test(outcome.refused);
    return checkResult(known, `a change of a busy load balancer was answered ${outcomeText(outcome)}`);
  }
  await room.rest(id);
  return unknown(`${CHANGES} changes one behind the other met no lock`);
}

export async function checkTags(room: OctaviaVerifySession): Promise<Finding> {
  if (!(await room.stack.octavia.supports("tags"))) return unknown("the API version has no tags");
  const id = textIn((await room.base()).id);
  await room.done(id, "PUT", `/loadbalancers/${id}`, { loadbalancer: { tags: [VERIFY_MARK] } });
  const live = await room.stack.octavia.object(`${LBAAS}/loadbalancers/${id}`, "loadbalancer");
  const tags = Array.isArray(live?.tags) ? live.tags : [];
  return checkResult(tags.length === 1 && tags[0] === VERIFY_MARK, tags.length === 0 ? "no tag was kept" : "the tag was kept");
}

export async function defaults(room: OctaviaVerifySession): Promise<Finding> {
  const listener = await room.listener("defaults", 81);
  const pool = await room.pool("defaults");
  const id = textIn((await room.base()).id);
  const member = await room.done(id, "POST", `/pools/${pool}/members`, { member: MEMBER });
  const live = await room.stack.octavia.object(`${LBAAS}/listeners/${listener}`, "listener");
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

export async function nullResets(room: OctaviaVerifySession): Promise<Finding> {
  const listener = await room.listener("reset", 82);
  const id = textIn((await room.base()).id);
  await room.done(id, "PUT", `/listeners/${listener}`, { listener: { connection_limit: 100 } });
  await room.done(id, "PUT", `/listeners/${listener}`, { listener: { connection_limit: null } });
  const live = await room.stack.octavia.object(`${LBAAS}/listeners/${listener}`, "listener");
  return checkResult(live?.connection_limit === -1, `the connection limit is ${JSON.stringify(live?.connection_limit)}`);
}

export async function providers(room: OctaviaVerifySession): Promise<Finding> {
  const { provider } = await room.base();
  const listed = await room.list("/providers", "providers");
  const has = listed.some(({ name }) => name === provider);
  return has
    ? confirmed(`the provider is ${textIn(provider)}, of ${listed.length}`)
    : refuted(`the list lacks the provider ${textIn(provider)}`);
}

export async function pages(room: OctaviaVerifySession): Promise<Finding> {
  for (const word of ["page-1", "page-2"]) await room.pool(word);
  const { octavia } = room.stack;
  const first = (await octavia.get(`${LBAAS}/pools`, { limit: 1 })).pools;
  const [one] = Array.isArray(first) ? first.filter(isObject) : [];
  if (!one) return unknown("the list is empty");
  const second = (await octavia.get(`${LBAAS}/pools`, { limit: 1, marker: textIn(one.id) })).pools;
  const [two] = Array.isArray(second) ? second.filter(isObject) : [];
  const isPaged = Array.isArray(first) && first.length === 1 && two !== undefined && two.id !== one.id;
  return checkResult(
    isPaged,
    `a page of 1 has ${Array.isArray(first) ? first.length : 0} objects, the next ${two ? "another one" : "none"}`,
  );
}
