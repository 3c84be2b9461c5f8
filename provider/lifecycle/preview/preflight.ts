// The preflight checks of a component: limits, addresses and references, before the first write.

import { isDeepStrictEqual } from "node:util";
import type { InventoryInputs, Needs } from "../../../resources/inventory";
import { isAdoption } from "../../../resources/kind";
import type { Known } from "../check";
import type { CheckFailure, ConfigSource, Context } from "../handler";
import { failure } from "../messages/errors";
import { expiries } from "./certificates";
import { attempt, sharedAnswer, sharedForMs } from "./existing-objects";
import { type Finding, refused } from "./refusal";

/** The objects and needs of a component, and how they differ from the last run. */
export interface PreflightInput {
  needs: Needs;
  /** Names that the last run did not have. */
  newNames: readonly string[];
  /** Increase since the last run, whose part is in use already. */
  added: { counts: Record<string, number>; addresses: Record<string, number> };
  /** `<api type>/<name>` of everything that is managed. */
  managed: readonly string[];
  /** The mark that all of it carries. */
  owner?: string;
  /** This run takes over what exists. */
  isAdoption: boolean;
  /** The tenant, or the project, when not that of the connection. */
  tenant?: string;
  /** An answer that the components of one program share. */
  once<T>(at: object, key: string, take: () => Promise<T>): Promise<T>;
}

/** One query; several run at once. */
export type PreflightProbe = () => Promise<Finding[]>;

/** Plans the queries of a target before the first write. */
export type Preflight = (config: ConfigSource, requested: PreflightInput) => PreflightProbe[];

type PreflightInputs = Known<InventoryInputs>;

/**
 * Looks for what would stop the run later, or soon after it, when the plan's names or needs have changed. A server that does not answer is
 * a notice.
 */
export async function preflight(
  target: string,
  probesFor: Preflight,
  ctx: Context,
  olds: PreflightInputs | undefined,
  news: PreflightInputs,
): Promise<CheckFailure[]> {
  if (news.preflight === false) return [];
  if (!isDue(olds, news)) return [];
  const before = new Set(olds?.names);
  const requested: PreflightInput = {
    needs: (news.needs ?? {}) as Needs,
    newNames: (news.names ?? []).filter((name) => !before.has(name)),
    managed: news.names ?? [],
    owner: news.owner || undefined,
    isAdoption: isAdoption(news.adopt),
    added: {
      counts: more(olds?.needs?.counts, news.needs?.counts, isAdoption(news.adopt)),
      addresses: more(olds?.needs?.addresses, news.needs?.addresses, isAdoption(news.adopt)),
    },
    tenant: news.tenant || undefined,
    once: (at, key, take) => sharedAnswer(sharedForMs(target, ctx.config), at, `preflight ${key}`, take),
  };
  const begun = await attempt(async () => probesFor(ctx.config, requested));
  if ("reason" in begun) return unchecked(ctx, [begun.reason]);
  const taken = await Promise.all(begun.value.map(attempt));
  unchecked(ctx, [...new Set(taken.flatMap((one) => ("reason" in one ? [one.reason] : [])))]);
  const findings = taken.flatMap((one) => ("value" in one ? one.value : []));
  for (const finding of findings) if (!finding.fails) ctx.notice(failureText(finding));
  return findings.filter(({ fails }) => fails).flatMap(({ code, message, remedy }) => refused(code, message, remedy));
}

/** Reports certificates that expire soon, at every preview: this takes no call. */
export function reportExpiries(ctx: Pick<Context, "notice">, { certificates = {} }: PreflightInputs): void {
  for (const finding of expiries(certificates, new Date())) ctx.notice(failureText(finding));
}

/** A preview in which nothing changes makes no call. */
export function isDue(olds: PreflightInputs | undefined, { names, needs }: PreflightInputs): boolean {
  return !olds || !isDeepStrictEqual(olds.names, names) || !isDeepStrictEqual(olds.needs, needs);
}

/** @param taken true for a run that adopts: the objects exist already */
function more(before: Counts = {}, after: Counts = {}, taken: boolean): Record<string, number> {
  if (taken) return {};
  const grown = Object.entries(after).map(([name, count = 0]) => [name, count - (before[name] ?? 0)] as const);
  return Object.fromEntries(grown.filter(([, count]) => count > 0));
}

type Counts = { readonly [name: string]: number | undefined };

function unchecked(ctx: Context, reasons: readonly string[]): CheckFailure[] {
  if (reasons.length > 0) ctx.notice(`the preview could not check limits, addresses and references: ${reasons.join("; ")}`);
  return [];
}

const failureText = ({ code, message, remedy }: Finding) => failure(code, { message, ...(remedy ? { remedy } : {}) }).message;
