import { describe, expect, test, vi } from "vitest";
import { cloud, fault, fresh, unauthorized } from "./cloud";

const world = cloud();
const LIST = "/v2/lbaas/loadbalancers";
const identityCalls = () => world.calls.filter((call) => call.service === "identity");

describe("a token", () => {
  test("is asked for once, however many need it, and lists versions, project and services", async () => {
    const { octavia, network, projectId } = fresh(world);
    await Promise.all([octavia.get(LIST), octavia.version(), octavia.version(), network.get("/v2.0/ports"), projectId()]);
    expect(identityCalls()).toHaveLength(1);
    expect(identityCalls()[0]?.body?.auth).toEqual({
      identity: { methods: ["password"], password: { user: { name: "demo", domain: { id: "default" }, password: "secret-word" } } },
      scope: { project: { name: "demo", domain: { id: "default" } } },
    });
    expect(await octavia.version()).toEqual({ major: 2, minor: 10 });
    expect(world.count("GET /v2.0/ports")).toBe(1);
    expect(world.calls.filter((call) => call.service === "load-balancer" && call.path === "/")).toHaveLength(1);
  });

  test("of an application credential has no scope, by id and by name", async () => {
    const secret = { OS_APPLICATION_CREDENTIAL_SECRET: "secret-word", OS_PASSWORD: "" };
    await fresh(world, { ...secret, OS_APPLICATION_CREDENTIAL_ID: "ac1" }).octavia.get(LIST);
    await fresh(world, { ...secret, OS_APPLICATION_CREDENTIAL_NAME: "ci", OS_USER_DOMAIN_NAME: "corp" }).octavia.get(LIST);
    const identity = { methods: ["application_credential"] };
    expect(identityCalls().map((call) => call.body?.auth)).toEqual([
      { identity: { ...identity, application_credential: { id: "ac1", secret: "secret-word" } } },
      {
        identity: {
          ...identity,
          application_credential: { name: "ci", user: { name: "demo", domain: { name: "corp" } }, secret: "secret-word" },
        },
      },
    ]);
  });

  test("that is given is used as it is where it is for the project, and exchanged where not", async () => {
    world.valid.add("given");
    const mine = { OS_TOKEN: "given", OS_PASSWORD: "", OS_USERNAME: "" };
    await fresh(world, { ...mine, OS_PROJECT_NAME: "" }).octavia.get(LIST);
    await fresh(world, mine).octavia.get(LIST);
    expect(identityCalls().map((call) => call.method)).toEqual(["GET", "GET"]);
    await fresh(world, { ...mine, OS_PROJECT_NAME: "", OS_PROJECT_ID: "p-2" }).octavia.get(LIST);
    expect(identityCalls().at(-1)?.body?.auth).toEqual({
      identity: { methods: ["token"], token: { id: "given" } },
      scope: { project: { id: "p-2" } },
    });
  });

  test("is renewed some minutes before its end", async () => {
    const { octavia } = fresh(world);
    await octavia.get(LIST);
    vi.spyOn(performance, "now").mockReturnValue(performance.now() + 54 * 60_000);
    await octavia.get(LIST);
    expect(identityCalls()).toHaveLength(1);
    vi.mocked(performance.now).mockReturnValue(performance.now() + 2 * 60_000);
    await Promise.all([octavia.get(LIST), octavia.get(LIST)]);
    vi.restoreAllMocks();
    expect(identityCalls()).toHaveLength(2);
  });

  test("goes on while it holds when Keystone is away", async () => {
    const { octavia } = fresh(world);
    await octavia.get(LIST);
    world.keystone = () => ({ status: 503 });
    vi.spyOn(performance, "now").mockReturnValue(performance.now() + 57 * 60_000);
    await octavia.get(LIST);
    await octavia.get(LIST);
    vi.mocked(performance.now).mockReturnValue(performance.now() + 4 * 60_000);
    await expect(octavia.get(LIST)).rejects.toThrow(/LB2014: Keystone/);
    vi.restoreAllMocks();
  });

  test("that was revoked is renewed once for all who met it", async () => {
    const { octavia } = fresh(world);
    await octavia.get(LIST);
    world.valid.clear();
    await Promise.all(Array.from({ length: 8 }, () => octavia.get(LIST)));
    expect(identityCalls()).toHaveLength(2);
  });

  test("refused twice is an error", async () => {
    const { octavia } = fresh(world);
    world.handle(() => unauthorized("No."));
    await expect(octavia.get(LIST)).rejects.toMatchObject({ reason: "unauthenticated", code: "LB2006", status: 401 });
    expect(world.count(`GET ${LIST}`)).toBe(2);
  });

  test("that belongs to no project is said to", async () => {
    world.keystone = () => ({ status: 201, headers: { "X-Subject-Token": "t" }, body: { token: { expires_at: "2099-01-01T00:00:00Z" } } });
    const open = fresh(world, { OS_PROJECT_NAME: "" });
    await expect(open.octavia.get(LIST)).rejects.toThrow("LB2040");
    await expect(open.projectId()).rejects.toThrow("LB2040");
  });
});

describe("a refusal", () => {
  test("names user, project and address, holds, and shows no secret", async () => {
    world.keystone = () => unauthorized("wrong: password=pass-word-2 for you");
    const open = fresh(world, { OS_PASSWORD: "pass-word-2" });
    const errors = await Promise.all([1, 2, 3].map(() => open.octavia.get(LIST).catch((error: Error) => error.message)));
    expect(errors[0]).toMatch(
      /^LB2006: list of loadbalancers: http:\/\/localhost:\d+\/identity refused user demo for project demo: wrong: password=\[secret\] for you\n/,
    );
    await expect(open.octavia.get(LIST)).rejects.toThrow("LB2006");
    expect(identityCalls()).toHaveLength(1);
  });

  test("for want of a role names the role", async () => {
    world.script(`POST ${LIST}`, fault(403, "Policy does not allow this request to be performed."));
    await expect(fresh(world).octavia.post(LIST, { loadbalancer: { name: "default/web" } })).rejects.toThrow(
      /LB2010: LoadBalancer default\/web: Policy does not allow .*\n {2}.*load-balancer_member/,
    );
  });

  test.each([
    ["HTML", { status: 404, text: "<html><h1>Not here</h1></html>" }, /LB2015: Keystone .* was answered 404 .*Not here/],
    ["another service", { status: 200, body: { hello: 1 } }, /LB2015: Keystone .* was answered 200 .*hello.*, which Keystone does not/],
  ])("by %s in Keystone's place", async (_what, answer, message) => {
    world.keystone = () => answer;
    await expect(fresh(world).octavia.get(LIST)).rejects.toThrow(message);
  });
});

describe("without Keystone", () => {
  test("the project is in a header and one address serves all", async () => {
    const env = { OS_AUTH_TYPE: "none", OS_ENDPOINT: `${world.url}/load-balancer/v2.0/`, OS_PROJECT_ID: "p9", OS_AUTH_URL: "" };
    const open = fresh(world, env);
    expect(await open.projectId()).toBe("p9");
    await open.octavia.get(LIST);
    await open.network.get("/v2.0/ports");
    expect(world.calls.map(({ project, token, path }) => ({ project, token, path }))).toEqual([
      { project: "p9", token: undefined, path: LIST },
      { project: "p9", token: undefined, path: "/v2.0/ports" },
    ]);
  });

  test("other services need their address", async () => {
    const env = { OS_AUTH_TYPE: "none", OS_LOAD_BALANCER_ENDPOINT_OVERRIDE: world.url, OS_PROJECT_ID: "p9", OS_AUTH_URL: "" };
    await expect(fresh(world, env).network.get("/v2.0/ports")).rejects.toThrow("LB2037");
  });
});
