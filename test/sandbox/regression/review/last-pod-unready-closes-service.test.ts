import { expect, it } from "vitest";
import { endpoints, service } from "../../../support/manifests";
import { reviewOf } from "../../../support/review";

// A Service of layer 4 whose last Pod was drained or not ready was said to be closed now: which servers are ready is no difference of requests.

const SETTINGS = { naming: "kuryr", service_subnet_id: "5f1ba4f6-2b1c-4f3c-8f6e-0d6f0f8f0c11" };
const side = (annotations: object, ready: boolean) => {
  const { metadata, spec, ...rest } = service("tcp", [5432]) as { metadata: object; spec: object };
  const { subsets } = endpoints("tcp", ["10.0.2.1"], 5432) as { subsets: { addresses: object[] }[] };
  const of = subsets.map(({ addresses, ...one }) => ({ ...one, [ready ? "addresses" : "notReadyAddresses"]: addresses }));
  return {
    specs: [
      { ...rest, metadata: { ...metadata, annotations }, spec: { ...spec, type: "LoadBalancer" } },
      { apiVersion: "v1", kind: "Endpoints", metadata, subsets: of },
    ],
    settings: SETTINGS,
  };
};

it.each([
  ["drained", side({ "k8s-lb.io/drained": "10.0.2.1" }, true)],
  ["not ready", side({}, false)],
])("counts no request where the last Pod of a Service is %s", (_state, after) => {
  const lines = reviewOf("octavia", side({}, true), after);
  expect(lines[0]).toBe("1 route without a ready server, 1 Service with other servers");
  expect(lines[1]).toMatch(
    /^ {2}- tcp:\/\/default\/tcp:5432: now closed, (its only server is not|no server is) ready, was default\/tcp:5432$/,
  );
});
