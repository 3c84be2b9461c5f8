import { describe, expect, it } from "vitest";
import { avi, ingress, PEM, secret, service, translate } from "./ako-world";

const HOST = "shop.avi.internal";
/** The same Ingress in another namespace, with its Secret and Service. */
const inside = (namespace: string, paths: string[], day = 1) =>
  [ingress(`in-${namespace}`, HOST, { tls: "tls", paths }), service("web"), secret("tls", namespace)].map((object) => ({
    ...object,
    metadata: { ...object.metadata, namespace, creationTimestamp: `2026-01-0${day}T00:00:00Z` },
  }));
const attached = (policies: unknown) =>
  [...JSON.stringify(policies).matchAll(/"index":(\d+),"http_policy_set_ref":"[^=]*=([^"]*)"/g)].map(
    ([, index, name]) => `${index} ${name}`,
  );
const route = (path: string | undefined, namespace = "default") => ({
  apiVersion: "route.openshift.io/v1",
  kind: "Route",
  metadata: { name: "shop", namespace },
  spec: {
    host: HOST,
    ...(path ? { path } : {}),
    to: { kind: "Service", name: "web" },
    tls: { termination: "edge", certificate: PEM, key: "key", insecureEdgeTerminationPolicy: "Redirect" },
  },
});

describe("policies of a host", () => {
  const given = [avi(), ...inside("a", ["/z", "/longer"], 1), ...inside("b", ["/y"], 2)];

  it("stand by the path that each begins with on a child", () => {
    const { children } = translate({ naming: "ako-2" }, ...given);
    expect(attached(children[0]?.http_policies)).toEqual([`11 my-cluster--b-${HOST}`, `12 my-cluster--a-${HOST}`]);
  });

  it("stand by the age of their objects, before the redirect, on a virtual service of the host's own", () => {
    const { objects } = translate({ naming: "ako-2", shardVSSize: "DEDICATED" }, ...given);
    const names = [`11 my-cluster--a-${HOST}`, `12 my-cluster--b-${HOST}`, `13 my-cluster--${HOST}-L7-dedicated`];
    expect(attached(objects.virtualservice?.[0]?.http_policies)).toEqual(names);
  });

  it("have the redirect of an EVH child before those with a path and behind those without", () => {
    const order = (path?: string) => {
      const { children, objects } = translate({ naming: "ako-2-evh" }, service("web"), route(path));
      const redirect = objects.httppolicyset?.find((policy) => JSON.stringify(policy).includes("redirect_action"))?.name;
      return attached(children[0]?.http_policies).indexOf(`12 ${redirect}`);
    };
    expect([order("/a"), order()]).toEqual([-1, 1]);
  });
});

describe("the ICAP profile of a HostRule", () => {
  const rule = {
    apiVersion: "ako.vmware.com/v1beta1",
    kind: "HostRule",
    metadata: { name: "icap", namespace: "default" },
    spec: { virtualhost: { fqdn: "avi.internal", fqdnType: "Contains", icapProfile: ["scan"] } },
  };
  const of = (settings: object) => {
    const given = [avi(), service("web"), secret("tls"), ingress("shop", HOST, { tls: "tls" }), rule];
    const { objects, said } = translate(settings, ...given);
    const users = (objects.virtualservice ?? [])
      .filter((vs) => vs.icap_request_profile_refs !== undefined)
      .map(({ type }) => type)
      .sort();
    return [users, said("LB1312").length];
  };

  it("is that of children and hosts apart, and with EVH of the parent too", () => {
    expect(of({ naming: "ako-2" })).toEqual([["VS_TYPE_VH_CHILD"], 1]);
    expect(of({ naming: "ako-2", shardVSSize: "DEDICATED" })).toEqual([["VS_TYPE_NORMAL"], 0]);
    expect(of({ naming: "ako-2-evh" })).toEqual([["VS_TYPE_VH_CHILD", "VS_TYPE_VH_PARENT"], 0]);
  });
});
