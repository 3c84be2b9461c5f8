import { describeObject, type ObjectRef } from "../../kinds/diagnostic";
import { diagnose, type MizarSpecs, type Pod, type Service } from "../specs";
import { type Ledger, Rejection } from "./ledger";
import { LeftToOthers, type Membership, membershipOf, type Workload } from "./membership";
import type { Networks } from "./networks";
import { type AddressRequest, podRequests, serviceRequest } from "./requests";
import type { Topology } from "./topology";
import type { MizarSettings } from "./translate";

/** A Pod or Service in its VPC, and the addresses it needs there. */
export interface Attachment {
  workload: Workload;
  /** Under which Mizar knows it. */
  name: string;
  membership: Membership;
  requests: readonly AddressRequest[];
}

/** What each Pod and Service needs; those that cannot have a place are rejected, those in another network skipped. */
export function attachmentsOf(
  specs: MizarSpecs,
  networks: Networks,
  topology: Topology,
  settings: MizarSettings,
  kept: Readonly<Record<string, string>>,
  ledger: Ledger,
): Attachment[] {
  const endpoints = new Map(specs.endpoints.map((endpoint) => [endpoint.ref.name, endpoint]));
  const holders = new Map<string, ObjectRef>();
  return specs.workloads.flatMap((spec): Attachment[] => {
    const { ref } = spec;
    const tenant = ref.tenant ?? settings.tenant;
    const name = (isPod(spec) ? podNameOf : serviceEndpointNameOf)(ref.name, ref.namespace, tenant);
    const workload = { spec, tenant, title: `${isPod(spec) ? "pod" : "service"} ${name}` };
    try {
      if (isPod(spec) && spec.hostNetwork) throw new LeftToOthers(`${workload.title} is on the network of its node`);
      const membership = membershipOf(workload, networks, topology, settings);
      const context = { workload, membership, topology, endpoints, kept };
      const requests = isPod(spec) ? podRequests(spec, name, context) : [serviceRequest(spec, name, context)];
      const twin = requests.map(({ holder }) => holders.get(holder)).find((other) => other !== undefined);
      if (twin) {
        // titles are glued together, and may be the same
        const message = `Mizar would know ${describeObject(ref)} and ${describeObject(twin)} under one name, ${name}`;
        throw new Rejection("LBBadRequest", "/metadata/name", message, "Rename one.");
      }
      for (const { holder } of requests) holders.set(holder, ref);
      return [{ workload, name, membership, requests }];
    } catch (error) {
      if (error instanceof Rejection) ledger.reject(ref, error.fault);
      else if (error instanceof LeftToOthers) ledger.skip(ref, error.message);
      else throw error;
      return [];
    }
  });
}

/** A Service whose address is not where those of its VPC or Network are: it works only as far as routes lead there. */
export function reportOutsideAddresses({ workload, requests }: Attachment, ledger: Ledger): void {
  for (const { stray, at } of requests) if (stray !== undefined) ledger.report(diagnose("LB1604", workload.spec.ref, at, stray));
}

const isPod = (spec: Pod | Service): spec is Pod => "hostNetwork" in spec;

/** `name-namespace-tenant`; without tenants the operator leaves the last part empty (seed 152, mizar.md 1.1). */
export function podNameOf(name: string, namespace: string, tenant: string): string {
  return `${name}-${namespace}-${tenant}`;
}

/** The scaled endpoint of a Service; without tenants the operator leaves the last part out (mizar.md 1.1). */
export function serviceEndpointNameOf(name: string, namespace: string, tenant: string): string {
  return tenant ? `${name}-${namespace}-${tenant}` : `${name}-${namespace}`;
}
