// Registers the status writes of a component.

import * as pulumi from "@pulumi/pulumi";
import { LbError, type ObjectRef } from "../../resources/diagnostic";
import { frontEndOf } from "../frontends";
import { LiveCluster, Provider, type ProviderArgs } from "../kubernetes/resources";
import { withoutListing } from "../resource";
import { awaitedGateways, type Status } from "../routing";
import type { GatewayAnswers } from "./gateway-answers";
import { ObjectStatuses, type StatusOfObject, statusGroups } from "./object-statuses";
import type { SpecSource } from "./sources";

/** Result to write to an object. */
export interface Served {
  object: ObjectRef;
  /** Entries for its `status.loadBalancer.ingress`. */
  ingress?: pulumi.Input<{ [field: string]: string | undefined }[]>;
  /** Annotations, for kinds without a place for it in their status. */
  annotations?: { [name: string]: string };
}

/** Arguments of a component that concern statuses. */
export interface WriteStatusArgs {
  specs: SpecSource;
  writeStatus?: boolean | "force";
  preflight?: boolean;
}

/**
 * Writes what became of the specs into the objects themselves: addresses into Services and Ingresses, Contour's words into
 * IngressRoutes, AKO's into its rules, conditions into Gateways and their Routes, places into Pods. The objects are those of the live cluster
 * among the specs, else of the configured one.
 *
 * @param answers a status that depends on Gateways is written once their load balancers are there
 */
export function writeStatuses(
  parent: pulumi.ComponentResource,
  name: string,
  { specs, writeStatus, preflight }: WriteStatusArgs,
  statuses: readonly Status[],
  served: readonly Served[],
  answers: GatewayAnswers = {},
): void {
  if (!writeStatus) return;
  const provider = connection(parent, name, specs);
  const isLive = liveClusters(specs).length > 0;
  const force = writeStatus === "force" ? { force: true } : {};
  const written: StatusOfObject[] = [];
  for (const { object, ingress, annotations } of served) {
    const status = ingress && pulumi.output(ingress).apply(addressesIn);
    written.push({ ...statusKeyOf(object), ...(status ? { status } : {}), ...(annotations ? { annotations } : {}), ...force });
  }
  for (const status of statuses) {
    const frontEnd = frontEndOf(status.object);
    const words = frontEnd?.status?.(status);
    const knownAnswers = awaitedGateways(status).flatMap((gateway) => {
      const answer = answers[gateway];
      return answer === undefined ? [] : [pulumi.output(answer).apply((given) => [gateway, given] as const)];
    });
    const answered =
      knownAnswers.length > 0 &&
      pulumi.all(knownAnswers).apply((entries) => {
        const byGateway = new Map(entries);
        return frontEnd?.status?.(status, (gateway) => byGateway.get(gateway)) ?? {};
      });
    // Routes are created and deleted all the time: a Route that was deleted since it was read needs no status
    const gone = status.fields && isLive ? { ifPresent: true } : {};
    if (words) written.push({ ...statusKeyOf(status.object), status: answered || words, ...force, ...gone });
  }
  const options = { parent, ...(provider ? { provider } : {}) };
  for (const [group, objects] of statusGroups(written)) {
    new ObjectStatuses(`${name}-${group}`, { objects, ...withoutListing(preflight) }, options);
  }
}

function addressesIn(entries: { [field: string]: string | undefined }[]): { [field: string]: unknown } {
  return { loadBalancer: { ingress: acceptable(entries) } };
}

function statusKeyOf({ apiVersion, kind, tenant, namespace, name }: ObjectRef) {
  return { apiVersion, kind, ...(tenant ? { tenant } : {}), ...(namespace ? { namespace } : {}), name };
}

/** Host name that the API server accepts in an entry: a DNS name in lower case, no wildcard. */
const DNS_NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** The entries as the API server takes them, each once: an address loses a host name that the API server does not accept. */
function acceptable(entries: { [field: string]: string | undefined }[]): { [field: string]: string | undefined }[] {
  const lowered = entries.map(({ hostname, ...rest }) => {
    const name = hostname?.toLowerCase();
    return name !== undefined && DNS_NAME.test(name) ? { ...rest, hostname: name } : rest;
  });
  const distinct = new Map(lowered.map((entry) => [JSON.stringify(entry), entry]));
  return [...distinct.values()].filter((entry) => Object.keys(entry).length > 0);
}

/** A cluster that the program names itself is written as it was read. */
function connection(parent: pulumi.ComponentResource, name: string, specs: SpecSource): Provider | undefined {
  const clusters = liveClusters(specs);
  if (clusters.length > 1) {
    throw new LbError({
      code: "LB2122",
      object: `component ${name}`,
      message: `the specs come from ${clusters.length} clusters: whose statuses are to be written?`,
      remedy: "Use one component for each cluster, or leave writeStatus out.",
    });
  }
  const { kubeconfig, context, tenant, tenantPaths, timeout } = clusters[0]?.selection ?? {};
  if (kubeconfig === undefined && context === undefined && tenant === undefined) return undefined;
  // An explicit provider knows nothing of the stack's configuration.
  const usual = new pulumi.Config("kubernetes").get("kubeconfig");
  const args = { kubeconfig: kubeconfig ?? usual, context, tenant, tenantPaths, timeout } as ProviderArgs;
  return new Provider(`${name}-cluster`, args, { parent });
}

function liveClusters(specs: SpecSource): LiveCluster[] {
  if (Array.isArray(specs)) return specs.flatMap(liveClusters);
  return specs instanceof LiveCluster ? [specs] : [];
}
