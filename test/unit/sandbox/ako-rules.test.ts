import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type KubernetesSandbox, startKubernetesSandbox } from "../../../sandbox/index";
import { akoDefinitions } from "../../../sdk";
import { create, type RuleManifest, type RulesApi, recordedRules, wrongRules } from "../../sandbox/lib/ako-rules";
import { clientOf } from "./kubernetes-client";

// The definitions of `k8s-lb crds` in the sandbox; the real API server takes them in test/cli/nightly.

let cluster: KubernetesSandbox;
const api: RulesApi = async (_method, path, body) => clientOf(cluster).post(path, body);

beforeAll(async () => {
  cluster = await startKubernetesSandbox({ https: false, operator: false });
  const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  for (const definition of akoDefinitions()) expect((await clientOf(cluster).post(definitions, definition)).status).toBe(201);
});
afterAll(() => cluster.close());

describe("the Kubernetes sandbox with our definitions of AKO's custom resources", () => {
  it.each(recordedRules)("takes %s", async (_name, rule) => {
    const { status, body } = await create(api, rule);
    expect([status, body.message]).toEqual([201, undefined]);
  });

  it.each(wrongRules)("refuses a wrong %s", async (field, rule) => {
    const { status, body } = await create(api, rule);
    expect(status).toBe(422);
    expect(body.message).toContain(field);
  });

  it("keeps a status beside the spec, and no field that the definition does not have", async () => {
    const rule: RuleManifest = {
      apiVersion: "ako.vmware.com/v1alpha1",
      kind: "HostRule",
      metadata: { name: "shop" },
      spec: { virtualhost: { fqdn: "shop.example.com", fqdnn: "slip" } },
    };
    await create(api, rule, false);
    const path = "/apis/ako.vmware.com/v1beta1/namespaces/default/hostrules/shop";
    const status = { status: "Accepted", error: "" };
    expect((await create(api, { ...rule, metadata: { name: "shop" } }, false)).status).toBe(409);
    const answer = await clientOf(cluster).merge(`${path}/status`, { status, spec: { virtualhost: { fqdn: "other.example.com" } } });
    expect([answer.status, answer.body.message]).toEqual([200, undefined]);
    const { body } = await clientOf(cluster).get(path);
    expect([body.spec, body.status]).toEqual([{ virtualhost: { fqdn: "shop.example.com" } }, status]);
  });
});
