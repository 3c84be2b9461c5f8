import { describe, expect, it } from "vitest";
import { readSpecs } from "../../../sdk";
import { requestChanges } from "../../../sdk/requests/changes";
import { desiredOfSpecs } from "../../../sdk/requests/desired-of-specs";
import { checkExpectations } from "../../../sdk/requests/expectations/check";
import { expectationsIn } from "../../../sdk/requests/expectations/read";
import { RequestExplainer } from "../../../sdk/requests/explain";
import { rulesWithOwners } from "../../../sdk/requests/rules-with-owners";
import { TARGETS } from "../../../sdk/targets";
import { endpoints, ingressV1, service } from "../../support/manifests";

// The wrong port of one rule hid the servers of a Service from all rules: their answers were those of a Service without servers.

const SETTINGS = { avi: { clusterName: "c1" }, octavia: { service_subnet_id: "4f6c1c1e-1111-4111-8111-111111111111" } };

/** The faulty rule comes first or last in the model. */
const FAULTY = ["a.example.com", "z.example.com"];

describe.each(["avi", "octavia"] as const)("on %s", (to) => {
  const target = TARGETS[to];
  const faulty = (host: string) => ({
    apiVersion: "networking.k8s.io/v1",
    kind: "Ingress",
    metadata: { name: host.slice(0, 1), namespace: "default" },
    spec: {
      rules: [
        {
          host,
          http: { paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: "web", port: { name: "htpp" } } } }] },
        },
      ],
    },
  });
  const sideOf = (...objects: object[]) => {
    const common = [
      service("web", [{ name: "http", port: 80, targetPort: 8080 }]),
      endpoints("web", ["10.0.0.1"], [{ name: "http", port: 8080 }]),
    ];
    const specs = readSpecs([...common, ...objects].map((value) => ({ value })));
    const served = target.balancer!.served(target.translate(specs, { settings: SETTINGS[to] }));
    return { desired: desiredOfSpecs(specs, (known) => target.asks!(known, SETTINGS[to])), served };
  };
  const right = ingressV1("m", [{ host: "m.example.com", path: "/", type: "Prefix", service: "web" }]);

  it.each(FAULTY)("a fault of %s changes no answer of another host", (host) => {
    const side = sideOf(right, faulty(host));
    const found = new RequestExplainer(side).explain({ url: "http://m.example.com/" });
    expect(found?.answer).toMatchObject({ kind: "forward", to: [{ service: "default/web:80", servers: ["10.0.0.1:8080"] }] });
    expect(found?.differs).toBe(false);
    expect(requestChanges(sideOf(right), side).changes.filter((one) => one.host === "m.example.com")).toEqual([]);
  });

  it.each(FAULTY)("%s itself gets the servers that its pool has, and none of a pool of its own", (host) => {
    const side = sideOf(right, faulty(host));
    const { expectations } = expectationsIn([{ request: `http://${host}/`, to: "default/web:80" }]);
    const [found] = checkExpectations(expectations, new RequestExplainer(side));
    const planned = checkExpectations(
      expectations,
      new RequestExplainer({ served: rulesWithOwners(side), known: rulesWithOwners(side) }),
    )[0];
    for (const one of [found, planned]) {
      expect(one?.explanation.answer).toMatchObject({
        to: [{ service: "default/web:80", servers: to === "octavia" ? ["10.0.0.1:8080"] : [] }],
      });
      expect(one?.misses).toEqual(to === "octavia" ? [] : ["Service default/web has no such port 80"]);
    }
    expect(found?.explanation.differs).toBe(false);
  });
});
