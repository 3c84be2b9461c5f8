import { expect, it } from "vitest";
import { namedIn } from "../../../sdk/kubernetes/read-cluster";
import { openShiftRoute } from "../../support/manifests";

// Of a live cluster the Secret that a Route names in externalCertificate was not read where its type is not kubernetes.io/tls.

it("the Secret of a Route is read like that of an Ingress", () => {
  const tls = { termination: "edge", externalCertificate: { name: "app-tls" } };
  const route = openShiftRoute("r", { host: "r.com", to: { kind: "Service", name: "a" }, tls });
  const named = namedIn([{ ...route, metadata: { ...route.metadata, namespace: "shop" } }] as Parameters<typeof namedIn>[0]);
  expect(named.map(({ namespace, name }) => `${namespace}/${name}`)).toEqual(["shop/app-tls"]);
});
