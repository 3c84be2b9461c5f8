import { describe, expect, it } from "vitest";
import { readSpecs } from "../../../../sdk/frontends";
import { aviObjects } from "../../../../sdk/targets/avi/objects";
import { translateToAvi } from "../../../../sdk/targets/avi/translate";
import { octaviaObjects } from "../../../../sdk/targets/octavia/plan";
import { translateToOctavia } from "../../../../sdk/targets/octavia/translate";
import { endpoints, service } from "../../../support/manifests";

const specs = (drained: string) => {
  const web = service("web", [80], "LoadBalancer");
  const annotated = {
    ...web,
    metadata: { ...web.metadata, annotations: { "k8s-lb.io/drained": drained } },
    spec: { ...web.spec, clusterIP: "10.96.0.10" },
  };
  return readSpecs([annotated, endpoints("web", ["10.0.0.7", "10.0.0.8"], 8080)].map((value) => ({ value })));
};

const onAvi = (drained: string) => {
  const plan = translateToAvi(specs(drained), {});
  const messages = plan.statuses.flatMap(({ diagnostics }) => diagnostics.map(({ code, pointer, message }) => [code, pointer, message]));
  return { servers: aviObjects(plan).objects.pool?.[0]?.servers, said: messages };
};

describe("servers that the Service says to drain", () => {
  it("take no new connections on Avi", () => {
    const { servers, said } = onAvi(" 10.0.0.7 ,");
    expect(servers).toEqual([
      { ip: { addr: "10.0.0.7", type: "V4" }, port: 8080, enabled: false },
      { ip: { addr: "10.0.0.8", type: "V4" }, port: 8080 },
    ]);
    expect(said).toEqual([]);
  });

  it("have the weight 0 on Octavia", () => {
    const plan = translateToOctavia(specs("10.0.0.8"), {
      settings: { naming: "kuryr", project_id: "p", service_subnet_id: "s", pod_subnet_id: "t" },
    });
    expect(JSON.stringify(octaviaObjects(plan).objects)).toMatch(/"address":"10\.0\.0\.8"[^}]*"weight":0/);
    expect(JSON.stringify(octaviaObjects(plan).objects).match(/"weight"/g)).toHaveLength(1);
  });

  it("are reported when there are none of that name", () => {
    const { servers, said } = onAvi("10.0.0.9, 10.0.0.7, node-1");
    expect(JSON.stringify(servers).match(/"enabled":false/g)).toHaveLength(1);
    expect(said).toEqual([
      ["LB1113", "/metadata/annotations/k8s-lb.io~1drained", "10.0.0.9, node-1 are not servers of port 80, nothing to drain"],
    ]);
  });
});
