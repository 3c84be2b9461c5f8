import type { Diagnostic, ObjectRef } from "../../kinds/diagnostic";
import { diagnose, keyOf, type SpecSet } from "../specs";
import type { Termination } from "./model";
import { warnOfPair } from "./pem";

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
  warnOfPair({ certificate, key: privateKey, source: `Secret ${key}`, owner, at }, report);
  return { source: secret.ref, certificate, key: privateKey };
}
