import { describe, expect, test } from "vitest";
import { notOnOvn, tooNew, type Unsupported } from "../../../../resources/octavia/unsupported";
import { newest, OCTAVIA_SINCE, parseVersion } from "../../../../resources/octavia/versions";

const version = (text: string) => parseVersion(text) ?? { major: 0, minor: 0 };
const pointers = (found: Unsupported[]) => found.map(({ pointer }) => pointer);

const rich = {
  name: "web",
  vip_address: "10.0.0.1",
  tags: ["x"],
  flavor_id: "f",
  listeners: [
    {
      name: "a",
      protocol: "TCP",
      protocol_port: 80,
      allowed_cidrs: ["10.0.0.0/8"],
      timeout_client_data: 1,
      default_pool: {
        name: "p",
        protocol: "PROXYV2",
        lb_algorithm: "SOURCE_IP_PORT",
        members: [{ address: "10.1.0.1", protocol_port: 80, backup: true }],
      },
    },
    { name: "b", protocol: "UDP", protocol_port: 80, default_pool: { name: "shared" } },
    {
      name: "c",
      protocol: "HTTP",
      protocol_port: 8080,
      l7policies: [{ name: "r", action: "REDIRECT_TO_URL", position: 1, redirect_url: "https://x", redirect_http_code: 301, rules: [] }],
    },
  ],
  pools: [
    { name: "shared", protocol: "UDP", lb_algorithm: "ROUND_ROBIN", healthmonitor: { type: "HTTP", delay: 5, timeout: 3, max_retries: 1 } },
  ],
};

describe("what a version lacks", () => {
  test("is found everywhere in the tree", () => {
    expect(tooNew(rich, version("2.0"))).toHaveLength(10);
    expect(pointers(tooNew(rich, version("2.8")))).toEqual([
      "/listeners/2/l7policies/0/redirect_http_code",
      "/listeners/0/allowed_cidrs",
      "/listeners/0/default_pool/lb_algorithm",
      "/listeners/1/protocol_port",
      "/pools/0/healthmonitor/type",
      "/listeners/0/default_pool/protocol",
    ]);
    expect(tooNew(rich, version("2.21"))).toEqual([
      {
        pointer: "/listeners/0/default_pool/protocol",
        message: "Octavia API 2.22 is needed for the protocol PROXYV2, the server has 2.21",
      },
    ]);
  });

  test("is nothing on a new server", () => {
    expect(tooNew(rich, version("2.30"))).toEqual([]);
    expect(tooNew(rich, version("3.0"))).toEqual([]);
  });

  test("rises with the version", () => {
    const counts = Array.from({ length: 31 }, (_, minor) => tooNew(rich, { major: 2, minor }).length);
    expect([...counts].sort((a, b) => b - a)).toEqual(counts);
    for (const since of Object.values(OCTAVIA_SINCE)) expect(since).toBeGreaterThan(0);
  });
});

describe("what ovn lacks", () => {
  const ovn = (body: object) => pointers(notOnOvn({ name: "web", provider: "ovn", ...body }));
  const pool = { name: "p", protocol: "TCP", lb_algorithm: "SOURCE_IP_PORT" };

  test("is nothing for plain connections", () => {
    const member = { address: "10.1.0.1", protocol_port: 80 };
    const healthmonitor = { type: "TCP", delay: 5, timeout: 3, max_retries: 1 };
    const listener = { protocol: "TCP", protocol_port: 80, allowed_cidrs: null, connection_limit: -1, insert_headers: {}, l7policies: [] };
    const session_persistence = { type: "SOURCE_IP" };
    expect(
      ovn({
        vip_address: "10.0.0.1",
        listeners: [{ ...listener, default_pool: { ...pool, members: [member], healthmonitor, session_persistence } }],
      }),
    ).toEqual([]);
  });

  test.each([
    ["HTTP", { listeners: [{ protocol: "HTTP", protocol_port: 80 }] }, "/listeners/0/protocol"],
    ["another algorithm", { pools: [{ ...pool, lb_algorithm: "ROUND_ROBIN" }] }, "/pools/0/lb_algorithm"],
    ["cookies", { pools: [{ ...pool, session_persistence: { type: "HTTP_COOKIE" } }] }, "/pools/0/session_persistence/type"],
    ["allowed_cidrs", { listeners: [{ protocol: "TCP", protocol_port: 80, allowed_cidrs: ["10.0.0.0/8"] }] }, "/listeners/0/allowed_cidrs"],
    ["L7", { listeners: [{ protocol: "TCP", protocol_port: 80, l7policies: [{ name: "x" }] }] }, "/listeners/0/l7policies"],
    ["monitors over HTTP", { pools: [{ ...pool, healthmonitor: { type: "HTTP" } }] }, "/pools/0/healthmonitor/type"],
    ["monitor_port", { pools: [{ ...pool, members: [{ address: "10.0.0.1", monitor_port: 1 }] }] }, "/pools/0/members/0/monitor_port"],
    ["flavors", { flavor_id: "f" }, "/flavor_id"],
    ["mixed families", { vip_address: "10.0.0.1", pools: [{ ...pool, members: [{ address: "fd00::1" }] }] }, "/pools/0/members/0/address"],
  ])("is found: %s", (_what, body, pointer) => {
    expect(ovn(body)).toEqual([pointer]);
  });
});

test("versions count as numbers", () => {
  const versions = ["v2.9", "v2.30", "v2.10"].map(parseVersion).filter((one) => one !== undefined);
  expect(newest(versions)).toEqual({ major: 2, minor: 30 });
  expect(parseVersion("2")).toBeUndefined();
});
