// The first call of a run to its server: a wrong password fails the preview.

import { LbError, reasonOf } from "../../../resources/diagnostic";
import { withDeadline } from "../../http/deadline";
import type { CheckFailure, ConfigSource, Context } from "../handler";
import { failureEffectOf } from "../messages/codes";
import { failure } from "../messages/errors";
import { type KnownKeys, nearMisses, unknownSettings, unknownSettingsNotice } from "./config-keys";
import { sharedForMs } from "./existing-objects";

/** One cheap call that needs the credentials: with it a run makes sure that it can work at all. */
export interface FirstContact {
  /** The namespace of its configuration. */
  target: string;
  keys: KnownKeys;
  /**
   * Reads the whole configuration, and throws what cannot be read.
   *
   * @returns an object that identifies the connection, the same for the same settings; where it leads to; the call
   */
  open(config: ConfigSource): { at: object; where(): string | Promise<string>; call(): Promise<unknown> };
}

/** Result of the first look. `red` has the failures, none if another resource has reported them already. */
export type Met = { is: "well" } | { is: "red"; failures: CheckFailure[] } | { is: "away"; reason: string };

/** No one waits longer for a server to report that it is there. */
const LIMIT_MS = 8_000;

/** A failure is reported again after so many times the time that lists are shared: a minute. */
const HOLDS = 12;

/** Result for one connection, for all resources of the run. */
interface ContactOutcome {
  found: Promise<ContactFinding>;
  /** Until when it counts, on the monotonic clock. */
  until: number;
  reported: boolean;
}

type ContactFinding = { is: "well" } | { is: "red"; text: string } | { is: "away"; reason: string };

const byConnection = new WeakMap<object, ContactOutcome>();
/** Configuration that leads to no connection, by its fault. */
const byFault = new Map<string, ContactOutcome>();

/** Connects once per connection and run. One resource reports a failure, the others share it. */
export async function firstContact(
  { target, keys, open }: FirstContact,
  ctx: Pick<Context, "config" | "notice" | "project">,
): Promise<Met> {
  const outcome = outcomeOf(target, () => open(ctx.config), ctx.config);
  const met = await outcome.found;
  const first = !outcome.reported;
  outcome.reported = true;
  const unread = first ? unknownSettings(keys, ctx.config) : [];
  if (met.is !== "red") {
    const notice = unknownSettingsNotice(unread, ctx.project);
    if (notice) ctx.notice(notice);
  }
  if (met.is === "away" && first)
    ctx.notice(failure("LB2079", { message: `${met.reason}: the preview could not check anything there`, remedy: "" }).message);
  if (met.is !== "red") return met;
  const [line, ...rest] = met.text.split("\n");
  const near = nearMisses(unread);
  const reason = [line, ...(near ? [`  ${near}`] : []), ...rest].join("\n");
  // the engine prints the value of a property that is named
  return { is: "red", failures: first ? [{ property: "", reason }] : [] };
}

function outcomeOf(target: string, open: () => ReturnType<FirstContact["open"]>, config: ConfigSource): ContactOutcome {
  const opened = attempted(open);
  const sharedOutcome = "error" in opened ? byFault.get(`${target} ${reasonOf(opened.error)}`) : byConnection.get(opened.value.at);
  if (sharedOutcome && performance.now() < sharedOutcome.until) return sharedOutcome;
  const outcome: ContactOutcome = { found: look(opened), until: Number.POSITIVE_INFINITY, reported: false };
  if ("error" in opened) byFault.set(`${target} ${reasonOf(opened.error)}`, outcome);
  else byConnection.set(opened.value.at, outcome);
  void outcome.found.then(({ is }) => {
    if (is !== "well") outcome.until = performance.now() + HOLDS * held(target, config);
  });
  return outcome;
}

async function look(opened: Attempted): Promise<ContactFinding> {
  if ("error" in opened) return findingOf(opened.error, false);
  const answered = await withDeadline(LIMIT_MS, opened.value.call);
  if ("value" in answered) return { is: "well" };
  // where the kubeconfig cannot be read there is none
  const where = await Promise.resolve()
    .then(opened.value.where)
    .catch(() => "");
  return findingOf(answered.error, answered.lasting, where);
}

function findingOf(error: unknown, lasting: boolean, where = ""): ContactFinding {
  const at = (text: string) => (text.includes(where) ? text : `${where}: ${text}`);
  if (!(error instanceof LbError)) return { is: "away", reason: at(firstLine(reasonOf(error))) };
  const { code, remedy = "" } = error;
  const effect = failureEffectOf(code);
  // a user who may not do this is logged in
  if (effect === "no right") return { is: "well" };
  // a wrong address or an untrusted certificate lasts, other silence passes
  if (effect === "no connection" || (effect === "no answer" && lasting))
    return { is: "red", text: [`${code}: ${at(causeOf(error))}`, remedy].join("\n  ") };
  return { is: "away", reason: `${at(causeOf(error))} (${code})` };
}

/** Fault, without the object that met it. */
function causeOf({ code, object, message, shared }: LbError): string {
  const line = firstLine(message).replace(`${code}: `, "");
  return shared ?? (object && line.startsWith(`${object}: `) ? line.slice(object.length + 2) : line);
}

const firstLine = (text: string): string => text.split("\n")[0] ?? "";

/** The pace of a configuration that cannot be read is the usual one. */
function held(target: string, config: ConfigSource): number {
  const read = attempted(() => sharedForMs(target, config));
  return "value" in read ? read.value : 5000;
}

type ContactResult<T> = { value: T } | { error: unknown };
type Attempted = ContactResult<ReturnType<FirstContact["open"]>>;

function attempted<T>(work: () => T): ContactResult<T> {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}
