import { expect, test } from "vitest";
import { v1 } from "../../../../provider";
import { UNKNOWN } from "../../../../provider/lifecycle/bodies/json";

const olds = {
  "avi:StaticRoutes": { owner: "o", clusterName: "c1", vrfContext: "global", cloud: "Default-Cloud", routes: [] },
  "avi:SharedVS": {
    owner: "o",
    virtualService: { name: "c1--a", tenant_ref: "/api/tenant?name=admin" },
    vsVip: {
      name: "c1--a",
      vrf_context_ref: "/api/vrfcontext?name=global",
      vip: [{ vip_id: "0", ip_address: { addr: "10.0.0.1", type: "V4" } }],
    },
  },
  "kubernetes:ObjectStatus": { apiVersion: "v1", kind: "Service", namespace: "shop", name: "web", status: { loadBalancer: {} } },
};

/** Values unknown in a preview may equal the existing ones: the preview shows a change, and the run that knows the value decides. */
test.each([
  ["avi:SharedVS", "virtualService", { name: UNKNOWN }, { name: "c1--b" }],
  ["avi:SharedVS", "virtualService", { name: "c1--a", tenant_ref: UNKNOWN }, { name: "c1--a", tenant_ref: "/api/tenant?name=other" }],
  ["avi:SharedVS", "vsVip", { name: "c1--a", vrf_context_ref: UNKNOWN }, { name: "c1--a", vrf_context_ref: "/api/vrfcontext?name=other" }],
  ["avi:SharedVS", "vsVip", { name: "c1--a", vip: [{ vip_id: UNKNOWN }] }, { name: "c1--a", vip: [{ vip_id: "1" }] }],
  ["avi:StaticRoutes", "vrfContext", UNKNOWN, "other"],
  ["kubernetes:ObjectStatus", "name", UNKNOWN, "other"],
] as const)("%s with an unknown identity shows a change and no replacement", async (kind, field, unknown, another) => {
  const before = olds[kind];
  const diff = async (value: unknown) =>
    v1(kind).diff?.(kind === "avi:StaticRoutes" ? "admin/Default-Cloud/global/c1" : "admin/uuid", before, { ...before, [field]: value });
  expect(await diff(unknown)).toMatchObject({ changes: true, replaces: [] });
  expect((await diff(another))?.replaces).toContain(field);
});
