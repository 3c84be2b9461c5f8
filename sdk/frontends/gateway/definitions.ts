// Compares the Gateway API definitions of a cluster with the supported version.

import { z } from "zod";
import { jsonOr } from "../../../resources/hidden";
import { CLUSTER_WIDE, resourceType, type Spec } from "../../specs";
import { GATEWAY_GROUP } from "./words";

/** Version of Gateway API that the readers and the conformance suite use. */
export const BUNDLE = "v1.6.3";

/** The definition whose version stands for all. */
export const GATEWAY_DEFINITION = {
  type: resourceType("apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition", CLUSTER_WIDE),
  name: `gateways.${GATEWAY_GROUP}`,
  /** Group of the kinds that it belongs to. */
  group: GATEWAY_GROUP,
} as const;

/** Definitions of Gateway API in a cluster. */
const definitionsSchema = z.object({
  /** Version of {@link GATEWAY_DEFINITION}, empty if unnamed; absent if reading is forbidden. */
  version: z.string().optional(),
  /** `standard`, `experimental`. */
  channel: z.string().optional(),
  /** Kinds that are read and not defined in the cluster. */
  missing: z.array(z.string()),
});

export type Definitions = z.output<typeof definitionsSchema>;

/** Annotation on a GatewayClass from a cluster, with the definitions of the cluster as JSON. */
const ANNOTATION = "k8s-lb.io/definitions";

interface LiveObject {
  apiVersion: string;
  kind: string;
  metadata: { annotations?: Record<string, string> };
}

/** Definitions of a cluster. */
export function definitionsIn(
  definition: { metadata: { annotations?: Readonly<Record<string, string>> } } | undefined,
  missing: readonly string[],
): Definitions {
  if (!definition) return { missing: [...missing] };
  const { annotations = {} } = definition.metadata;
  const channel = annotations[`${GATEWAY_GROUP}/channel`];
  return { version: annotations[`${GATEWAY_GROUP}/bundle-version`] ?? "", ...(channel ? { channel } : {}), missing: [...missing] };
}

/** True for a GatewayClass. */
export const isGatewayClass = ({ apiVersion, kind }: Pick<LiveObject, "apiVersion" | "kind">): boolean =>
  kind === "GatewayClass" && apiVersion.startsWith(`${GATEWAY_GROUP}/`);

/** Adds the definitions to a GatewayClass, for its status; other objects stay unchanged. */
export function withDefinitions<T extends LiveObject>(object: T, definitions: Definitions): T {
  if (!isGatewayClass(object)) return object;
  const annotations = { ...object.metadata.annotations, [ANNOTATION]: JSON.stringify(definitions) };
  return { ...object, metadata: { ...object.metadata, annotations } };
}

/** Definitions of the cluster of a GatewayClass; undefined for a file. */
export function definitionsOf({ meta }: Spec): Definitions | undefined {
  return definitionsSchema.safeParse(jsonOr(meta.annotations[ANNOTATION], undefined)).data;
}

/** Fault of the version of definitions; undefined for {@link BUNDLE} with any patch number. */
export function versionFault({ version = "", channel }: Definitions): { message: string; isOlder: boolean } | undefined {
  const [supported, inCluster] = [numbersIn(BUNDLE), numbersIn(version)];
  if (inCluster && supported?.major === inCluster.major && supported.minor === inCluster.minor) return undefined;
  const named = version === "" ? "name no version" : `are of version ${version}${channel ? `, channel ${channel}` : ""}`;
  const isOlder =
    inCluster !== undefined &&
    supported !== undefined &&
    (inCluster.major < supported.major || (inCluster.major === supported.major && inCluster.minor < supported.minor));
  return { message: `the definitions of Gateway API in the cluster ${named}; this release supports ${BUNDLE}`, isOlder };
}

function numbersIn(version: string): { major: number; minor: number } | undefined {
  const [, major, minor] = /^v(\d+)\.(\d+)\.\d+(?:[-+]|$)/.exec(version) ?? [];
  return major === undefined ? undefined : { major: Number(major), minor: Number(minor) };
}
