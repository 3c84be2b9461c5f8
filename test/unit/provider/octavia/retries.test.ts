import { describe, expect, test } from "vitest";
import type { Answer } from "../../../../provider/http/transport";
import { reasonOf, serverText } from "../../../../provider/octavia/client/errors";
import { cloud, fault, fresh, type Scripted } from "./cloud";

const world = cloud();
const LIST = "/v2/lbaas/loadbalancers";
const LB = `${LIST}/1`;
const body = { loadbalancer: { name: "default/web" } };

function answer({ status = 200, body: json, text }: Scripted): Answer {
  return { status, headers: {}, body: json, text: text ?? JSON.stringify(json) };
}

test.each<[string, string, Scripted]>([
  ["pending", "Load Balancer 1 is immutable and cannot be updated.", fault(409, "Load Balancer 1 is immutable and cannot be updated.")],
  [
    "pending",
    "Invalid state PENDING_UPDATE of loadbalancer resource 1",
    fault(409, "Invalid state PENDING_UPDATE of loadbalancer resource 1"),
  ],
  ["error-state", "Invalid state ERROR of loadbalancer resource 1", fault(409, "Invalid state ERROR of loadbalancer resource 1")],
  [
    "duplicate",
    "Another Listener on this Load Balancer is already using protocol TCP and protocol_port 80",
    fault(409, "Another Listener on this Load Balancer is already using protocol TCP and protocol_port 80"),
  ],
  ["duplicate", "This pool already has a health monitor", fault(409, "This pool already has a health monitor")],
  ["duplicate", "The VIP IP address is already in use: 10.0.0.1", fault(409, "The VIP IP address is already in use: 10.0.0.1")],
  ["in-use", "Pool 1 is in use by L7 policy 2", fault(409, "Pool 1 is in use by L7 policy 2")],
  [
    "in-use",
    "Validation failure: Cannot delete Load Balancer 1 - it has children",
    fault(400, "Validation failure: Cannot delete Load Balancer 1 - it has children"),
  ],
  ["invalid", "Too many rules on L7 policy 1", fault(409, "Too many rules on L7 policy 1")],
  ["not-found", "Load Balancer 1 not found.", fault(404, "Load Balancer 1 not found.")],
  ["not-found", "Pool 1 not found.", { status: 404, body: { code: 404, title: "Not Found", description: "Pool 1 not found." } }],
  [
    "not-found",
    "Secret provided for 'certificate' doesn't exist.",
    { status: 404, body: { code: 404, title: "Not Found", description: "Secret provided for 'certificate' doesn't exist." } },
  ],
  ["unknown", "Not Found", { status: 404, body: { code: 404, title: "Not Found", description: "" } }],
  ["unknown", "404 Not Found nginx", { status: 404, text: "<html><title>404</title><h1>404 Not Found</h1>nginx</html>" }],
  ["quota", "Quota has been met for resources: Load Balancer", fault(403, "Quota has been met for resources: Load Balancer")],
  ["forbidden", "Policy does not allow this request to be performed.", fault(403, "Policy does not allow this request to be performed.")],
  ["too-large", "Request is too large.", { status: 413, text: "Request is too large." }],
  [
    "not-implemented",
    "Provider 'ovn' does not support a requested option: x",
    fault(501, "Provider 'ovn' does not support a requested option: x"),
  ],
  ["unavailable", "", { status: 504, text: "" }],
  ["unauthenticated", "No.", { status: 401, body: { error: { code: 401, title: "Unauthorized", message: "No." } } }],
  ["invalid", "Bad limit", { status: 400, body: { code: 400, title: "Bad Request", description: "Bad limit" } }],
  [
    "quota",
    "Quota exceeded for resources: ['floatingip']. (OverQuota)",
    { status: 409, body: { NeutronError: { type: "OverQuota", message: "Quota exceeded for resources: ['floatingip'].", detail: "" } } },
  ],
  [
    "in-use",
    "Security Group 1 in use. (SecurityGroupInUse)",
    { status: 409, body: { NeutronError: { type: "SecurityGroupInUse", message: "Security Group 1 in use.", detail: "" } } },
  ],
  [
    "unknown",
    "The resource could not be found. (HTTPNotFound)",
    { status: 404, body: { NeutronError: { type: "HTTPNotFound", message: "The resource could not be found.", detail: "" } } },
  ],
])("%s: %s", (reason, text, scripted) => {
  expect(serverText(answer(scripted))).toBe(text);
  expect(reasonOf(answer(scripted))).toBe(reason);
});

const passing: [string, Scripted][] = [
  ["429", { status: 429, headers: { "Retry-After": "0" }, text: "slow down" }],
  ["503", fault(503, "Project busy.  Unable to lock the project.  Please try again.")],
  ["502 in HTML", { status: 502, text: "<html>Bad Gateway</html>" }],
  ["504", { status: 504, text: "" }],
  ["a broken connection", { drop: true }],
];

describe.each(passing)("after %s", (_what, scripted) => {
  test.each(["get", "put", "delete"] as const)("%s is sent again", async (verb) => {
    world.script(`${verb.toUpperCase()} ${LB}`, scripted, scripted);
    const { octavia } = fresh(world);
    await (verb === "put" ? octavia.put(LB, body) : octavia[verb](LB));
    expect(world.count(`${verb.toUpperCase()} ${LB}`)).toBe(3);
  });
});

describe("a create", () => {
  test.each(passing.slice(0, 2))("is sent again after %s: it was not carried out", async (_what, scripted) => {
    world.script(`POST ${LIST}`, scripted, scripted);
    await fresh(world).octavia.post(LIST, body);
    expect(world.count(`POST ${LIST}`)).toBe(3);
  });

  test.each([...passing.slice(2), ["500", fault(500, "Internal Server Error")] as [string, Scripted]])(
    "is not sent again after %s: nobody knows",
    async (_what, scripted) => {
      world.script(`POST ${LIST}`, scripted);
      await expect(fresh(world).octavia.post(LIST, body)).rejects.toMatchObject({ reason: "unavailable", code: "LB2007" });
      expect(world.count(`POST ${LIST}`)).toBe(1);
    },
  );

  test("whose answer is cut off is not known either", async () => {
    world.script(`POST ${LIST}`, { status: 201, text: '{"loadbal' });
    await expect(fresh(world).octavia.post(LIST, body)).rejects.toMatchObject({ reason: "unavailable", status: 201 });
  });
});

test("tries are bounded, and a fault of the server is believed sooner", async () => {
  world.handle(({ path }) => (path === LB ? fault(503, "busy") : path === LIST ? fault(500, "oops") : undefined));
  const { octavia } = fresh(world);
  await expect(octavia.get(LB)).rejects.toMatchObject({ reason: "busy", code: "LB2014" });
  expect(world.count(`GET ${LB}`)).toBe(6);
  await expect(octavia.get(LIST)).rejects.toMatchObject({ reason: "unavailable" });
  expect(world.count(`GET ${LIST}`)).toBe(6 + 3);
});

test("a server that is silent is not asked for ever", async () => {
  world.handle(({ path }) => (path === LB ? { silent: true } : undefined));
  await expect(fresh(world, {}, { timeout: "0.2" }).octavia.get(LB)).rejects.toMatchObject({ reason: "unavailable", code: "LB2007" });
  expect(world.count(`GET ${LB}`)).toBe(1);
});

test.each([400, 403, 409, 413, 501])("%i is final", async (status) => {
  world.script(`PUT ${LB}`, fault(status, "no"));
  await expect(fresh(world).octavia.put(LB, body)).rejects.toMatchObject({ status, text: "no" });
  expect(world.count(`PUT ${LB}`)).toBe(1);
});

describe("a delete", () => {
  test("of what is gone is done", async () => {
    world.script(`DELETE ${LB}?cascade=true`, { drop: true }, fault(404, "Load Balancer 1 not found."));
    await fresh(world).octavia.delete(LB, { cascade: true });
    expect(world.count("DELETE")).toBe(2);
  });

  test("at a wrong address is not", async () => {
    world.script(`DELETE ${LB}`, { status: 404, text: "<html>nginx</html>" });
    await expect(fresh(world).octavia.delete(LB)).rejects.toThrow("LB2015");
  });
});

test("answers without a body are fine for changes", async () => {
  world.script("PUT /v2/lbaas/pools/1/members", { status: 202, text: "" });
  expect(await fresh(world).octavia.put("/v2/lbaas/pools/1/members", { members: [] }, { additive_only: true })).toBeUndefined();
  expect(world.count("PUT /v2/lbaas/pools/1/members?additive_only=true")).toBe(1);
});

test("errors name what the caller says, and no secret", async () => {
  world.handle(({ token }) => fault(400, `secret-word ${token} -----BEGIN RSA PRIVATE KEY-----abc`));
  const { octavia } = fresh(world);
  const error = await octavia
    .about("LoadBalancer default/web")
    .get(LB)
    .catch((thrown: Error) => thrown.message);
  expect(error).toMatch(/^LB2008: LoadBalancer default\/web: \[secret\] \[secret\] \[private key\]\n/);
  await expect(octavia.get(LB)).rejects.toThrow("LB2008: LoadBalancer 1: ");
});
