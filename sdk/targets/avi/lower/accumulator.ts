// Collects pools, certificates and address claims while a cluster is lowered.

import type { CertificateInputs, PoolInputs } from "../../../../resources/avi";
import type { Parts } from "../../../plan/parts";
import type { Claim, ServiceClaim } from "./fixed-addresses";
import type { Lowered } from "./lowered";

/** Objects and claims that every step of a lowering adds to, and the part of each object. */
export class LoweringAccumulator {
  readonly certificates = new Map<string, Lowered<CertificateInputs>>();
  /** Addresses that HostRules and Gateways ask for. */
  readonly claims: Claim[] = [];
  readonly serviceClaims: ServiceClaim[] = [];

  constructor(
    readonly parts: Parts,
    readonly pools: Lowered<PoolInputs>[],
  ) {}

  /** Adds pools, and the virtual service that uses them. */
  add(home: number, pools: readonly Lowered<PoolInputs>[], vs?: Lowered<unknown>): void {
    this.parts.put(home, ...pools, ...(vs ? [vs] : []));
    this.pools.push(...pools);
  }

  /** Adds a certificate; several hosts may have the same. */
  addCertificate(certificate: Lowered<CertificateInputs>): Lowered<CertificateInputs> {
    const existing = this.certificates.get(certificate.name);
    const all = { ...certificate, owners: [...new Set([...(existing?.owners ?? []), ...certificate.owners])] };
    this.certificates.set(certificate.name, all);
    return all;
  }
}
