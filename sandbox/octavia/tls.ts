// Checks references to certificates in Barbican.
import type { Json, JsonObject } from "../shared/json";
import { ALPN_PROTOCOLS, TLS_VERSIONS } from "./constants";
import { ApiError, invalid, repr, truthy } from "./errors";
import type { Certificates } from "./service";

/** References to certificates must lead somewhere. */
export function checkReferences(certificates: Certificates, references: Json[]): void {
  for (const reference of references) {
    const why = certificates.unreadable(String(reference));
    if (why === undefined) continue;
    const what = "The PKCS12 bundle is unreadable. Please check the PKCS12 bundle validity.";
    throw new ApiError(400, `${what} In addition, make sure it does not require a pass phrase. Error: ${why}`);
  }
  const missing = certificates.missing(references.map(String));
  if (missing.length > 0) throw new ApiError(400, `Could not retrieve certificate: ${repr(missing)}`);
}

/** A CA must be a certificate; what a revocation list holds is not looked into. */
export function checkClientCa(certificates: Certificates, ca: string, revocation: string | undefined): void {
  const references = revocation === undefined ? [ca] : [ca, revocation];
  const missing = references.filter((reference) => certificates.secret(reference) === undefined);
  if (missing.length > 0) throw new ApiError(400, `Could not retrieve certificate: ${repr(missing)}`);
  if (!certificates.secret(ca)?.includes("-----BEGIN CERTIFICATE-----")) {
    throw invalid(
      "The client authentication CA certificate is invalid. It must be a valid x509 PEM format certificate. " +
        "Error: Unable to load PEM file. See https://cryptography.io/en/latest/faq/#why-can-t-i-import-my-pem-file for more details. MalformedFraming",
    );
  }
}

export function checkCiphers(ciphers: Json | undefined): void {
  if (typeof ciphers === "string" && ciphers !== "" && !/^[A-Za-z0-9\-+!:@=_.]+$/.test(ciphers)) {
    throw invalid("Invalid characters in cipher string. Only alphanumeric, -, +, !, :, @, =, _, and . are allowed.");
  }
}

/** Lists of versions and protocols must not be empty; null means the default. */
export function checkVersionsAndAlpn(fields: JsonObject): void {
  const { tls_versions: versions, alpn_protocols: protocols } = fields;
  if (Array.isArray(versions)) {
    if (versions.length === 0) {
      throw invalid("Empty TLS version list. Either specify at least one TLS version or remove this parameter to use the default.");
    }
    const unknown = versions.filter((version) => !TLS_VERSIONS.includes(String(version)));
    if (unknown.length > 0) throw invalid(`Invalid TLS versions: ${unknown.join(", ")}`);
  }
  if (!Array.isArray(protocols)) return;
  if (protocols.length === 0) {
    throw invalid("Empty ALPN protocol list. Either specify at least one ALPN protocol or remove this parameter to use the default.");
  }
  const unknown = protocols.filter((protocol) => !ALPN_PROTOCOLS.includes(String(protocol)));
  if (unknown.length > 0) throw invalid(`Invalid ALPN protocol: ${unknown.join(", ")}`);
}

export function checkHsts(listener: JsonObject): void {
  const hasAge = typeof listener.hsts_max_age === "number";
  if ((truthy(listener.hsts_include_subdomains) || truthy(listener.hsts_preload)) && !hasAge) {
    throw invalid("HSTS configuration options hsts_include_subdomains and hsts_preload only make sense if hsts_max_age is set as well.");
  }
  if (hasAge) checkHstsProtocol(listener.protocol);
}

export function checkHstsUpdate(update: JsonObject, listener: JsonObject): void {
  const age = update.hsts_max_age ?? null;
  if ((truthy(update.hsts_include_subdomains) || truthy(update.hsts_preload)) && age === null && (listener.hsts_max_age ?? null) === null) {
    throw invalid("Cannot enable hsts_include_subdomains or hsts_preload if hsts_max_age was not set as well.");
  }
  if (typeof age === "number") checkHstsProtocol(listener.protocol);
}

function checkHstsProtocol(protocol: Json | undefined): void {
  if (protocol !== "TERMINATED_HTTPS") {
    throw invalid("The HSTS feature can only be used for listeners using the TERMINATED_HTTPS protocol.");
  }
}

const text = (value: Json | undefined): string | undefined => (truthy(value) ? String(value) : undefined);

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
  const newCa = text(update.ca_tls_container_ref);
  if (revocation && !newCa) {
    if ("ca_tls_container_ref" in update && kept) {
      throw invalid("A CA reference cannot be removed when a certificate revocation list is present.");
    }
    if (!kept) throw invalid("A CA reference is required to specify a certificate revocation list.");
  }
  checkReferences(certificates, truthy(update.tls_container_ref) ? [String(update.tls_container_ref)] : []);
  const ca = newCa ?? ("ca_tls_container_ref" in update ? undefined : kept);
  if (ca) checkClientCa(certificates, ca, revocation);
  checkCiphers(update.tls_ciphers);
  checkVersionsAndAlpn(update);
}
