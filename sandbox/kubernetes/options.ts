import type { OperatorOptions } from "../mizar";
import type { FaultRule } from "../shared/fault-rule";
import type { ClusterSettings } from "./cluster";

/** How a Kubernetes API in memory is to be; everything has a default. */
export interface KubernetesSandboxOptions {
  /** Default: any free port. */
  port?: number;
  /** Serve https with a certificate of its own. Default true. */
  https?: boolean;
  /** `arktos` has tenants, their paths, and the scope Tenant. Default `vanilla`. */
  mode?: ClusterSettings["mode"];
  /** Tenants to begin with besides `system`, in mode `arktos`. Default `te1`. */
  tenants?: string[];
  /** Whether Roles and their bindings count; administrators may do everything. Default `RBAC`. */
  authorization?: "RBAC" | "AlwaysAllow";
  /** Further users with a token of their own, who may do what Roles allow. */
  users?: string[];
  /** Addresses of Services. Default `10.96.0.0/16`. */
  serviceCidr?: string;
  /** Mizar's operator and Arktos' controllers beside the API; false for none. Default: with the operator's defaults. */
  operator?: Omit<OperatorOptions, "url" | "token" | "ca" | "tenants"> | false;
  /** Added to every answer. Default 0. */
  latencyMs?: number;
  /** Start of the random numbers behind uids and tokens. Default 1. */
  seed?: number;
  /** Keep objects in this file across restarts. */
  stateFile?: string;
  faults?: FaultRule[];
}
