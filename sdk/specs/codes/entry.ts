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
 * The subject of a fault: the text or shape of the input, the settings, what only a cluster tells (Endpoints, nodes, node ports), one object
 * as a whole, or one of its hosts, paths and rules.
 */
export type Scope = "input" | "settings" | "cluster" | "object" | "rule";

/** One row of the table of codes, of which docs/errors.md is made. The tables are not `as const`: their texts would be published as types. */
export interface SpecCodeEntry {
  severity: Severity;
  /** The consequence if it is reported with this severity or a higher one. */
  effect: Effect;
  scope: Scope;
  /** The meaning, without a full stop. */
  title: string;
  /** Remedy where a message has none of its own, as an order. */
  remedy: string;
  /** A message with this code: object, JSON pointer and text. */
  example: string;
  /** A notice about all specs that every preview shows in one line; other notices are for who asks. */
  atPreview?: true;
}
