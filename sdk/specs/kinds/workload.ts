// Reads workloads for their readiness probes; a faulty workload stops no run.

import { z } from "zod";
import type { ObjectRef } from "../../../resources/diagnostic";
import { flattenList, isKnownRecord, isRecord, type RawObject } from "../object";

/** A Deployment, StatefulSet, DaemonSet or Pod: its containers, and the labels that Services select. */
export interface Workload {
  ref: ObjectRef;
  labels: Readonly<Record<string, unknown>>;
  /** In order; sidecars of the init containers come last. */
  containers: readonly ProbedContainer[];
}

export interface ProbedContainer {
  name: string;
  ports: readonly { name?: string; number: number; protocol: string }[];
  probe?: ReadinessProbe;
}

/** The readinessProbe of a container, with Kubernetes' defaults. */
export interface ReadinessProbe {
  type: "httpGet" | "tcpSocket" | "grpc" | "exec";
  /** Number or name of a container port; absent for a command. */
  port?: number | string;
  scheme: "HTTP" | "HTTPS";
  path: string;
  /** Probed address, if it is not the Pod. */
  host?: string;
  headers: readonly { name: string; value: string }[];
  periodSeconds: number;
  timeoutSeconds: number;
  successThreshold: number;
  failureThreshold: number;
}

const portRef = z.union([z.number().int().min(1).max(65535), z.string().min(1)]);
const count = (initial: number) =>
  z
    .number()
    .int()
    .min(1)
    .nullish()
    .catch(undefined)
    .transform((value) => value ?? initial);

const headers = z.array(z.looseObject({ name: z.string(), value: z.string().nullish() })).nullish();
const probeSchema = z.looseObject({
  httpGet: z
    .looseObject({
      path: z.string().nullish(),
      port: portRef,
      scheme: z.string().nullish(),
      host: z.string().nullish(),
      httpHeaders: headers,
    })
    .nullish(),
  tcpSocket: z.looseObject({ port: portRef, host: z.string().nullish() }).nullish(),
  grpc: z.looseObject({ port: portRef }).nullish(),
  exec: z.looseObject({}).nullish(),
  periodSeconds: count(10),
  timeoutSeconds: count(1),
  successThreshold: count(1),
  failureThreshold: count(3),
});

const containerSchema = z.looseObject({
  name: z.string().nullish().catch(undefined),
  restartPolicy: z.string().nullish().catch(undefined),
  ports: z
    .array(
      z
        .looseObject({ name: z.string().nullish(), containerPort: z.number().int(), protocol: z.string().nullish() })
        .nullish()
        .catch(undefined),
    )
    .nullish()
    .catch(undefined),
  readinessProbe: probeSchema.nullish().catch(undefined),
});

const containerList = z.array(containerSchema.nullish().catch(undefined)).nullish().catch(undefined);
const podSchema = z.looseObject({ containers: containerList, initContainers: containerList });

const WORKLOADS: ReadonlySet<string> = new Set(["Deployment", "StatefulSet", "DaemonSet"]);

/** True for a kind that creates Pods, in any version. */
export const isWorkloadKind = (apiVersion: string, kind: string): boolean => WORKLOADS.has(kind) && apiVersion.startsWith("apps/");

/** Workloads in input order. Pods that have ended or are being deleted get no requests and are left out. */
export function workloadsIn(raws: readonly RawObject[]): Workload[] {
  return raws.flatMap(flattenList).flatMap((raw): Workload[] => {
    const template = templateOf(raw.value);
    return template ? [{ ref: refOf(raw, template), labels: labelsIn(template.metadata), containers: containersIn(template.spec) }] : [];
  });
}

interface Template {
  apiVersion: string;
  kind: string;
  of: Record<string, unknown>;
  metadata: unknown;
  spec: unknown;
}

/** The Pod, or the Pod template of a workload. */
function templateOf(value: unknown): Template | undefined {
  if (!isRecord(value)) return undefined;
  const { apiVersion, kind, spec, status, metadata } = value;
  if (typeof apiVersion !== "string" || typeof kind !== "string" || !isKnownRecord(spec)) return undefined;
  const of = isKnownRecord(metadata) ? metadata : {};
  if (apiVersion === "v1" && kind === "Pod") {
    const phase = isKnownRecord(status) ? status.phase : undefined;
    const isOver = phase === "Failed" || phase === "Succeeded" || Boolean(of.deletionTimestamp);
    return isOver ? undefined : { apiVersion, kind, of, metadata, spec };
  }
  const { template } = spec;
  if (!isWorkloadKind(apiVersion, kind) || !isKnownRecord(template)) return undefined;
  return { apiVersion, kind, of, metadata: template.metadata, spec: template.spec };
}

const textOr = (value: unknown, otherwise: string): string => (typeof value === "string" && value ? value.slice(0, 253) : otherwise);

function refOf({ source }: RawObject, { apiVersion, kind, of }: Template): ObjectRef {
  const namespace = textOr(of.namespace, "default");
  return { apiVersion, kind, namespace, name: textOr(of.name, "?"), ...(source ? { source } : {}) };
}

/** Labels of an object; empty if they are invalid. */
export function labelsIn(metadata: unknown): Workload["labels"] {
  const labels = isKnownRecord(metadata) ? metadata.labels : undefined;
  return isKnownRecord(labels) ? labels : {};
}

function containersIn(spec: unknown): ProbedContainer[] {
  const { containers, initContainers } = podSchema.safeParse(spec).data ?? {};
  const sidecars = (initContainers ?? []).filter((one) => one?.restartPolicy === "Always");
  return [...(containers ?? []), ...sidecars].flatMap((container): ProbedContainer[] => {
    if (!container) return [];
    const probe = probeOf(container.readinessProbe);
    const ports = (container.ports ?? []).flatMap((port) =>
      port ? [{ ...(port.name ? { name: port.name } : {}), number: port.containerPort, protocol: port.protocol || "TCP" }] : [],
    );
    return [{ name: container.name ?? "", ports, ...(probe ? { probe } : {}) }];
  });
}

function probeOf(probe: z.infer<typeof probeSchema> | null | undefined): ReadinessProbe | undefined {
  if (!probe) return undefined;
  const { httpGet, tcpSocket, grpc, exec, periodSeconds, timeoutSeconds, successThreshold, failureThreshold } = probe;
  const rest = { scheme: "HTTP" as const, path: "/", headers: [], periodSeconds, timeoutSeconds, successThreshold, failureThreshold };
  if (httpGet) {
    return {
      ...rest,
      type: "httpGet",
      port: httpGet.port,
      scheme: httpGet.scheme?.toUpperCase() === "HTTPS" ? "HTTPS" : "HTTP",
      // the kubelet adds the leading slash
      path: `/${(httpGet.path ?? "").replace(/^\//, "")}`,
      ...(httpGet.host ? { host: httpGet.host } : {}),
      headers: (httpGet.httpHeaders ?? []).map(({ name, value }) => ({ name, value: value ?? "" })),
    };
  }
  if (tcpSocket) return { ...rest, type: "tcpSocket", port: tcpSocket.port, ...(tcpSocket.host ? { host: tcpSocket.host } : {}) };
  if (grpc) return { ...rest, type: "grpc", port: grpc.port };
  return exec ? { ...rest, type: "exec" } : undefined;
}

/** True for the Host header. */
export const isHostHeader = (name: unknown): boolean => typeof name === "string" && name.toLowerCase() === "host";
