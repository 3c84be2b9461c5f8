// Answers of an Avi controller: objects, refusals, and writes whose outcome is unknown.

import { rightFor } from "../../../resources/avi/rights";
import { LbError } from "../../../resources/diagnostic";
import { type AttemptResult, attempt, isExpected, misplacedText, NotYet, retryAfterMs } from "../../http/attempts";
import { withoutMarkup } from "../../http/markup";
import { redactedLine } from "../../http/redact";
import type { Answer, Call, TransportFault } from "../../http/transport";
import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import { CODES, type Code } from "../../lifecycle/messages/codes";
import { failure } from "../../lifecycle/messages/errors";
import type { AviConnection } from "./settings";

/** A request before the session has put its headers on. */
export interface AviRequest {
  method: Call["method"];
  path: string;
  tenant: string;
  body?: JsonObject;
}

/** Sends requests to the controller. */
export interface Sender {
  readonly settings: AviConnection;
  send(request: AviRequest): Promise<Answer>;
}

/** An object as the controller answers it. */
export type AviObject = JsonObject & { name: string; uuid: string };

export function isAviObject(candidate: unknown): candidate is AviObject {
  return isObject(candidate) && typeof candidate.name === "string" && typeof candidate.uuid === "string" && candidate.uuid !== "";
}

/** A write whose outcome is unknown until the object is read, for example a lost create: its answer did not arrive. */
export class UnsureWrite extends Error {
  constructor(readonly reason: LbError) {
    super(reason.message);
  }
}

/**
 * Sends a request until there is an answer worth having. Reads are repeated after anything that may pass. Writes are
 * repeated only when they surely did not happen; when that is not sure, {@link UnsureWrite} is thrown.
 *
 * @param object what the request is about, e.g. `Pool web`
 */
export function ask(session: Sender, request: AviRequest, object: string): Promise<Answer> {
  const { settings } = session;
  const options = {
    repeatable: request.method === "GET",
    retryDelayMs: settings.retryDelayMs,
    patienceMs: settings.timeoutMs,
    clean: (text: string) => redactedLine(text, [settings.password, settings.token]),
  };
  const send = () =>
    session.send(request).catch((error: unknown) => {
      if (!(error instanceof LbError)) throw error;
      // From the login in front of the request, so it names no object yet. LB2014: the controller is starting.
      const { code, remedy, shared } = error;
      const named = shared === undefined ? error : new LbError({ code, object, message: shared, remedy, shared });
      throw code === "LB2014" ? new NotYet(named) : named;
    });
  return attempt(send, options, {
    unanswered(text, trouble, unsure) {
      const reason = unreachable(settings.origin, text, trouble, object);
      return unsure ? new UnsureWrite(reason) : reason;
    },
    answered: (answer) => verdict(settings, request, answer, object),
  });
}

function verdict(settings: AviConnection, request: AviRequest, answer: Answer, object: string): AttemptResult {
  const { status } = answer;
  const read = request.method === "GET";
  const refused = () => refusal(settings, answer, object, request);
  if (status === 429 || status === 503) return { again: refused(), pauseMs: retryAfterMs(answer) };
  // A race inside the controller between two creates; the same request succeeds a moment later.
  if (status === 500 && /record not found/.test(serverText(answer))) return { again: refused() };
  if (status >= 500) return read ? { again: refused() } : { fail: new UnsureWrite(refused()) };
  if (isFromAvi(request, answer)) return { answer };
  const strange = misplaced(settings, request, answer, object);
  if (!read) return { fail: new UnsureWrite(strange) };
  // Half an answer is whole the next time, a proxy's refusal stays.
  return status < 300 ? { again: strange } : { fail: strange };
}

/** False for an answer that the API does not give to such a request: a portal's page, an empty object, a proxy's 404. */
function isFromAvi({ method, path, body: sent }: AviRequest, answer: Answer): boolean {
  const { status } = answer;
  // Told in any form, and never taken for more than "not you".
  if (status === 401 || status === 419) return true;
  if (status >= 400) return errorOf(answer) !== undefined;
  if (method === "DELETE") return isExpected(answer, { statuses: [204] });
  // the state of servers is a list by itself, or in an object
  if (path.includes("/runtime/")) return status === 200 && isJson(answer) && (Array.isArray(answer.body) || isObject(answer.body));
  // the one object of the first type has no name, and inventories have names inside of a part
  const isListed = /^\/api\/(systemlimits|[a-z]+-inventory)\b/.test(path) ? isObject : isAviObject;
  if (method === "GET")
    return isExpected(answer, { statuses: [200], holds: ({ results }) => Array.isArray(results) && results.every(isListed) });
  return isExpected(answer, { statuses: [200, 201], holds: (made) => isAviObject(made) && made.name === sent?.name });
}

const isJson = ({ headers }: Answer): boolean => /json/i.test(String(headers["content-type"]));

/** To believe such an answer would lose writes and objects. */
function misplaced(settings: AviConnection, { method, path }: AviRequest, answer: Answer, object: string): LbError {
  const text = redactedLine(withoutMarkup(answer.text), [settings.password, settings.token]);
  return failure("LB2015", { object, message: misplacedText(`${method} ${path.replace(/\?.*/, "")}`, answer, text, "the Avi API") });
}

/** Remedy for each trouble, in the words of our configuration. */
const REMEDY: { readonly [T in TransportFault]?: string } = {
  address:
    "Check avi:controller (AVI_CONTROLLER), that the controller runs there, and that the network and its firewalls let this machine through.",
  certificate:
    "Set avi:caCert (AVI_CA_CERT) to the PEM of the authority that signed it, or avi:caCertFile to a file with it; the name in avi:controller must be one of the certificate's.",
};

/** No answer; the same for all objects of a controller. */
function unreachable(origin: string, text: string, trouble: TransportFault, object: string): LbError {
  const shared = `${origin}: ${text}`;
  return failure("LB2007", { object, message: shared, shared, ...(REMEDY[trouble] ? { remedy: REMEDY[trouble] } : {}) });
}

/** Others refer to an object that was to be deleted. */
export class StillReferred extends LbError {
  /** As the controller lists them: `VirtualService web`. */
  readonly referrers: readonly string[];

  constructor(object: string, referrerList: string) {
    const referrers = [...referrerList.matchAll(/'([^']*)'/g)].map(([, referrer = ""]) => referrer);
    super({ code: "LB2005", object, message: `still referred to by ${referrers.join(", ") || referrerList}`, remedy: CODES.LB2005.remedy });
    this.referrers = referrers;
  }
}

/**
 * A refusal in our own words.
 *
 * @param object what the request was about, e.g. `Pool web`
 * @param request the request itself, where the error must name the right that it takes
 */
export function refusal(settings: AviConnection, answer: Answer, object: string, request?: AviRequest): LbError {
  const serverWords = redactedLine(serverText(answer), [settings.password, settings.token]);
  // @unverified avi/refuses-referred
  const referrerList = /Cannot delete, object is referred by: \[(.*)\]/s.exec(serverWords)?.[1];
  if (referrerList !== undefined) return new StillReferred(object, referrerList);
  const message = serverWords || `the controller answered ${answer.status} without a text`;
  const code = codeOf(answer.status, serverWords);
  const remedy = code === "LB2034" ? NO_ROOM : code === "LB2010" && request ? grant(request) : undefined;
  return failure(code, { object, message, ...(remedy ? { remedy } : {}) });
}

/** The right that was missing, as a role has it. */
function grant({ method, path, tenant }: AviRequest): string {
  const [, type = ""] = /^\/api\/([a-z]+)/.exec(path) ?? [];
  const { resource, type: access } = rightFor(method, type);
  return `Give the user's role ${access} to ${resource} in the tenant ${tenant}; \`k8s-lb rbac --for avi\` prints a role with all that is needed.`;
}

/** A controller has no quotas of projects. */
const NO_ROOM =
  "Delete what is no longer needed (`k8s-lb orphans --to avi` lists leftovers), or take a larger controller or licence; `k8s-lb limits --to avi` shows what is left.";

/** The number of objects, not the value of a field; texts differ from release to release. */
const FULL =
  /\b(?:number|count|objects?|total)\b.*\b(?:exceeds?|exceeded|reached)\b.*\b(?:limits?|maximum)\b|\b(?:limit|maximum)\b.*\b(?:number|objects?)\b.*\b(?:exceeded|reached)\b/i;

function codeOf(status: number, serverWords: string): Code {
  if (/Tenant '.*' does not exist/.test(serverWords)) return "LB2009";
  if (/introduced in later versions|Invalid version/i.test(serverWords)) return "LB2019";
  if (/disallowed during upgrade/.test(serverWords)) return "LB2014";
  if (status === 401 || status === 419) return "LB2006";
  if (status < 500 && FULL.test(serverWords)) return "LB2034";
  if (status === 403) return "LB2010";
  if (status === 429 || status === 503) return "LB2014";
  return "LB2008";
}

/** Text of the server, without its wrapping. */
function serverText(answer: Answer): string {
  return errorOf(answer) ?? withoutMarkup(answer.text);
}

/** The text of an error in the form that all errors of the API have. */
function errorOf({ body }: Answer): string | undefined {
  const errorText = isObject(body) ? (body.error ?? body.detail) : undefined;
  return typeof errorText === "string" ? errorText : undefined;
}
