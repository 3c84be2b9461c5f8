import type { LbError } from "../../../contract/errors";
import { redact } from "../../http/redact";
import type { Answer } from "../../http/transport";
import type { Code } from "../../lifecycle/codes";
import { failure } from "../../lifecycle/errors";
import { isObject } from "../../lifecycle/sanitize";
import type { Settings } from "./settings";

/** What the server says, without its wrapping. */
export function serverText(answer: Answer): string {
  const { body } = answer;
  const said = isObject(body) ? (body.error ?? body.detail) : undefined;
  return typeof said === "string" ? said : answer.text;
}

/** A refusal in our own words. `object` is what the request was about, e.g. `Pool web`. */
export function refusal(settings: Settings, answer: Answer, object: string): LbError {
  const said = redact(serverText(answer), [settings.password, settings.token]);
  const referrers = /Cannot delete, object is referred by: \[(.*)\]/s.exec(said)?.[1];
  if (referrers !== undefined) return failure("LB2005", { object, message: `still referred to by ${referrers.replaceAll("'", "")}` });
  return failure(codeOf(answer.status, said), { object, message: said || `the controller answered ${answer.status} without a text` });
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
