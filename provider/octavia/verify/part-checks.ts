// Checks of `k8s-lb verify` about listeners, pools, members and policies of Octavia.

import { type CheckResult, checkResult, unknown } from "../../verify/check";
import { textIn } from "../tree/compare";
import { type OctaviaVerifySession, outcomeText } from "./session";

export async function portOnce(session: OctaviaVerifySession): Promise<CheckResult> {
  await session.listener("port", 83);
  const id = textIn((await session.base()).id);
  const listener = { name: session.name("port-again"), protocol: "HTTP", protocol_port: 83, loadbalancer_id: id };
  const outcome = await session.attempt("POST", "/listeners", { listener });
  await session.rest(id);
  const isRefused = outcome.status === 409 && "refused" in outcome && /already/i.test(outcome.refused);
  return checkResult(isRefused, `the second listener was answered ${outcomeText(outcome)}`);
}

export async function poolInUse(session: OctaviaVerifySession): Promise<CheckResult> {
  const [listener, pool] = [await session.listener("used", 84), await session.pool("used")];
  const id = textIn((await session.base()).id);
  const l7policy = { name: session.name("used"), listener_id: listener, action: "REDIRECT_TO_POOL", redirect_pool_id: pool };
  await session.done(id, "POST", "/l7policies", { l7policy });
  const outcome = await session.attempt("DELETE", `/pools/${pool}`);
  await session.rest(id);
  const isRefused = outcome.status === 409 && "refused" in outcome && /in use|InUse/i.test(outcome.refused);
  return checkResult(isRefused, `DELETE was answered ${outcomeText(outcome)}`);
}

const member = (last: number) => ({ address: `192.0.2.${last}`, protocol_port: 8080 });

export async function membersReplaced(session: OctaviaVerifySession): Promise<CheckResult> {
  const pool = await session.pool("batch");
  const id = textIn((await session.base()).id);
  await session.done(id, "PUT", `/pools/${pool}/members`, { members: [member(20), member(21)] });
  await session.done(id, "PUT", `/pools/${pool}/members`, { members: [member(21), member(22)] });
  const addresses = (await session.list(`/pools/${pool}/members`, "members")).map(({ address }) => textIn(address)).sort();
  const holds = addresses.join(" ") === "192.0.2.21 192.0.2.22";
  return checkResult(holds, `${addresses.length} members after a batch of 2${holds ? "" : ", others than in the batch"}`);
}

export async function policiesShift(session: OctaviaVerifySession): Promise<CheckResult> {
  const listener = await session.listener("order", 85);
  const id = textIn((await session.base()).id);
  const policy = (word: string, position: number) => ({
    l7policy: { name: session.name(word), listener_id: listener, action: "REJECT", position },
  });
  for (const [word, position] of [
    ["order-b", 1],
    ["order-a", 1],
    ["order-c", 99],
  ] as const)
    await session.done(id, "POST", "/l7policies", policy(word, position));
  const live = await session.list("/l7policies", "l7policies", { listener_id: listener });
  const order = live
    .map(({ name, position }) => `${textIn(name).slice(-1)} at ${Number(position)}`)
    .sort()
    .join(", ");
  return checkResult(order === "a at 1, b at 2, c at 3", order);
}

export async function goneIs404(session: OctaviaVerifySession): Promise<CheckResult> {
  const pool = await session.pool("gone");
  const id = textIn((await session.base()).id);
  const first = await session.attempt("DELETE", `/pools/${pool}`);
  await session.rest(id);
  if ("refused" in first) return unknown(`the first DELETE was answered ${outcomeText(first)}`);
  const second = await session.attempt("DELETE", `/pools/${pool}`);
  return checkResult(
    "object" in second,
    "object" in second ? "the second DELETE counts as done" : `it was answered ${outcomeText(second)}`,
  );
}
