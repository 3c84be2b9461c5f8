import { type CustomResourceDefinition, type JsonSchema, type Scope, textColumn } from "./definition";

const text: JsonSchema = { type: "string" };

/** As Arktos writes it: the length is mandatory, and 999.0.0.0/8 passes. */
const CIDR = "^([0-9]{1,3}\\.){3}[0-9]{1,3}(\\/([0-9]|[1-2][0-9]|3[0-2]))$";

const spec: JsonSchema = {
  type: "object",
  properties: {
    type: text,
    vpcID: text,
    service: {
      type: "object",
      properties: {
        ipam: { type: "string", enum: ["Arktos", "Kubernetes", "External"] },
        cidrs: { type: "array", items: { type: "string", pattern: CIDR } },
      },
    },
  },
};

const status: JsonSchema = {
  type: "object",
  properties: {
    phase: { type: "string", enum: ["Pending", "Ready", "Failed", "Unknown", "Terminating"] },
    message: text,
    dnsServiceIP: text,
  },
};

/**
 * Network of Arktos. On Arktos its scope is `Tenant`, and by its label one definition serves all tenants, none of which may change it; on Kubernetes
 * it can only be `Cluster`. No field is mandatory for the API server.
 */
export function networkCrd(scope: Scope): CustomResourceDefinition {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "networks.arktos.futurewei.com", labels: { "arktos.futurewei.com/crd-sharing-policy": "forced" } },
    spec: {
      group: "arktos.futurewei.com",
      scope,
      names: { plural: "networks", singular: "network", kind: "Network", shortNames: ["ne", "net"] },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: { openAPIV3Schema: { type: "object", properties: { spec, status } } },
          additionalPrinterColumns: [
            textColumn("Type", "type"),
            textColumn("VPC", "vpcID"),
            { name: "Phase", type: "string", jsonPath: ".status.phase" },
            { name: "DNS", type: "string", jsonPath: ".status.dnsServiceIP" },
          ],
        },
      ],
    },
  };
}
