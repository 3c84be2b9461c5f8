import { z } from "zod";
import type { Kind } from "./kind";

const schema = z.object({
  /** `<api type>/<name>` of everything that is managed, sorted. */
  names: z.array(z.string()),
  /** What a name stands for, where an object keeps its identity when it is renamed: then it does not vanish with its name. */
  identities: z.record(z.string(), z.string()).optional(),
  /**
   * The mark that all of it carries. With it an inventory that is made anew looks whether such objects exist already (LB2053, LB2054),
   * and the guard against mass deletion counts only what exists.
   */
  owner: z.string().optional(),
  /** Tenant of Avi, or id of the project of OpenStack, to look in, when not that of the connection. */
  tenant: z.string().optional(),
  /**
   * How many servers answer at each place, `https://shop.example.com/cart` or `Service default/web TCP 80`: when a large part of the places
   * loses all of its servers, the run stops (LB2017). `kept` stands for those that stay because the specs lack what tells them.
   */
  served: z.record(z.string(), z.union([z.number(), z.literal("kept")])).optional(),
  /** How many objects of each kind each file or cluster gave: a refusal names the one that gives less than before. */
  sources: z.record(z.string(), z.record(z.string(), z.number())).optional(),
  /**
   * What the specs lack, by the name that is left out for that, or by the host that is not served for it, in small letters: what is managed so
   * far must not vanish (LB2017).
   */
  missing: z.record(z.string(), z.string()).optional(),
  /**
   * Take over what exists already; meant for one run.
   * @default false
   */
  adopt: z.boolean().optional(),
  /**
   * Let a large part vanish at once; meant for one run.
   * @default false
   */
  allowMassDelete: z.boolean().optional(),
});

/** The names of everything that one component manages on a target. It is a resource without an object. */
export function inventoryOf(target: "avi" | "octavia" | "mizar"): Kind<typeof schema> {
  return { type: `${target}:Inventory`, schema, replaces: [], secrets: [] };
}

/** Inputs of an inventory. */
export type InventoryInputs = z.infer<typeof schema>;
