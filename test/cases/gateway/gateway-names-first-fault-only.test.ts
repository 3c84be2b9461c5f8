import { beforeAll, expect, test } from "vitest";
import { certificateFor } from "../../sandbox/lib/certificates";
import { gateway, http, httpRoute, https, rule, tcpRoute } from "../../support/gateway-manifests";
import { resolved } from "../../support/resolved-gateways";

// Of four dead references of a Route one was reported, of two dead Secrets of a listener one, and of a Route that is refused by one of two
// Gateways nothing said by which. A certificate for other names, or the key of another one, passed a Gateway in silence.

const read = (objects: object[]) => resolved(["", ...objects.map((one) => JSON.stringify(one))].join("\n---\n"));
const ours = (name: string, listeners: object[], more: object = {}) => gateway(name, listeners, { gatewayClassName: "test", ...more });

const messages = ({ diagnostics }: ReturnType<typeof read>, ...codes: string[]) =>
  diagnostics.filter(({ code }) => codes.includes(code)).map(({ code, pointer, message }) => `${code} ${pointer}: ${message}`);

const route = (rules: object[]) => httpRoute("r", "web", rules);

test("each dead reference of a Route is reported, and its condition names them all", () => {
  const filter = { type: "ExtensionRef", extensionRef: { group: "x.io", kind: "Limit", name: "l" } };
  const found = read([
    ours("web", [http("http")]),
    route([rule("/a", { one: 1, two: 1 }), rule("/b", { three: 1 }), rule("/c", { four: 1 }, { filters: [filter] })]),
  ]);
  expect(messages(found, "LB1705")).toEqual([
    "LB1705 /spec/rules/0/backendRefs/0: Service default/one is not among the specs",
    "LB1705 /spec/rules/0/backendRefs/1: Service default/two is not among the specs",
    "LB1705 /spec/rules/1/backendRefs/0: Service default/three is not among the specs",
    "LB1705 /spec/rules/2/filters/0/extensionRef: Limit.x.io l is not a known filter",
    "LB1705 /spec/rules/2/backendRefs/0: Service default/four is not among the specs",
  ]);
  const fields = JSON.stringify(found.statuses.find(({ object }) => object.kind === "HTTPRoute")?.fields);
  for (const name of ["one", "two", "three", "four"]) expect(fields).toContain(`default/${name}`);
});

test("the same of a TCPRoute, and of the Secrets of a listener", () => {
  const tcp = tcpRoute("t", "web#db", "gone");
  const [first] = tcp.spec.rules;
  const refs = [...(first?.backendRefs ?? []), { name: "lost", port: 80 }];
  const listeners = [
    { name: "db", port: 5432, protocol: "TCP" },
    { ...https("s", "a"), tls: { certificateRefs: [{ name: "a" }, { name: "b" }] } },
  ];
  const found = read([ours("web", listeners), { ...tcp, spec: { ...tcp.spec, rules: [{ backendRefs: refs }] } }]);
  expect(messages(found, "LB1705")).toHaveLength(2);
  expect(messages(found, "LB1702").map((line) => line.split(":")[0])).toEqual([
    "LB1702 /spec/listeners/1/tls/certificateRefs/0",
    "LB1702 /spec/listeners/1/tls/certificateRefs/1",
  ]);
});

test("a rule that is not served names each parent", () => {
  const post = { matches: [{ method: "POST" }], backendRefs: [] };
  const both = route([post]);
  const parents = { ...both, spec: { ...both.spec, parentRefs: [{ name: "web" }, { name: "other" }] } };
  expect(messages(read([ours("web", [http("http")]), ours("other", [http("http")]), parents]), "LB1703")).toEqual([
    "LB1703 /spec/rules/0/matches/0/method: method is not read (Gateway default/web)",
    "LB1703 /spec/rules/0/matches/0/method: method is not read (Gateway default/other)",
  ]);
});

let secrets: object[];
beforeAll(async () => {
  const [a, b] = await Promise.all([certificateFor("a.example.com"), certificateFor("b.example.com")]);
  secrets = [secret("a", a.certificate, a.key), secret("b", b.certificate, b.key), secret("mixed", a.certificate, b.key)];
});

const secret = (name: string, certificate: string, key: string) => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name, namespace: "default" },
  stringData: { "tls.crt": certificate, "tls.key": key },
});

const withHosts = (hosts: string[]) => httpRoute("r", "web", [{ backendRefs: [] }], hosts);

test.each([
  {
    what: "for the hostname of the listener",
    listener: https("s", "a", { hostname: "b.example.com" }),
    hosts: [],
    wrong: ["b.example.com"],
  },
  { what: "for a host of a Route", listener: https("s", "a"), hosts: ["a.example.com", "b.example.com"], wrong: ["b.example.com"] },
  {
    what: "for the host of a Route below a wildcard",
    listener: https("s", "a", { hostname: "*.example.com" }),
    hosts: ["a.example.com"],
    wrong: [],
  },
  {
    what: "where one of several is for it",
    listener: { ...https("s", "a"), tls: { certificateRefs: [{ name: "a" }, { name: "b" }] } },
    hosts: ["a.example.com", "b.example.com"],
    wrong: [],
  },
])("the certificate of a Gateway is checked $what", ({ listener, hosts, wrong }) => {
  const found = read([ours("web", [listener]), ...secrets, withHosts(hosts)]);
  expect(messages(found, "LB1216").map((line) => line.slice(0, 150))).toEqual(
    wrong.map((host) =>
      expect.stringContaining(`/spec/listeners/0/tls/certificateRefs: the certificate of Secret default/a is not for ${host}`),
    ),
  );
});

test("a certificate with the key of another one is reported at its listener", () => {
  expect(messages(read([ours("web", [https("s", "mixed", { hostname: "a.example.com" })]), ...secrets]), "LB1215")).toEqual([
    expect.stringContaining(
      "LB1215 /spec/listeners/0/tls/certificateRefs: the key of Secret default/mixed does not belong to its certificate",
    ),
  ]);
});
