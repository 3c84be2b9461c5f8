import type { CustomResourceDefinition } from "./definition";
import { MIZAR_CRDS } from "./mizar";
import { networkCrd } from "./network";

export type { CustomResourceDefinition } from "./definition";

/** The Mizar and Arktos kinds as a server of that sort has them. */
export function crdsFor(mode: "vanilla" | "arktos"): readonly CustomResourceDefinition[] {
  return [...MIZAR_CRDS, networkCrd(mode === "arktos" ? "Tenant" : "Cluster")];
}

/** The Mizar and Arktos kinds as any Kubernetes API server takes them. */
export const CRDS: readonly CustomResourceDefinition[] = crdsFor("vanilla");
