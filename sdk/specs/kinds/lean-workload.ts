// Copies of workloads and Pods without anything that runs in containers, for storage and transfer.

import { isKnownRecord } from "../object";
import { isHostHeader, labelsIn } from "./workload";

/** A workload reduced to the parts that are read: annotations, commands, environment and headers may contain secrets. */
export function leanWorkload({ apiVersion, kind, metadata, spec }: Record<string, unknown>): Record<string, unknown> {
  const template = isKnownRecord(spec) && isKnownRecord(spec.template) ? spec.template : {};
  const labels = labelsIn(template.metadata);
  const { annotations: _annotations, ...place } = isKnownRecord(metadata) ? metadata : {};
  return { apiVersion, kind, metadata: place, spec: { template: { metadata: { labels }, spec: leanContainers(template.spec) } } };
}

/** Containers of a Pod reduced to ports and readiness probes. */
export function leanContainers(spec: unknown): { containers: unknown[]; initContainers?: unknown[] } {
  const of = (list: unknown): Record<string, unknown>[] =>
    Array.isArray(list) ? list.map((one: unknown) => (isKnownRecord(one) ? leanContainer(one) : {})) : [];
  const { containers, initContainers } = isKnownRecord(spec) ? spec : {};
  const sidecars = of(initContainers).filter(({ restartPolicy }) => restartPolicy === "Always");
  return { containers: of(containers), ...(sidecars.length > 0 ? { initContainers: sidecars } : {}) };
}

function leanContainer({ name, ports, restartPolicy, readinessProbe }: Record<string, unknown>): Record<string, unknown> {
  const all = { name, ports, restartPolicy, readinessProbe: isKnownRecord(readinessProbe) ? leanProbe(readinessProbe) : undefined };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined && value !== null));
}

function leanProbe({ exec, httpGet, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const list = isKnownRecord(httpGet) && Array.isArray(httpGet.httpHeaders) ? httpGet.httpHeaders : undefined;
  const names = list?.map((one: unknown) => (isKnownRecord(one) && !isHostHeader(one.name) ? { name: one.name, value: "" } : one));
  return {
    ...rest,
    ...(exec === undefined || exec === null ? {} : { exec: {} }),
    ...(isKnownRecord(httpGet) ? { httpGet: { ...httpGet, ...(names ? { httpHeaders: names } : {}) } } : {}),
  };
}
