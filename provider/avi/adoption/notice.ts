// Notices at the preview of a run that adopts: what it would take over, and what stays.

import { createHash } from "node:crypto";
import { z } from "zod";
import { shownValue } from "../../../resources/hidden";
import { ADOPTION } from "../../../resources/inventory";
import type { Json } from "../../../resources/kind";
import { type AdoptionReport, type Naming, otherAkoVersion, type PlannedObject } from "../../lifecycle/adoption";
import type { Properties } from "../../lifecycle/bodies/json";
import { stable } from "../../lifecycle/bodies/shape";
import type { CheckFailure, Context } from "../../lifecycle/handler";
import { countText, nameList } from "../../lifecycle/messages/counts";
import { attempt, sharedAnswer, sharedForMs } from "../../lifecycle/preview/existing-objects";
import { apiFor } from "../client/api";
import { adoptionReport } from "./report";

/** Request of a component to its inventory about the plan, in a run that adopts, and in no other. */
const ASKED = z.object({
  planned: z.array(z.object({ kind: z.string(), name: z.string(), inputs: z.record(z.string(), z.unknown()) })),
  cluster: z.string(),
  naming: z.enum(["ako-1.2", "ako-1.2.1", "ako-2", "ako-2-evh"]),
  tenant: z.string().optional(),
});

/**
 * Looks at the controller before a run that adopts, at preview already, and tells what it would come to. Where nothing of the plan is what
 * exists the run stops (LB2055). A controller that does not answer is a notice.
 */
export async function inspectAdoption(ctx: Context, { [ADOPTION]: text }: Properties): Promise<CheckFailure[]> {
  const value = shownValue(text);
  const { data: question } = ASKED.safeParse(value);
  if (!question) return [];
  const taken = await attempt(() => {
    const api = apiFor(ctx.config);
    const key = `adoption ${createHash("sha256")
      .update(stable(value as Json))
      .digest("hex")}`;
    return sharedAnswer(sharedForMs("avi", ctx.config), api, key, () => adoptionReport(ctx.config, question));
  });
  if ("reason" in taken) {
    ctx.notice(`the preview could not check what can be adopted: ${taken.reason}`);
    return [];
  }
  const { value: report } = taken;
  if (report.refusal !== undefined) return [{ property: "", reason: report.refusal }];
  for (const line of linesOf(report, question.naming)) ctx.notice(line);
  return [];
}

/** No more of one sort: a preview is read by people, and the command has the rest. */
const SHOWN = 5;

function linesOf({ planned, left, addresses, generation, notes }: AdoptionReport, naming: Naming): string[] {
  const of = (fate: PlannedObject["fate"]) => planned.filter((object) => object.fate === fate);
  const [changed, made] = [of("changed"), of("new")];
  const counts = `${of("unchanged").length} as they are, ${changed.length} with changes, ${made.length} made new; ${left.length} of the cluster left behind`;
  const isOther = generation !== undefined && generation.naming !== naming && (made.length > 0 || left.length > 0);
  return [
    `of ${countText(planned, "object")} this run adopts ${counts} (\`k8s-lb adopt\` has the details)`,
    ...(isOther ? [otherAkoVersion(generation, naming)] : []),
    ...some(changed.map(({ object, changes }) => `${object} changes: ${nameList(changes.map(({ field }) => field))}`)),
    ...some(made.map(({ object }) => `${object} is made new`)),
    ...some(
      addresses.map(({ vsVip, hosts, from, to }) => {
        const who = hosts.length > 0 ? nameList(hosts) : vsVip;
        return `${who}: the address changes from ${from.address} (VsVip ${from.vsVip}) to ${to ?? "one that is allocated"} (VsVip ${vsVip})`;
      }),
    ),
    ...some(left.map(({ object }) => `${object} is left behind`)),
    ...some([...notes]),
  ];
}

const some = (lines: string[]): string[] => (lines.length > SHOWN ? [...lines.slice(0, SHOWN), `and ${lines.length - SHOWN} more`] : lines);
