import { LbError } from "../../kinds/diagnostic";
import type { InventoryInputs } from "../../kinds/inventory";
import type { Json } from "../../kinds/kind";
import type { Known } from "./check";
import { GRPC } from "./cluster-codes";
import { CODES, type Code } from "./codes";
import { sanitize } from "./json";

/** What varies between two errors of one code. */
export interface FailureDetail {
  object?: string;
  pointer?: string;
  message: string;
  /** Replaces the remedy of the table where the place knows better. */
  remedy?: string;
  /** What all that fail for this one reason have in common. */
  shared?: string;
}

/** What was thrown, in its own words. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** An {@link LbError} with the remedy of the table of codes. */
export function failure(code: Code, detail: FailureDetail): LbError {
  return new LbError({ code, remedy: CODES[code].remedy, ...detail });
}

/** An error in the form the dynamic provider host can carry: text in `message` and `stack`, a gRPC number in `code`. */
export interface WireError extends Error {
  code: number;
}

/**
 * Whatever was thrown, as an error the engine shows well: the host answers nothing at all to a thrown non-Error, prints
 * the stack to the user, passes a numeric `code` on as gRPC status, and takes any `id` for a half-made object.
 *
 * @param specs what the resource stands for, e.g. `Service default/web`
 */
export function toWireError(thrown: unknown, specs = ""): WireError {
  const message = withSpecs(messageOf(thrown), thrown, specs);
  // whoever calls a kind by itself may ask for the cause; the host passes on the text alone
  const error = new Error(message, { cause: thrown }) as WireError;
  error.stack = message;
  error.toString = () => TOLD_BY_ENGINE;
  tellOnlyTheEngine();
  error.code = thrown instanceof LbError ? (CODES[thrown.code as Code]?.grpc ?? GRPC.internal) : GRPC.internal;
  return error;
}

/** The specs behind the object on the server: `LoadBalancer kube_service_c_default_web (Service default/web)`. */
function withSpecs(text: string, thrown: unknown, specs: string): string {
  const object = thrown instanceof LbError ? thrown.object : undefined;
  if (!object || specs === "") return text;
  return text.replace(`: ${object}`, () => `: ${object} (${specs})`);
}

/** Begins what the host writes of an error that the engine gets anyway. */
const TOLD_BY_ENGINE = "[told by the engine]";

let filtered = false;

/**
 * Of a failed check, read or delete the host also writes `${error}: ${error.stack}` to its own output, and the engine shows that as
 * well: the person would read every message three times. Called with the first error, so that only a process that fails is changed.
 */
function tellOnlyTheEngine(): void {
  if (filtered) return;
  filtered = true;
  const write = console.error.bind(console);
  console.error = (...said: unknown[]) => {
    if (!String(said[0]).startsWith(TOLD_BY_ENGINE)) write(...said);
  };
}

/** For so long nobody is told again what a server's silence means. */
const TOLD_MS = 60_000;

const told = new Map<string, { object?: string; until: number }>();

/** A thousand resources fail for one reason: the first says what to do, the others that it is the same. */
function toldOnce({ code, object, shared, message }: LbError): string {
  const key = `${code} ${shared}`;
  const before = told.get(key);
  if (before && before.until > Date.now() && (object === undefined || before.object !== object)) {
    return new LbError({ code, object, message: `${shared}, as said ${before.object ? `of ${before.object}` : "above"}` }).message;
  }
  told.set(key, { object, until: Date.now() + TOLD_MS });
  return message;
}

function messageOf(thrown: unknown): string {
  if (thrown instanceof LbError) return thrown.shared ? toldOnce(thrown) : thrown.message;
  const text = reasonOf(thrown);
  return failure("LB2000", { message: text || "no message" }).message;
}

/** Thrown by a kind when something was made before it failed: what exists must stand in the state, or it is an orphan. */
export class PartialFailure extends Error {
  constructor(
    readonly id: string,
    /** Outputs of what is confirmed to exist. */
    readonly outs: { [key: string]: Json | undefined },
    override readonly cause: unknown,
  ) {
    super("partial failure");
  }
}

/** The form in which the dynamic provider host recognises a partial failure. */
export interface PartialWireError extends Error {
  id: string;
  properties: { [key: string]: unknown };
  reasons: string[];
}

/**
 * The engine shows nothing but `reasons`, so the whole message stands there; and it stores `properties` as they are, so
 * `__provider` must be among them or no later refresh or destroy can find the code.
 */
export function toPartialWireError(failed: PartialFailure, message: string, providerText: unknown): PartialWireError {
  const error = new Error(message) as PartialWireError;
  error.stack = message;
  error.id = failed.id;
  error.properties = { ...sanitize(failed.outs), __provider: providerText };
  error.reasons = [message];
  return error;
}

/** What an inventory knows of where its component came from. */
type Origin = Pick<Known<InventoryInputs>, "owner" | "sources">;

/** How many sources a message names. */
const NAMED = 3;

/** A line about what has most likely taken things away; nothing where the states do not tell. */
export function likelyCause(before: Origin, after: Origin): string {
  if (before.owner && after.owner && before.owner !== after.owner) {
    return `\n  likely cause: the cluster or the component was renamed, the mark goes from ${before.owner} to ${after.owner}`;
  }
  if (!before.sources || !after.sources) return "";
  const fewer = losses(before.sources, after.sources);
  if (fewer.length === 0) {
    return "\n  likely cause: a setting (class, DNS domains, names, node selector) or empty Endpoints; the specs are as many as before";
  }
  return `\n  likely cause: ${fewer.slice(0, NAMED).join("; ")}${fewer.length > NAMED ? `; and ${fewer.length - NAMED} more` : ""}`;
}

/** The sources that give less than before, those that lost most first. */
function losses(before: NonNullable<Origin["sources"]>, after: NonNullable<Origin["sources"]>): string[] {
  const found = Object.entries(before).map(([source, kinds = {}]) => {
    const now = after[source] ?? {};
    const lost = Object.entries(kinds).flatMap(([kind, count = 0]) => {
      const left = now[kind] ?? 0;
      return left < count ? [{ kind, count, left }] : [];
    });
    return {
      lost: lost.reduce((sum, { count, left }) => sum + count - left, 0),
      text: lossText(source, lost, Object.keys(now).length === 0),
    };
  });
  return found
    .filter(({ lost }) => lost > 0)
    .sort((a, b) => b.lost - a.lost)
    .map(({ text }) => text);
}

function lossText(source: string, lost: readonly { kind: string; count: number; left: number }[], nothing: boolean): string {
  const kinds = lost.map(({ kind, count, left }) => `${left} ${kind} (${count} before)`).join(", ");
  if (!nothing) return `${source} gives ${kinds}`;
  const had = lost.map(({ kind, count }) => `${count} ${kind}`).join(", ");
  const why = source.startsWith("cluster ")
    ? "does kubeconfig, context, namespaces and labelSelector still name what they did?"
    : "is the file gone or empty, or does the pattern of the specs no longer match it?";
  return `${source} gave ${had} and gives nothing now: ${why}`;
}
