import { type AviType, describe, isAviType, typeOfModel } from "../../kinds/avi/body";
import type { LbError } from "../../kinds/diagnostic";
import { failure } from "../lifecycle/errors";
import { assertOurs } from "../lifecycle/ownership";
import { waitFor } from "../lifecycle/wait";
import { type AviObject, StillReferred } from "./client/answers";
import type { Scope } from "./client/api";
import { type Job, type LiveObject, markOf, partOf, scopeOf } from "./objects";
import { referencesIn } from "./read";
import { found } from "./write";

/**
 * Deletes an object of ours; one that is gone counts as deleted. While others refer to it we wait a little: in one command
 * they are often on their way out as well. At a destroy what is ours and still refers then is in no state any more, and goes too.
 */
export async function remove(job: Job, object: LiveObject): Promise<void> {
  const { api, ctx, ownership } = job;
  const { type, slot, live } = object;
  const title = describe(type, live.name);
  const scope = scopeOf(job, object);
  // It has passed to another resource, which has written it by now or will.
  const declared = job.objects.length > 0 ? job.objects : job.before;
  // Who names no cloud means that of the connection.
  const clouds = scope.cloud === job.cloud ? [scope.cloud, ""] : [scope.cloud];
  if (clouds.some((cloud) => ctx.elsewhere?.(partOf(job.kind, declared, object, cloud)))) return;
  // To take over is to keep: nothing goes that carries another mark than the state knows, whatever was adopted or imported.
  assertOurs(found(job, object, live), { ...ownership, adopt: false });
  ctx.progress(`deleting ${title}`);
  const { retryDelayMs } = api.session.settings;
  let inUse: StillReferred | undefined;
  const done = await waitFor<true>(
    async () => {
      try {
        await api.remove(type, live, scope);
        return true;
      } catch (error) {
        if (!(error instanceof StillReferred)) throw error;
        inUse = error;
        return slot.shareable ? true : undefined;
      }
    },
    { timeoutMs: retryDelayMs * 20, intervalMs: retryDelayMs, tries: 10, onWait: () => ctx.progress(`${title} is still in use`) },
  );
  if (!inUse) return;
  if (done) {
    if (slot.shareable) ctx.notice(`${title} stays: others use it. ${inUse.message}`);
    return;
  }
  const stuck = ctx.destroying ? await removeLeftovers(job, scope, inUse) : inUse;
  if (stuck) throw await withOwners(job, scope, stuck === inUse ? inUse : inUse.because(stuck));
  await api.remove(type, live, scope);
}

/** A pool group is chosen by a policy or a script, that by a virtual service, and that may be the parent of another. */
const MAX_DEPTH = 6;

/** What a resource with a virtual service holds besides it; pools have resources of their own. */
const HELD_BY_SERVICES: ReadonlySet<AviType> = new Set([
  "httppolicyset",
  "l4policyset",
  "poolgroup",
  "sslkeyandcertificate",
  "sslprofile",
  "vsdatascriptset",
  "vsvip",
]);

/** What an earlier run has left behind. */
interface Leftover {
  type: AviType;
  live: AviObject;
}

/**
 * Removes what stands in the way of a delete when every such object carries exactly our mark: the state has lost it, and nobody else
 * would remove it. With it goes what it alone used. Gives back the refusal behind which something of somebody else stands.
 */
async function removeLeftovers(job: Job, scope: Scope, refused: StillReferred, depth = MAX_DEPTH): Promise<StillReferred | undefined> {
  const found = await Promise.all(refused.referrers.map((referrer) => leftoverNamed(job, scope, referrer)));
  const left = found.filter((one) => one !== undefined);
  if (depth === 0 || left.length === 0 || left.length < found.length) return refused;
  for (const one of left) {
    const stuck = await removeLeftover(job, scope, one, depth - 1);
    if (stuck) return stuck;
  }
  return undefined;
}

async function leftoverNamed({ api, ownership }: Job, scope: Scope, referrer: string): Promise<Leftover | undefined> {
  const object = objectNamed(referrer);
  const live = object && (await api.find(object.type, object.name, scope));
  return live && markOf(object.type, live) === ownership.owner ? { type: object.type, live } : undefined;
}

async function removeLeftover(job: Job, scope: Scope, { type, live }: Leftover, depth: number): Promise<StillReferred | undefined> {
  const { api, ctx } = job;
  try {
    await api.remove(type, live, scope);
  } catch (error) {
    if (!(error instanceof StillReferred)) throw error;
    const stuck = await removeLeftovers(job, scope, error, depth);
    if (stuck) return stuck;
    await api.remove(type, live, scope);
  }
  ctx.notice(`${describe(type, live.name)} was left of an earlier run, carries our mark and is in no resource any more: removed`);
  for (const { type: of, name } of referencesIn(live)) {
    if (!isAviType(of) || !HELD_BY_SERVICES.has(of)) continue;
    const held = await leftoverNamed(job, scope, describe(of, name));
    // What others use as well stays; only the virtual services on one VIP are always of one resource.
    if (held) await removeLeftover(job, scope, held, of === "vsvip" ? depth : 0);
  }
  return undefined;
}

/** How AKO marks what it makes. */
const AKO = /^ako-/;

const remedyFor = (mark: string) =>
  `\`k8s-lb orphans --to avi --mark ${mark}\` lists all that this AKO made and that nobody took over. If it runs no more, delete that on the controller: virtual services, then policies, then the rest. Then run the command again.`;

/**
 * The refusal of a delete (LB2005), with whose the objects are that still refer to ours. What AKO left behind nobody removes any more:
 * then it says how to find all of it. When nobody can be asked, the refusal stays as it is.
 */
async function withOwners({ api }: Job, scope: Scope, refused: LbError): Promise<LbError> {
  const [said = ""] = refused.message.split("\n");
  const listed = said.slice(said.indexOf("still referred to by "));
  const markAt = async (referrer: string): Promise<string> => {
    const object = objectNamed(referrer);
    const live = object && (await api.find(object.type, object.name, scope));
    return live ? markOf(object.type, live) : "";
  };
  const marks = await Promise.all(listed.split(/(?: by |, |; )/).map(markAt)).catch(() => []);
  const owners = [...new Set(marks.filter((mark) => mark !== ""))];
  if (owners.length === 0) return refused;
  const ako = owners.find((mark) => AKO.test(mark));
  return failure("LB2005", {
    object: refused.object,
    message: `${listed} (of ${owners.map((mark) => (AKO.test(mark) ? `AKO, marked ${mark}` : mark)).join("; ")})`,
    ...(ako ? { remedy: remedyFor(ako) } : {}),
  });
}

/** Reads `VirtualService web`, as the controller lists objects; undefined for types that are never ours. */
function objectNamed(text: string): { type: AviType; name: string } | undefined {
  const space = text.indexOf(" ");
  const type = typeOfModel(text.slice(0, space));
  return type && { type, name: text.slice(space + 1).trim() };
}
