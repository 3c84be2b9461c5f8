import type { Diagnostic, ObjectRef } from "../../contract/diagnostic";
import { diagnose, isUnknown, keyOf, type SpecSet, type Unknown } from "../specs";
import type { Termination } from "./model";

/** The certificate and key of a TLS Secret, or a diagnostic about what is missing. */
export function terminationFromSecret(
  specs: SpecSet,
  owner: ObjectRef,
  at: string,
  name: string | undefined,
  report: (diagnostic: Diagnostic) => void,
): Termination | undefined {
  if (!name) {
    report(diagnose("LB1107", owner, at, "the tls entry names no Secret; its hosts are not served", { remedy: "Set secretName." }));
    return undefined;
  }
  const key = keyOf({ namespace: owner.namespace, name });
  const secret = specs.secrets.get(key);
  const remedy = "Add a Secret with the keys tls.crt and tls.key to the specs.";
  if (!secret) {
    report(diagnose("LB1107", owner, at, `Secret ${key} is not among the specs; its hosts are not served`, { remedy }));
    return undefined;
  }
  const { "tls.crt": certificate, "tls.key": privateKey } = secret.values;
  if (!certificate || !privateKey) {
    report(
      diagnose("LB1107", owner, at, `Secret ${key} lacks ${certificate ? "tls.key" : "tls.crt"}; its hosts are not served`, { remedy }),
    );
    return undefined;
  }
  warnUnlessPem(owner, at, `Secret ${key}`, certificate, privateKey, report);
  return { source: secret.ref, certificate, key: privateKey };
}

/** Contents that are not PEM are refused by a real controller; the values themselves are never printed. */
export function warnUnlessPem(
  owner: ObjectRef,
  at: string,
  source: string,
  certificate: string | Unknown,
  key: string | Unknown,
  report: (diagnostic: Diagnostic) => void,
): void {
  const bad = [
    !isUnknown(certificate) && !certificate.includes("-----BEGIN CERTIFICATE-----") && "certificate",
    !isUnknown(key) && !/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(key) && "key",
  ].filter(Boolean);
  if (bad.length > 0)
    report(diagnose("LB1109", owner, at, `the ${bad.join(" and ")} of ${source} is not PEM; the load balancer may refuse it`));
}
