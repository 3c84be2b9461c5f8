import type { IngressRoute, IngressRouteService, SpecSet } from "../../specs";
import type { Validation } from "../model";
import { isCertificate } from "../pem";
import type { Fault } from "./fault";
import type { FoundService } from "./services";

/**
 * What servers are verified with; the authority is the `ca.crt` of a Secret beside the object. Only servers that speak TLS can
 * be verified (contour.md 1.1), and a missing authority rejects the object (strict rule 4).
 */
export function validationOf(
  specs: SpecSet,
  owner: IngressRoute,
  match: string,
  service: IngressRouteService,
  { protocol }: FoundService,
): { validation?: Validation; fault?: Fault } {
  if (!service.validation || protocol !== "tls") return {};
  const { caSecret, subjectName } = service.validation;
  const about = `route ${JSON.stringify(match)}: service ${JSON.stringify(service.name)}: upstreamValidation requested but`;
  const fault = (at: string, what: string): { fault: Fault } => ({
    fault: { code: "LB1512", at: `${service.pointer}/validation/${at}`, message: `${about} ${what} not found or misconfigured` },
  });
  const secret = specs.secrets.get(`${owner.ref.namespace}/${caSecret}`);
  const authority = secret?.values["ca.crt"];
  if (!secret || !authority || !isCertificate(authority)) return fault("caSecret", "secret");
  if (subjectName === "") return fault("subjectName", "subject alt name");
  return { validation: { caCertificate: authority, source: secret.ref, subjectName } };
}
