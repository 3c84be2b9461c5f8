import type { Kind } from "../lifecycle/kind";
import { objectStatusKind } from "./object-status/kind";

/** Kinds that write into objects of others, whatever the load balancer. */
export const KUBERNETES_KINDS: readonly Kind[] = [objectStatusKind];
