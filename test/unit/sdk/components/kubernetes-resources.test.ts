import * as k8s from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";
import { unknown } from "@pulumi/pulumi/output";
import { expect, it } from "vitest";
import { KubernetesCluster } from "../../../../sdk/targets/avi/components/cluster";
import { recordResources } from "../../../../sdk/testing";
import { eventually } from "../../../support/eventually";

const resources = recordResources({ preview: true });
const pool = (name: string) => resources.find((resource) => resource.type.endsWith(":Pool") && resource.name === name)?.inputs.pool;

it("takes resources of @pulumi/kubernetes, and shows what is not known yet as unknown where it stands", async () => {
  const service = new k8s.core.v1.Service("web", {
    metadata: { name: "web", namespace: "shop" },
    spec: { type: "NodePort", ports: [{ port: 80, nodePort: pulumi.output(unknown as never) }] },
  });
  const ingress = new k8s.networking.v1.Ingress("web", {
    metadata: { name: "web", namespace: "shop" },
    spec: {
      rules: [
        {
          host: "a.com",
          http: { paths: [{ path: "/", pathType: "ImplementationSpecific", backend: { service: { name: "web", port: { number: 80 } } } }] },
        },
      ],
    },
  });
  const node = {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name: "n1" },
    status: { addresses: [{ type: "InternalIP", address: "10.0.0.1" }] },
  };
  new KubernetesCluster("c", { specs: [service, ingress, node], settings: { clusterName: "c1", serviceType: "NodePort" } });

  await eventually(() => expect(pool("c1--a.com_-shop-web")).toBeDefined());
  const [server] = pool("c1--a.com_-shop-web").servers;
  expect(server.ip).toEqual({ addr: "10.0.0.1", type: "V4" });
  expect(server.port).toBe(unknown);
  expect(resources.some(({ type, name }) => type.endsWith(":SharedVS") && name === "c1--Shared-L7-0")).toBe(true);
});
