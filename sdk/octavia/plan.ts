import type { Diagnostic, ObjectRef } from "../../kinds/diagnostic";
import type { LoadBalancerInputs } from "../../kinds/octavia/inputs";
import type { Status } from "../routing";
import type { StatusOptions } from "./ingress-status";

/** One load balancer to be: its inputs, and the specs it stands for. */
export interface PlannedLoadBalancer {
  name: string;
  /** Its Pulumi name: what it is for and no more, so that it stays the same load balancer when the cluster is renamed. */
  identity: string;
  inputs: LoadBalancerInputs;
  owners: ObjectRef[];
  /** Host names that it serves. */
  hosts: string[];
  /** How the Service shows its address. */
  status?: StatusOptions;
}

/** Everything one cluster means on Octavia, sorted by name. */
export interface OctaviaPlan {
  loadBalancers: PlannedLoadBalancer[];
  statuses: Status[];
  /** What was said about objects without a status: Secrets, nodes, settings, files. */
  diagnostics: Diagnostic[];
}
