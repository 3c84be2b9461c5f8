import type { JsonObject } from "../../shared/json";
import { invalid } from "../errors";
import { truthy } from "../python";
import type { Certificates } from "../service";
import { checkCiphers, checkClientCa, checkReferences, checkVersionsAndAlpn } from "./tls";

const text = (value: unknown): string | undefined => (truthy(value as string) ? String(value) : undefined);

export function checkNewPoolTls(certificates: Certificates, pool: JsonObject): void {
  const ca = text(pool.ca_tls_container_ref);
  const revocation = text(pool.crl_container_ref);
  if (revocation && !ca) throw invalid("A CA certificate reference is required to specify a revocation list.");
  checkReferences(certificates, truthy(pool.tls_container_ref) ? [String(pool.tls_container_ref)] : []);
  if (ca) checkClientCa(certificates, ca, revocation);
  checkCiphers(pool.tls_ciphers);
  if (pool.tls_enabled === true) checkVersionsAndAlpn(pool);
}

/** A revocation list needs a CA, given now or earlier, and keeps it from going. */
export function checkPoolTlsUpdate(certificates: Certificates, update: JsonObject, pool: JsonObject): void {
  const revocation = text(update.crl_container_ref) ?? ("crl_container_ref" in update ? undefined : text(pool.crl_container_ref));
  const kept = text(pool.ca_tls_container_ref);
  const given = text(update.ca_tls_container_ref);
  if (revocation && !given) {
    if ("ca_tls_container_ref" in update && kept) {
      throw invalid("A CA reference cannot be removed when a certificate revocation list is present.");
    }
    if (!kept) throw invalid("A CA reference is required to specify a certificate revocation list.");
  }
  checkReferences(certificates, truthy(update.tls_container_ref) ? [String(update.tls_container_ref)] : []);
  const ca = given ?? ("ca_tls_container_ref" in update ? undefined : kept);
  if (ca) checkClientCa(certificates, ca, revocation);
  checkCiphers(update.tls_ciphers);
  checkVersionsAndAlpn(update);
}
