import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../../../provider/lifecycle/bodies/json";
import { check } from "../../../../../provider/octavia/preview/check";

// biome-ignore lint/suspicious/noExplicitAny: bodies are broken freely here
type Any = any;

const sound = (): Any => ({
  owner: "pulumi-k8s-lb:test",
  loadBalancer: {
    name: "web",
    vip_subnet_id: "s",
    listeners: [
      {
        name: "l",
        protocol: "HTTP",
        protocol_port: 80,
        default_pool: {
          name: "p",
          protocol: "HTTP",
          lb_algorithm: "ROUND_ROBIN",
          members: [{ address: "10.0.0.1", protocol_port: 80 }],
          healthmonitor: { type: "HTTP", delay: 5, timeout: 3, max_retries: 1, url_path: "/" },
        },
        l7policies: [
          {
            name: "a",
            action: "REDIRECT_TO_POOL",
            position: 1,
            redirect_pool: { name: "p" },
            rules: [{ type: "PATH", compare_type: "REGEX", value: "^/a" }],
          },
        ],
      },
    ],
  },
});
const reasons = (edit: (inputs: Any, listener: Any, pool: Any) => unknown): string => {
  const inputs = sound();
  const [listener] = inputs.loadBalancer.listeners;
  edit(inputs, listener, listener.default_pool);
  return check(inputs)
    .map(({ reason }) => reason)
    .join("\n");
};

test("a listener that keeps its certificates needs none", () => {
  const edit = (keep: string[]) => (inputs: Any, listener: Any) => {
    inputs.keep = keep;
    Object.assign(listener, { protocol: "TERMINATED_HTTPS", protocol_port: 443 });
  };
  expect(reasons(edit(["listeners/TCP:443"]))).toBe("");
  expect(reasons(edit(["listeners/TCP:80"]))).toMatch(/needs a certificate/);
});

test("a sound body passes, and so does one of which preview knows little", () => {
  expect(reasons(() => {})).toBe("");
  const hide = (value: Any): Any => {
    if (Array.isArray(value)) return value.map(hide);
    if (typeof value === "object") return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, hide(one)]));
    return UNKNOWN;
  };
  const hidden = { owner: UNKNOWN, loadBalancer: hide(sound().loadBalancer) };
  expect(check(hidden)).toEqual([]);
  expect(check({ owner: "o", loadBalancer: UNKNOWN, secrets: UNKNOWN, floatingIp: UNKNOWN, securityGroup: UNKNOWN })).toEqual([]);
});

const FAULTS: [string, (inputs: Any, listener: Any, pool: Any) => unknown, RegExp][] = [
  ["no owner", (i) => delete i.owner, /\/owner: the mark/],
  ["an unknown property", (i) => (i.loadbalancer = {}), /\/loadbalancer: there is no such property/],
  ["no VIP", (i) => delete i.loadBalancer.vip_subnet_id, /one of vip_port_id, vip_network_id, vip_subnet_id/],
  [
    "a misspelt field",
    (_i, l) => (l.connectionLimit = 1),
    /\/loadBalancer\/listeners\/0\/connectionLimit: a listener has no such field; is connection_limit meant\?/,
  ],
  ["a port out of range", (_i, l) => (l.protocol_port = 70_000), /listeners\/0\/protocol_port: is 70000, an integer from 1 to 65535/],
  ["an unknown protocol", (_i, l) => (l.protocol = "http"), /listeners\/0\/protocol: is "http", one of HTTP/],
  ["a text for a number", (_i, _l, p) => (p.members[0].weight = "5"), /members\/0\/weight: is "5"/],
  ["no algorithm", (_i, _l, p) => delete p.lb_algorithm, /default_pool\/lb_algorithm: is missing/],
  [
    "two listeners on one port",
    (i, l) => i.loadBalancer.listeners.push({ ...l, protocol: "TCP", l7policies: [], default_pool: { name: "p" } }),
    /two listeners on TCP:80/,
  ],
  [
    "a member twice in two spellings",
    (_i, _l, p) =>
      (p.members = [
        { address: "FD00::1", protocol_port: 1 },
        { address: "fd00:0::1", protocol_port: 1 },
      ]),
    /member \[fd00::1\]:1 is there twice/,
  ],
  ["a pool that is nowhere", (_i, l) => (l.default_pool = { name: "q" }), /pool "q" is named but nowhere spelt out/],
  ["a pool twice", (i, _l, p) => (i.loadBalancer.pools = [p]), /pool "p" is spelt out twice/],
  ["a pool of a wrong protocol", (_i, _l, p) => (p.protocol = "UDP"), /a HTTP listener cannot have a UDP pool/],
  ["no certificate", (_i, l) => (l.protocol = "TERMINATED_HTTPS"), /needs a certificate/],
  [
    "a pool to keep whose name means a listener",
    (i, _l, p) => {
      p.name = "listeners/TCP:443";
      i.loadBalancer.listeners[0].l7policies = [];
      i.keep = ["listeners/TCP:443"];
    },
    /keep\/0: "listeners\/TCP:443" means a listener, and a pool has this name/,
  ],
  [
    "a certificate that is not among the secrets",
    (_i, l) => Object.assign(l, { protocol: "TERMINATED_HTTPS", default_tls_container_ref: { name: "x" } }),
    /secrets has no "x"/,
  ],
  ["L7 on TCP", (_i, l) => (l.protocol = "TCP"), /a TCP listener has no L7 policies/],
  ["a header that cannot be inserted", (_i, l) => (l.insert_headers = { "X-Foo": "true" }), /"X-Foo" cannot be inserted/],
  ["a header that is no text", (_i, l) => (l.insert_headers = { "X-Forwarded-For": true }), /must be the text/],
  ["no network", (_i, l) => (l.allowed_cidrs = ["10.0.0.0/33"]), /is no network in CIDR form/],
  ["no address", (_i, _l, p) => (p.members[0].address = "pod-a"), /"pod-a" is no IP address/],
  ["the metadata service", (_i, _l, p) => (p.members[0].address = "169.254.169.254"), /metadata service/],
  ["a path that is none", (_i, _l, p) => (p.healthmonitor.url_path = "healthz"), /does not begin with \//],
  ["codes that are none", (_i, _l, p) => (p.healthmonitor.expected_codes = "2xx"), /has not the form 200/],
  ["HTTP fields on TCP", (_i, _l, p) => (p.healthmonitor.type = "TCP"), /url_path: does not go with type TCP/],
  [
    "a UDP monitor on HTTP",
    (_i, _l, p) => (p.healthmonitor = { type: "UDP-CONNECT", delay: 5, timeout: 3, max_retries: 1 }),
    /watches UDP and SCTP pools only/,
  ],
  ["a host without HTTP 1.1", (_i, _l, p) => (p.healthmonitor.domain_name = "a.example"), /needs http_version 1.1/],
  ["a cookie without a name", (_i, _l, p) => (p.session_persistence = { type: "APP_COOKIE" }), /cookie_name: is missing/],
  ["a policy without a target", (_i, l) => delete l.l7policies[0].redirect_pool, /redirect_pool: is missing for REDIRECT_TO_POOL/],
  ["a target too many", (_i, l) => (l.l7policies[0].redirect_url = "https://a"), /redirect_url: does not go with REDIRECT_TO_POOL/],
  ["a regular expression that is none", (_i, l) => (l.l7policies[0].rules[0].value = "("), /is no regular expression/],
  [
    "a header rule without a name",
    (_i, l) => (l.l7policies[0].rules[0] = { type: "HEADER", compare_type: "EQUAL_TO", value: "x" }),
    /key: is missing for HEADER/,
  ],
  [
    "a file type by prefix",
    (_i, l) => (l.l7policies[0].rules[0] = { type: "FILE_TYPE", compare_type: "STARTS_WITH", value: "x" }),
    /FILE_TYPE knows EQUAL_TO and REGEX only/,
  ],
  [
    "too many rules",
    (_i, l) => (l.l7policies[0].rules = Array.from({ length: 51 }, (_, n) => ({ type: "PATH", compare_type: "EQUAL_TO", value: `/${n}` }))),
    /has 51 rules, 50 are allowed/,
  ],
  ["a floating IP from nowhere", (i) => (i.floatingIp = {}), /floating_network_id or floating_ip_address is needed/],
  ["a group rule without a port", (i) => (i.securityGroup = { name: "g", rules: [{ remote_ip_prefix: "0.0.0.0/0" }] }), /rules\/0\/port/],
  [
    "the same name for two secrets",
    (i) => (i.secrets = [1, 2].map(() => ({ name: "a", certificate: "c", key: "k" }))),
    /"a" is there twice/,
  ],
];

describe("what the API would refuse", () => {
  test.each(FAULTS)("%s", (_what, edit, expected) => {
    expect(reasons(edit)).toMatch(expected);
  });

  test("no failure is attached to a secret, and none tells one", () => {
    const inputs = { ...sound(), secrets: [{ name: "a", certificate: 5, key: { oops: "TOPSECRET" } }] };
    const found = check(inputs);
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ property }) => property === "")).toBe(true);
    expect(JSON.stringify(found)).not.toContain("TOPSECRET");
  });
});
