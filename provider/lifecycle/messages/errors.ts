// Errors with codes, and their forms for the engine.

import { LbError, reasonOf } from "../../../resources/diagnostic";
import type { Json } from "../../../resources/kind";
import { printableLines } from "../../../resources/printable";
import { sanitize } from "../bodies/json";
import { GRPC } from "./cluster-codes";
import { CODES, type Code } from "./codes";

/** Details that vary between two errors of one code. */
export interface FailureDetail {
  object?: string;
  pointer?: string;
  message: string;
  /** Replaces the remedy of the table where the place knows better. */
  remedy?: string;
  /** Text that all objects with this fault share. */
  shared?: string;
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
 * @param specs what the resource represents, e.g. `Service default/web`
 */
export function toWireError(thrown: unknown, specs = ""): WireError {
  const message = printableLines(withSpecs(messageOf(thrown), thrown, specs));
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
  console.error = (...texts: unknown[]) => {
    if (!String(texts[0]).startsWith(TOLD_BY_ENGINE)) write(...texts);
  };
}

/** For so long the meaning of a server's silence is not reported again. */
const TOLD_MS = 60_000;

const reported = new Map<string, { object?: string; until: number }>();

/** When many resources fail for one reason, the first message has the remedy, and the others refer to it. */
function toldOnce({ code, object, shared, message }: LbError): string {
  const key = `${code} ${shared}`;
  const before = reported.get(key);
  if (before && before.until > performance.now() && (object === undefined || before.object !== object)) {
    return new LbError({ code, object, message: `${shared}; same cause as ${before.object ? `for ${before.object}` : "above"}` }).message;
  }
  reported.set(key, { object, until: performance.now() + TOLD_MS });
  return message;
}

function messageOf(thrown: unknown): string {
  if (thrown instanceof LbError) return thrown.shared ? toldOnce(thrown) : thrown.message;
  const text = reasonOf(thrown);
  return failure("LB2000", { message: text || "no message" }).message;
}

/** Thrown by a kind when something was made before it failed: what exists must be in the state, or it is an orphan. */
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
 * The engine shows nothing but `reasons`, so the whole message is there; and it stores `properties` as they are, so
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
