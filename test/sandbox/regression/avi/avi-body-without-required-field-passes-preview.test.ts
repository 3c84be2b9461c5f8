// A body without a field that the controller requires passed the preview, and `up` ended after some of the creates: a HostRule with
// `analyticsPolicy: { logAllHeaders: true }` alone wrote `full_client_logs` without `enabled`.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { v1 } from "../../../../provider";
import { missingFields } from "../../../../provider/avi/message";
import { type JsonObject, type Properties, UNKNOWN } from "../../../../provider/lifecycle/bodies/json";
import { AVI_TYPES, isAviType } from "../../../../resources/avi/body";
import { aviObjects, readSpecs, translateToAvi } from "../../../../sdk";
import { akoRun } from "../../../support/ako-boot";
import { identified } from "../../../support/identified";
import { avi, ingress, secret, service, translate } from "../../../unit/sdk/targets/avi/ako-world";

const owner = "pulumi-k8s-lb:shop/dev/c1";

async function reasons(kind: string, news: object): Promise<string[]> {
  const { failures } = await v1(kind).check({}, { owner, ...news } as Properties);
  return failures.map(({ reason }) => reason);
}

const logs = (full_client_logs: object) => ({
  poolGroups: [],
  policies: [],
  virtualService: { name: "vs", analytics_policy: { full_client_logs } },
});
const missing =
  "LB2016: virtualService.analytics_policy.full_client_logs.enabled: is missing, and a controller requires it (FullClientLogs)";

it.each([
  ["a program", {}],
  ["a component, or a transform of its resources,", { ...identified("", "Ingress/shop/web") }],
])("is named where %s wrote the body", async (_who, hidden) => {
  expect(await reasons("avi:SniVS", { ...logs({ duration: 0 }), ...hidden })).toEqual([missing]);
  expect(await reasons("avi:SniVS", { ...logs({ duration: 0, enabled: null }), ...hidden })).toEqual([missing]);
  expect(await reasons("avi:SniVS", { ...logs({ duration: 0 }), ...hidden, unchecked: true })).toEqual([]);
});

it("is each in a list, and is none where a controller fills it or preview does not know it", async () => {
  const pool = { name: "web", servers: [{ ip: { addr: "10.0.0.1", type: "V4" } }, { port: 80 }, { ip: { addr: "10.0.0.2" } }] };
  expect(await reasons("avi:Pool", { pool })).toEqual([
    "LB2016: pool.servers[1].ip: is missing, and a controller requires it (Server)",
    "LB2016: pool.servers[2].ip.type: is missing, and a controller requires it (IpAddr)",
  ]);
  expect(await reasons("avi:Pool", { pool: { servers: [] } })).toEqual(["LB2016: pool.name: is missing"]);
  expect(await reasons("avi:SniVS", logs({ enabled: UNKNOWN }))).toEqual([]);
  const policies = [{ name: "p", http_request_policy: { rules: [{ index: 0, name: "p-0", match: { path: { match_str: ["/"] } } }] } }];
  expect(await reasons("avi:SniVS", { poolGroups: [], policies, virtualService: { name: "vs" } })).toEqual([]);
});

it.each(["ako-2", "ako-2-evh"])("is in no body of a HostRule with analytics, with naming %s", (naming) => {
  for (const analyticsPolicy of [{ logAllHeaders: true }, {}, { fullClientLogs: {} }, { fullClientLogs: { enabled: true } }]) {
    const rule = {
      apiVersion: "ako.vmware.com/v1beta1",
      kind: "HostRule",
      metadata: { name: "h", namespace: "default" },
      spec: { virtualhost: { fqdn: "a.avi.internal", analyticsPolicy } },
    };
    const { objects, children } = translate(
      { naming },
      avi(),
      service("web"),
      secret("tls"),
      ingress("web", "a.avi.internal", { tls: "tls" }),
      rule,
    );
    const enabled = analyticsPolicy.fullClientLogs !== undefined && "enabled" in analyticsPolicy.fullClientLogs;
    expect(children).toMatchObject([{ analytics_policy: { full_client_logs: { enabled } } }]);
    expect(faultsOf(objects)).toEqual([]);
  }
});

const faultsOf = (objects: { [type: string]: readonly object[] | undefined }) =>
  Object.entries(objects).flatMap(([type, bodies = []]) =>
    isAviType(type) ? bodies.flatMap((body) => missingFields(AVI_TYPES[type].model, body as JsonObject, [type])) : [],
  );

it("is in no body of a recorded case", () => {
  const cases = readdirSync(join(__dirname, "../../../cases/acceptance/cases/ako-2")).filter((file) => file.endsWith(".json"));
  expect(cases.length).toBeGreaterThan(40);
  for (const file of cases) {
    const { settings, apply } = akoRun(file.replace(".json", ""));
    const naming = file.includes("-evh-") ? "ako-2-evh" : "ako-2";
    const plan = translateToAvi(readSpecs(apply.map((value) => ({ value }))), { settings: { ...settings, naming } });
    expect(faultsOf(aviObjects(plan, { showSecrets: true }).objects), file).toEqual([]);
  }
});
