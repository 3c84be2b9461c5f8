// The resource `kubernetes:ObjectStatuses`: schema of its inputs, and the text of each entry.

import { createHash } from "node:crypto";
import { z } from "zod";
import { hiddenName } from "./hidden";
import type { Kind } from "./kind";
import { OBJECT_STATUS, type ObjectStatusInputs } from "./object-status";

const objectStatusesSchema = z.object({
  /**
   * The inputs of one `kubernetes.ObjectStatus` each as a JSON text, by its id (`Ingress.networking.k8s.io/shop/web`). An empty text: as the
   * state has it. The property is hidden (`__objects`): previews show the number of objects and a digest in its place.
   */
  objects: z.record(z.string(), z.string()),
});

/** The statuses of many objects in one resource. Components create these resources for `writeStatus`; programs use `ObjectStatus`. */
export const OBJECT_STATUSES = {
  type: "kubernetes:ObjectStatuses",
  schema: objectStatusesSchema,
  fields: {},
  object: false,
  outputs: {},
} as const satisfies Kind<typeof objectStatusesSchema>;

/** Property that has the texts of all objects. The engine would show all of them where one changes. */
export const OBJECTS = hiddenName("objects");

/** Words that previews show in their place: `12 objects, digest 1e1effe4`. */
export function shownObjects(texts: { readonly [id: string]: unknown }): string {
  const entries = Object.entries(texts).sort(([first], [second]) => (first < second ? -1 : 1));
  const digest = createHash("sha256").update(JSON.stringify(entries)).digest("hex").slice(0, 8);
  return `${entries.length} object${entries.length === 1 ? "" : "s"}, digest ${digest}`;
}

/** Text of an entry whose values this run cannot know: the one in the state holds. */
export const AS_IN_STATE = "";

/** One object of such a resource as its state remembers it. */
export interface StatusEntry extends ObjectStatusInputs {
  /** A run has taken the fields over from others. */
  taken?: true;
  /** A run has failed between two writes: the object may hold a part of it. */
  unfinished?: true;
}

/** Text of an entry; values that are undefined are left out. */
export const entryText = (entry: StatusEntry): string => JSON.stringify(entry);

/** The entry of a text; undefined for one that was edited by hand and is none. */
export function entryIn(text: unknown): StatusEntry | undefined {
  try {
    const parsed: unknown = JSON.parse(String(text));
    const { success, data } = OBJECT_STATUS.schema.safeParse(parsed);
    return success ? { ...data, ...marksIn(parsed as StatusEntry) } : undefined;
  } catch {
    return undefined;
  }
}

const marksIn = ({ taken, unfinished }: StatusEntry): Pick<StatusEntry, "taken" | "unfinished"> => ({
  ...(taken === true ? { taken } : {}),
  ...(unfinished === true ? { unfinished } : {}),
});
