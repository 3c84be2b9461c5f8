import { describe, expect, it } from "vitest";
import { readManifestFiles, readSpecs } from "../../../../../sdk";
import { desiredOfSpecs } from "../../../../../sdk/requests/desired-of-specs";
import { checkExpectations } from "../../../../../sdk/requests/expectations/check";
import { uncovered } from "../../../../../sdk/requests/expectations/coverage";
import { readExpectations } from "../../../../../sdk/requests/expectations/read";
import { appended, expectationsOfToday, expectationsText } from "../../../../../sdk/requests/expectations/write";
import { RequestExplainer } from "../../../../../sdk/requests/explain";
import { TARGETS, type TargetName } from "../../../../../sdk/targets";
import { ingressV1, served } from "../../../../support/manifests";

function requestsOf(specs: ReturnType<typeof readSpecs>, to: TargetName, settings = {}): RequestExplainer {
  const target = TARGETS[to];
  const rules = target.balancer?.served(target.translate(specs, { settings }));
  return new RequestExplainer({
    desired: desiredOfSpecs(specs, (given) => target.asks!(given, settings)),
    ...(rules ? { served: rules } : {}),
  });
}

const examples = (folder: string) => readSpecs(readManifestFiles([`examples/${folder}`]).objects);

describe.each([
  ["quickstart/manifests", "avi"],
  ["quickstart/manifests", "octavia"],
  ["routes/manifests", "avi"],
  ["routes/manifests", "routes"],
  ["octavia/manifests", "octavia"],
  ["gateway/manifests", "octavia"],
] as const)("of %s on %s", (folder, to) => {
  it("every expectation of today passes, and every rule that takes requests is reached", () => {
    const requests = requestsOf(examples(folder), to);
    const { expectations, unreached } = expectationsOfToday(requests.ofSpecs, requests);
    expect(expectations.length).toBeGreaterThan(1);
    const read = readExpectations(expectationsText(expectations), "r.yaml");
    expect(read.faults).toEqual([]);
    const results = checkExpectations(read.expectations, requests);
    expect(results.filter(({ passed }) => !passed)).toEqual([]);
    const lost = new Set(unreached.map(({ object, pointer }) => `${object} ${pointer}`));
    expect(uncovered(requests.ofSpecs, results).filter(({ object, pointer }) => !lost.has(`${object} ${pointer}`))).toEqual([]);
  });
});

const specsOf = (...given: object[]) => readSpecs(given.map((value) => ({ value })));
const path = (host: string, path: string, service: string) => ({ host, path, type: "Prefix" as const, service });
const SHOP = [...served("web", 1), ...served("cart", 2)];

it("tells tomorrow's change of a rule, and a restriction of clients that is lost", () => {
  const balancer = (more: object) => ({
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "db", namespace: "default" },
    spec: { type: "LoadBalancer", clusterIP: "10.0.0.9", ports: [{ port: 5432 }], ...more },
  });
  const today = requestsOf(
    specsOf(
      ...SHOP,
      ingressV1("i", [path("a.com", "/", "web"), path("a.com", "/cart", "cart")]),
      balancer({ loadBalancerSourceRanges: ["10.0.0.0/8"] }),
    ),
    "octavia",
  );
  const { expectations } = readExpectations(expectationsText(expectationsOfToday(today.ofSpecs, today).expectations), "r.yaml");
  const tomorrow = requestsOf(specsOf(...SHOP, ingressV1("i", [path("a.com", "/", "web")]), balancer({})), "octavia");
  const failed = checkExpectations(expectations, tomorrow).filter(({ passed }) => !passed);
  expect(failed.map(({ expectation: { request } }) => request.url)).toEqual(["http://a.com/cart", "tcp://default/db:5432"]);
  expect(failed[1]?.expectation.expected).toEqual({ closed: true });
});

it("finds a request for a rule whose plain one another rule takes, and names rules that get none", () => {
  const all = requestsOf(
    specsOf(...SHOP, {
      ...ingressV1("i", []),
      spec: {
        rules: [
          {
            host: "a.com",
            http: {
              paths: [
                { path: "/x", pathType: "Prefix", backend: { service: { name: "web", port: { number: 80 } } } },
                { path: "/x", pathType: "Exact", backend: { service: { name: "cart", port: { number: 80 } } } },
              ],
            },
          },
        ],
      },
    }),
    "routes",
  );
  const { expectations, unreached } = expectationsOfToday(all.ofSpecs, all);
  expect(unreached).toEqual([]);
  const requests = expectations.map(({ rule, entry }) => `${rule.pointer?.at(-1)} ${entry.request} ${entry.to}`).sort();
  expect(requests[0]).toMatch(/^0 http:\/\/a\.com\/x\/\S* default\/web:80$/);
  expect(requests[1]).toBe("1 http://a.com/x default/cart:80");
});

it("keeps what a file has, comments too", () => {
  const text = "# ours\nrequests:\n  # the shop\n  - { request: http://a.com/, to: default/web:80 }\n";
  const rule = { object: "Ingress default/i", pointer: "/spec/rules/0/http/paths/1", on: null };
  expect(appended(text, [{ rule, entry: { request: "http://a.com/cart", to: "default/cart:80" } }])).toBe(
    `${text.replace("request: http://a.com/,", "request: http://a.com/,")}  # Ingress default/i /spec/rules/0/http/paths/1\n  - request: http://a.com/cart\n    to: default/cart:80\n`,
  );
});
