// The inventory resource of a component: schema of the names, routes and needs of its plan.

import { z } from "zod";
import type { BackEndName, Kind } from "./kind";
import { adopt } from "./kind";

const counts = z.record(z.string(), z.number());

const needs = z.object({
  /** Number of objects of each sort that is limited: `virtualservice`, `listener`, `l7rule`. */
  counts: counts.optional(),
  /** The largest of each sort whose size is limited, and which one that is: `servers_per_pool`. */
  largest: z.record(z.string(), z.object({ count: z.number(), of: z.string() })).optional(),
  /** Objects that others must have made, `<type>/<name or id>`, each with the first spec that needs it. */
  references: z.record(z.string(), z.string()).optional(),
  /** Number of addresses taken from each network or subnet: `subnet/<id>`, `network/<name>`; `network/*` if the target chooses. */
  addresses: counts.optional(),
});

const certificate = z.object({
  /** When it ends, in ISO form; the earliest of a chain. */
  ends: z.string(),
  /** SHA-256 fingerprint of the first of the chain, cut to 16 digits. */
  fingerprint: z.string().optional(),
  /** Hosts that it serves. */
  hosts: z.array(z.string()),
  /** Fault of the chain, in words. */
  fault: z.string().optional(),
});

const schema = z.object({
  /** `<api type>/<name>` of everything that is managed, sorted. */
  names: z.array(z.string()),
  /** Identity behind a name, if an object keeps its identity when it is renamed: then it does not vanish with its name. */
  identities: z.record(z.string(), z.string()).optional(),
  /**
   * The mark that all of it carries. With it an inventory that is created looks whether such objects exist already (LB2053, LB2054),
   * and the guard against mass deletion counts only what exists.
   */
  owner: z.string().optional(),
  /** Tenant of Avi, or id of the project of OpenStack, to look in, when not that of the connection. */
  tenant: z.string().optional(),
  /**
   * Number of servers that answer each route, by its key, `https://shop.example.com/cart` or `Service default/web TCP 80`. If a large part of the
   * routes loses all of its servers, the run stops (LB2017). `kept` means servers that stay because the specs lack the input that
   * determines them.
   */
  served: z.record(z.string(), z.union([z.number(), z.literal("kept")])).optional(),
  /** Number of objects of each kind from each file or cluster: a refusal names the one that gives less than before. */
  sources: z.record(z.string(), z.record(z.string(), z.number())).optional(),
  /**
   * Inputs that the specs lack, by the name that is left out for it, or by the host that is not served for it (lower case). Objects managed
   * so far must not vanish (LB2017).
   */
  missing: z.record(z.string(), z.string()).optional(),
  /**
   * By key without its scheme, `shop.example.com/cart`, where the specs do not tell the servers: the pools that keep theirs, and what is
   * missing or wrong. If the state has none of the pools, they start empty (LB2017).
   */
  keeps: z
    .record(
      z.string(),
      z.object({
        pools: z.array(z.string()),
        lacks: z.string().optional(),
        because: z.string().optional(),
        /** Nothing is wrong in the specs: only the servers are not among them. */
        sound: z.literal(true).optional(),
      }),
    )
    .optional(),
  /**
   * Paths of sound Services whose servers the specs do not tell, and that take requests from another path: `refuse` stops the run (LB2017). `later`:
   * a watch fills new pools, so that no pool that starts empty stops it.
   */
  unknownServers: z.string().optional(),
  /** The keys of the routes that each object asks for, by `Ingress shop/web`: what a fault of it would take away is not lost (LB2017). */
  asks: z.record(z.string(), z.array(z.string())).optional(),
  /** By object: its fault, for which a part of it is not planned. Only of this run. */
  faults: z.record(z.string(), z.string()).optional(),
  /**
   * By object: the fields of it, and of the objects beside it, that are not known and nearly named as one that is. What a new one takes away
   * is lost by mistake (LB2017).
   */
  misspelt: z.record(z.string(), z.object({ own: z.array(z.string()), beside: z.array(z.string()) })).optional(),
  /**
   * Losses that faults may cause in this run: routes without their scheme, `shop.example.com/cart`, or objects, `Ingress shop/web`. Set it for
   * one run.
   */
  allowLoss: z.array(z.string()).optional(),
  /** Every pool of hosts, `<load balancer>/<pool>`, where pools are not among the names. */
  pools: z.array(z.string()).optional(),
  /** Needs of the plan on the target: looked at before the first write if they change (docs/preview.md#checks-before-the-first-write). */
  needs: needs.optional(),
  /** Certificates by what holds them, `Secret default/web-tls`; never a key. */
  certificates: z.record(z.string(), certificate).optional(),
  /**
   * Look at limits, addresses, references and certificates.
   * @default true
   */
  preflight: z.boolean().optional(),
  /**
   * Take over what exists already; meant for one run.
   * @default false
   */
  adopt: adopt.optional(),
  /**
   * True if adopted objects have kept the marks of others: the guard against mass deletion then counts every object that exists, whatever
   * mark it carries. The check sets it in the run that adopts, and keeps it.
   */
  marksKept: z.boolean().optional(),
  /**
   * Allow this run to delete or empty a large part of the objects. Set it for one run.
   * @default false
   */
  allowMassDelete: z.boolean().optional(),
});

/** The names of everything that one component manages on a target. It is a resource without an object. */
export function inventoryOf(target: BackEndName): Kind<typeof schema> {
  return { type: `${target}:Inventory`, schema, fields: {}, object: false, bookkeeping: true, inventory: true, outputs: {} };
}

/** Inputs that grow with the cluster. */
export const INVENTORY_HIDDEN = [
  "names",
  "identities",
  "needs",
  "served",
  "certificates",
  "sources",
  "missing",
  "keeps",
  "asks",
  "faults",
  "misspelt",
  "pools",
] as const;

/** Input that counts in the check alone: the plan of a run that adopts, with all its bodies, as one text. */
export const ADOPTION = "__adoption";

/** Needs of a plan on its target. */
export type Needs = z.infer<typeof needs>;

/** A certificate as far as it can be judged without a server. */
export type CertificateFacts = z.infer<typeof certificate>;

/** Inputs of an inventory. */
export type InventoryInputs = z.infer<typeof schema>;
