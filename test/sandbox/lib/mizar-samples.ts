import type { Props } from "./host";
import { type MizarWorld, pathOf } from "./mizar-world";

export const OWNER = "pulumi-k8s-lb:conformance/test/c1/cluster";

let made = 0;

/** A name that no other test has. */
export function fresh(stem: string): string {
  made++;
  return `${stem}-${made}`;
}

/** One kind with inputs as a program would declare them. */
export interface MizarSample {
  kind: string;
  /** The kind of Kubernetes object. */
  object: string;
  /** Creates the objects that the object needs beside it, and returns its inputs. */
  make(world: Pick<MizarWorld, "api">): Promise<Props>;
}

const BY_HAND = { createtime: "2026-01-01T00:00:00" };

/** A VPC that the operator has provisioned, made by hand. */
export async function vpcByHand(world: Pick<MizarWorld, "api">): Promise<string> {
  const name = fresh("vpc");
  const spec = { ip: "10.10.0.0", prefix: "16", dividers: 1, status: "Init", ...BY_HAND };
  await world.api("POST", pathOf("Vpc"), { apiVersion: "mizar.com/v1", kind: "Vpc", metadata: { name }, spec });
  return name;
}

/** A subnet of a VPC of its own, both made by hand. */
async function subnetByHand(world: Pick<MizarWorld, "api">): Promise<{ vpc: string; subnet: string }> {
  const vpc = await vpcByHand(world);
  const name = fresh("net");
  const spec = { vpc, ip: "10.10.1.0", prefix: "24", bouncers: 1, status: "Init", ...BY_HAND };
  await world.api("POST", pathOf("Subnet"), { apiVersion: "mizar.com/v1", kind: "Subnet", metadata: { name }, spec });
  return { vpc, subnet: name };
}

export const SAMPLES: readonly MizarSample[] = [
  {
    kind: "Vpc",
    object: "Vpc",
    make: async () => ({
      owner: OWNER,
      metadata: { name: fresh("vpc"), labels: { team: "a" }, annotations: { note: "one" } },
      spec: { ip: "10.10.0.0", prefix: 16, dividers: 1 },
    }),
  },
  {
    kind: "Subnet",
    object: "Subnet",
    make: async (world) => ({
      owner: OWNER,
      metadata: { name: fresh("net"), namespace: "default", labels: { team: "a" }, annotations: { note: "one" } },
      spec: { vpc: await vpcByHand(world), ip: "10.10.1.0", prefix: "24", bouncers: 1 },
    }),
  },
  {
    kind: "ArktosNetwork",
    object: "Network",
    make: async () => ({
      owner: OWNER,
      metadata: { name: fresh("network"), labels: { team: "a" }, annotations: { note: "one" } },
      spec: { type: "mizar", vpcID: "vpc-1", service: { ipam: "External", cidrs: ["10.10.2.0/24"] } },
    }),
  },
  {
    kind: "PlacedPod",
    object: "Pod",
    make: async (world) => {
      const { vpc, subnet } = await subnetByHand(world);
      return {
        owner: OWNER,
        metadata: {
          name: fresh("pod"),
          labels: { team: "a", "arktos.futurewei.com/network": "network-1" },
          annotations: { note: "one", "mizar.com/vpc": vpc, "mizar.com/subnet": subnet, "arktos.futurewei.com/network-readiness": "true" },
        },
        spec: {
          enableServiceLinks: false,
          hostNetwork: false,
          containers: [
            {
              name: "nginx",
              image: "nginx",
              ports: [{ containerPort: 443 }],
              resources: { limits: { cpu: "1000m", memory: "1Gi" } },
            },
          ],
        },
      };
    },
  },
  {
    kind: "PlacedService",
    object: "Service",
    make: async (world) => {
      const { vpc, subnet } = await subnetByHand(world);
      return {
        owner: OWNER,
        metadata: {
          name: fresh("service"),
          namespace: "default",
          labels: { team: "a", "arktos.futurewei.com/network": "network-1" },
          annotations: { note: "one", "mizar.com/vpc": vpc, "mizar.com/subnet": subnet },
        },
        spec: { selector: { app: "MyApp" }, ports: [{ protocol: "TCP", port: 80, targetPort: 9376 }] },
      };
    },
  },
];

/** The name of the object that inputs declare. */
export function nameIn(inputs: Props): string {
  return String((inputs.metadata as Props).name);
}
