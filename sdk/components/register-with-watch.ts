// Registers a component with `k8s-lb watch`, so that watch translates exactly as the component does.

import { createHash } from "node:crypto";
import { createConnection } from "node:net";
import { resolve } from "node:path";
import { isKubeconfigText } from "../../resources/kubeconfig-text";
import type { ClusterSelection } from "../kubernetes/kinds";
import { LiveCluster } from "../kubernetes/resources";
import { isUnknown } from "../specs";
import { objectsForWatch } from "./objects-for-watch";
import { flattenSources, manifestsOf, type SpecSource, selectionOf } from "./sources";
import { WATCH_SOCKET } from "./watch-socket";

/** Cluster without credentials. A kubeconfig given as text appears only as its digest. */
export interface ClusterDescriptor extends Omit<ClusterSelection, "kubeconfig"> {
  /** Absolute path. */
  kubeconfig?: string;
  /** SHA-256 of the text. */
  kubeconfigDigest?: string;
}

/** Description of a component for `k8s-lb watch`, so that it translates exactly as the component does. Without secrets. */
export interface ComponentDescriptor {
  /** `avi`, as the table of targets has it. */
  target: string;
  /** The class of the component: `KubernetesCluster`, `Ingress`. */
  kind: string;
  name: string;
  /** The options of the translation, the owner mark among them. */
  options: { readonly owner: string; readonly settings?: { readonly [key: string]: unknown }; readonly [option: string]: unknown };
  clusters: ClusterDescriptor[];
  /** Absolute paths and globs. */
  files: string[];
  /** The statuses of its objects are written. */
  writeStatus?: true;
  /** Manifests of the program's own, without secrets; of what preview cannot know there is a mark. */
  objects: unknown[];
}

/** Whether a component writes statuses, as it is handed over. */
export const statusWriting = ({ writeStatus }: { writeStatus?: boolean | "force" }): Pick<ComponentDescriptor, "writeStatus"> =>
  writeStatus ? { writeStatus: true } : {};

/** Mark for a value that preview cannot know. */
export const UNKNOWN_MARK = "k8s-lb:unknown";

/** Tells `k8s-lb watch` about a component, where a program runs below it; otherwise nothing. */
export async function registerWithWatch(
  component: Omit<ComponentDescriptor, "clusters" | "files" | "objects">,
  specs: SpecSource,
): Promise<void> {
  const socket = process.env[WATCH_SOCKET];
  if (!socket) return;
  const flat = flattenSources(specs);
  const clusters = await Promise.all(
    flat.filter((source) => source instanceof LiveCluster).map(async (one) => clusterDescriptor(await selectionOf(one))),
  );
  const files = flat.filter((source) => typeof source === "string").map((path) => resolve(path));
  const programSources = flat.filter((source) => typeof source !== "string" && !(source instanceof LiveCluster));
  const objects = objectsForWatch((await Promise.all(programSources.map(manifestsOf))).flat());
  await send(socket, { ...component, clusters, files, objects });
}

function clusterDescriptor({ kubeconfig, ...rest }: ClusterSelection): ClusterDescriptor {
  if (kubeconfig === undefined) return rest;
  if (isKubeconfigText(kubeconfig)) return { ...rest, kubeconfigDigest: digestOf(kubeconfig) };
  return { ...rest, kubeconfig: kubeconfig.startsWith("~") ? kubeconfig : resolve(kubeconfig) };
}

/** Identifies a kubeconfig where its text must stay hidden. */
export const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

function send(socket: string, component: ComponentDescriptor): Promise<void> {
  const text = JSON.stringify(component, (_key, value: unknown) => (isUnknown(value) ? UNKNOWN_MARK : value));
  return new Promise((done, failed) => {
    const connection = createConnection(socket, () => connection.end(`${text}\n`));
    connection.once("error", failed);
    connection.once("close", () => done());
  });
}
