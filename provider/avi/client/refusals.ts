import { LbError } from "../../../kinds/errors";
import { redact, withoutMarkup } from "../../http/redact";
import type { Answer } from "../../http/transport";
import { CODES, type Code } from "../../lifecycle/codes";
import { failure } from "../../lifecycle/errors";
import { isObject } from "../../lifecycle/sanitize";
import type { Request } from "./session";
import type { Settings } from "./settings";

/** Others refer to an object that was to be deleted. */
export class StillReferred extends LbError {
  /** As the controller lists them: `VirtualService web`. */
  readonly referrers: readonly string[];

  constructor(object: string, listed: string) {
    const referrers = [...listed.matchAll(/'([^']*)'/g)].map(([, referrer = ""]) => referrer);
    super({ code: "LB2005", object, message: `still referred to by ${referrers.join(", ") || listed}`, remedy: CODES.LB2005.remedy });
    this.referrers = referrers;
  }

  /** This refusal with what stands behind the objects it names. */
  because({ object, referrers }: StillReferred): LbError {
    const named = `still referred to by ${this.referrers.join(", ")}`;
    return failure("LB2005", { object: this.object, message: `${named}; ${object} by ${referrers.join(", ")}` });
  }
}

/** How much of a page tells whose it is. */
const PAGE_START = 80;

/** What the server says, without its wrapping. */
export function serverText(answer: Answer): string {
  return errorOf(answer) ?? withoutMarkup(answer.text);
}

/** The text of an error in the form that all errors of the API have. */
function errorOf({ body }: Answer): string | undefined {
  const said = isObject(body) ? (body.error ?? body.detail) : undefined;
  return typeof said === "string" ? said : undefined;
}

/** A refusal in our own words. `object` is what the request was about, e.g. `Pool web`. */
export function refusal(settings: Settings, answer: Answer, object: string): LbError {
  const said = redact(serverText(answer), [settings.password, settings.token]);
  const listed = /Cannot delete, object is referred by: \[(.*)\]/s.exec(said)?.[1];
  if (listed !== undefined) return new StillReferred(object, listed);
  return failure(codeOf(answer.status, said), { object, message: said || `the controller answered ${answer.status} without a text` });
}

/**
 * The error of an answer that the API does not give to such a request: a portal's page, an empty object, a proxy's 404. To believe
 * it would lose writes and objects. Undefined when the API gave it.
 */
export function misplaced(settings: Settings, request: Request, answer: Answer, object: string): LbError | undefined {
  if (fits(request, answer)) return undefined;
  const [type] = String(answer.headers["content-type"] ?? "no content type").split(";");
  const start = redact(withoutMarkup(answer.text), [settings.password, settings.token]).slice(0, PAGE_START);
  const [path] = request.path.split("?");
  const message = `${request.method} ${path} was answered ${answer.status} (${type})${start ? ` "${start}"` : ""}, which the Avi API does not`;
  return failure("LB2015", { object, message });
}

function fits({ method, body: sent }: Request, answer: Answer): boolean {
  const { status, body } = answer;
  // Told in any form, and never taken for more than "not now" or "not you".
  if (status === 401 || status === 419 || status === 429 || status >= 500) return true;
  if (status >= 400) return errorOf(answer) !== undefined;
  if (method === "DELETE") return status === 204;
  if (status < 200 || status >= 300 || !isObject(body) || !/json/i.test(String(answer.headers["content-type"]))) return false;
  if (method === "GET") return Array.isArray(body.results);
  return typeof body.uuid === "string" && body.uuid !== "" && (!isObject(sent) || body.name === sent.name);
}

function codeOf(status: number, said: string): Code {
  if (/Tenant '.*' does not exist/.test(said)) return "LB2009";
  if (/introduced in later versions|Invalid version/i.test(said)) return "LB2019";
  if (/disallowed during upgrade/.test(said)) return "LB2014";
  if (status === 401 || status === 419) return "LB2006";
  if (status === 403) return "LB2010";
  if (status === 429 || status === 503) return "LB2014";
  return "LB2008";
}
