import { createHash } from "node:crypto";
import { describe, test } from "vitest";

/** Result of a case, for the table of a campaign; a case that fails throws. */
export interface CaseOutcome {
  /** One word or code: `converges`, `LB2007`. */
  verdict: string;
  words?: string;
  /** Number of places that one case tries. Default 1. */
  points?: number;
}

/** A draw from 0 to `below` - 1; the same for the same seed, case and `what`. */
export type CaseDraw = (what: string, below: number) => number;

/** One case: identified by name, run in bounded time. */
export interface Case {
  /** Unique in its campaign: `avi:Pool, create, hang`. */
  name: string;
  /** It belongs to every sample. */
  always?: boolean;
  run(draw: CaseDraw): Promise<CaseOutcome>;
}

declare module "vitest" {
  interface TaskMeta {
    outcome?: CaseOutcome;
  }
}

/** Options of the command; tools/campaign.mjs writes them. CI runs the samples, always with the same seed. */
const {
  all = false,
  sample,
  only,
  seed = 1,
  until = Number.POSITIVE_INFINITY,
} = JSON.parse(process.env.K8S_LB_CAMPAIGN ?? "{}") as {
  all?: boolean;
  sample?: number;
  only?: string;
  seed?: number;
  /** Milliseconds since 1970 after which no case is begun any more. */
  until?: number;
};

/** A case that sweeps over many places takes all of them; else one that the seed picks. */
export const everyPoint = all;

/** Number of cases that a tier of the tests takes beside those that it always takes, and the time limit of one case. */
interface Bounds {
  sample: number;
  limitMs: number;
}

/**
 * Runs the cases of a campaign as tests: a sample that the seed picks, or all of them. `npm run campaign -- NAME --all` runs those of
 * test/campaigns/NAME and prints what each came to.
 */
export function campaign(title: string, cases: readonly Case[], bounds: Bounds): void {
  describe(title, () => {
    for (const { name, run } of chosen(cases, bounds)) {
      test(name, { timeout: bounds.limitMs }, async ({ task }) => {
        const late = Date.now() > until;
        task.meta.outcome = late ? NOT_REACHED : await run((what, below) => drawn(`${name} ${what}`) % below);
      });
    }
  });
}

const NOT_REACHED: CaseOutcome = { verdict: "not reached", points: 0 };

function chosen(cases: readonly Case[], bounds: Bounds): readonly Case[] {
  const pattern = only === undefined ? undefined : new RegExp(only);
  const named = cases.filter(({ name }) => pattern?.test(name) ?? true);
  // in an order by chance, so that a run that is ended early has been everywhere
  const rank = new Map(named.map((one) => [one, drawn(one.name)]));
  const ranked = named.toSorted((one, other) => (rank.get(one) ?? 0) - (rank.get(other) ?? 0));
  if (all || (pattern && sample === undefined)) return ranked;
  if (sample !== undefined) return ranked.slice(0, sample);
  return [...ranked.filter(({ always }) => always), ...ranked.filter(({ always }) => !always).slice(0, bounds.sample)];
}

/** A number that the seed and a text give, 48 bits of it. */
function drawn(text: string): number {
  return createHash("sha256").update(`${seed} ${text}`).digest().readUIntBE(0, 6);
}
