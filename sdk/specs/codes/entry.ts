// Types of the tables of diagnostic codes: what a fault affects and what follows from it.

import type { Severity } from "../../../resources/diagnostic";

/**
 * The consequence of a fault for what its object asks for:
 *
 * - `none`: all of it is served as it asks;
 * - `differs`: it is served, and requests are answered otherwise than it asks;
 * - `servers preserved`: it is served by pools that keep the servers they have;
 * - `certificate preserved`: its host keeps the certificate it has, and a new host has none;
 * - `wrong certificate`: its host has a certificate that clients may refuse;
 * - `never matched`: a path is compared as it is written, and no request has it;
 * - `route lost`: a part of it is not served;
 * - `conflict`: another object has the same host and path, and serves them;
 * - `permission`: its namespace may not have it;
 * - `restriction lost`: it is served to clients whom it keeps out;
 * - `fatal`: nothing of the whole set is applied.
 */
export type Effect =
  | "none"
  | "differs"
  | "servers preserved"
  | "certificate preserved"
  | "wrong certificate"
  | "never matched"
  | "route lost"
  | "conflict"
  | "permission"
  | "restriction lost"
  | "fatal";

/**
 * Subject of a fault: text or shape of the input, settings, facts that only a cluster has (Endpoints, nodes, node ports), a whole object,
 * or one of its hosts, paths and rules.
 */
export type Scope = "input" | "settings" | "cluster" | "object" | "rule";

/**
 * A row in the table of codes, from which docs/errors.md is generated. The tables are not `as const`: their texts would be published as
 * types.
 */
export interface SpecCodeEntry {
  severity: Severity;
  /** The consequence with this severity or a higher one. */
  effect: Effect;
  scope: Scope;
  /** The meaning, without a full stop. */
  title: string;
  /** Default remedy, as an order. */
  remedy: string;
  /** Example message: object, JSON pointer and text. */
  example: string;
  /** A notice about all specs, which every preview shows in one line; other notices are shown on request. */
  atPreview?: true;
}
