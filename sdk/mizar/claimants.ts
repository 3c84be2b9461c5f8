import { describeObject, type ObjectRef } from "../../kinds/diagnostic";
import { diagnose, type MizarSpecs, type Pod, type Service } from "../specs";
import type { Claim } from "./assign";
import { type Home, homeOf, NotOurs } from "./homes";
import { type Ledger, Refusal } from "./ledger";
import { podNameOf, serviceEndpointNameOf } from "./names";
import type { Networks } from "./networks";
import { podRequests, serviceRequest } from "./requests";
import type { MizarSettings } from "./settings";
import type { Topology } from "./topology";

/** A Pod or Service with a home, under the name Mizar knows it by. */
export interface HousedClaim extends Claim {
  name: string;
  home: Home;
}

/** What each Pod and Service needs; those that cannot have a place are rejected, those in another network skipped. */
export function claimsOf(
  specs: MizarSpecs,
  networks: Networks,
  topology: Topology,
  settings: MizarSettings,
  kept: Readonly<Record<string, string>>,
  ledger: Ledger,
): HousedClaim[] {
  const endpoints = new Map(specs.endpoints.map((endpoint) => [endpoint.ref.name, endpoint]));
  const holders = new Map<string, ObjectRef>();
  return specs.attachments.flatMap((spec): HousedClaim[] => {
    const { ref } = spec;
    const tenant = ref.tenant ?? settings.tenant;
    const isPod = ref.kind === "Pod";
    const name = (isPod ? podNameOf : serviceEndpointNameOf)(ref.name, ref.namespace, tenant);
    const claimant = { spec, tenant, title: `${isPod ? "pod" : "service"} ${name}` };
    try {
      if (isPod && (spec as Pod).hostNetwork) throw new NotOurs(`${claimant.title} is on the network of its node`);
      const home = homeOf(claimant, networks, topology, settings);
      const question = { claimant, home, topology, endpoints, kept };
      const requests = isPod ? podRequests(spec as Pod, name, question) : [serviceRequest(spec as Service, name, question)];
      const twin = requests.map(({ holder }) => holders.get(holder)).find((other) => other !== undefined);
      if (twin) {
        // titles are glued together, and may be the same
        const message = `Mizar would know ${describeObject(ref)} and ${describeObject(twin)} under one name, ${name}`;
        throw new Refusal("LBBadRequest", "/metadata/name", message, "Rename one.");
      }
      for (const { holder } of requests) holders.set(holder, ref);
      return [{ claimant, name, home, requests }];
    } catch (error) {
      if (error instanceof Refusal) ledger.reject(ref, error.fault);
      else if (error instanceof NotOurs) ledger.skip(ref, error.message);
      else throw error;
      return [];
    }
  });
}

/** A Service whose address is not where those of its VPC or Network are: it works only as far as routes lead there. */
export function reportStrays({ claimant, requests }: HousedClaim, ledger: Ledger): void {
  for (const { stray, at } of requests) if (stray !== undefined) ledger.report(diagnose("LB1604", claimant.spec.ref, at, stray));
}
