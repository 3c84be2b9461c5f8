// Deletes an object of Avi, and waits while other objects still refer to it.

import { type AviType, describe, typeOfModel } from "../../resources/avi/body";
import type { LbError } from "../../resources/diagnostic";
import { failure } from "../lifecycle/messages/errors";
import { assertOurs, MARK_PREFIX } from "../lifecycle/ownership";
import { waitFor } from "../lifecycle/wait";
import { StillReferred } from "./client/answers";
import type { ObjectScope } from "./client/api";
import { type AviJob, type LiveObject, markOf, partOf, scopeOf } from "./objects";
import { ownedObject } from "./write";

/**
 * Deletes an object of ours; one that is gone counts as deleted. While others refer to it we wait a little: in one command
 * they are often on their way out as well. What still refers then stays, whosever it is: no mark tells whether another state holds it, or
 * whether it was kept on purpose.
 */
export async function remove(job: AviJob, object: LiveObject): Promise<void> {
  const { api, ctx, ownership } = job;
  const { type, slot, live } = object;
  const title = describe(type, live.name);
  const scope = scopeOf(job, object);
  // An object that another resource declares stays: that resource has written it, or will.
  const declared = job.objects.length > 0 ? job.objects : job.before;
  // A scope that names no cloud means the cloud of the connection.
  const clouds = scope.cloud === job.cloud ? [scope.cloud, ""] : [scope.cloud];
  if (ctx.isStillInUse?.(live.uuid) || clouds.some((cloud) => ctx.isDeclaredElsewhere?.(partOf(job.kind, declared, object, cloud)))) return;
  // A takeover keeps objects: nothing is deleted that carries another mark than the state knows, whatever was adopted or imported.
  assertOurs(ownedObject(job, object, live), { ...ownership, adopt: false });
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
  throw await withOwners(job, scope, inUse);
}

/** Beginning of AKO's marks. */
const AKO = /^ako-/;

const remedyForAko = (mark: string) =>
  `\`k8s-lb orphans --to avi --mark ${mark}\` lists all that this AKO made and that nobody took over. If it runs no more, delete that on the controller: virtual services, then policies, then the rest. Then run the command again.`;

const remedyForOurs = (objects: readonly string[]) =>
  `An object with our mark is in another stack, was retained (\`retainOnDelete\`, \`pulumi state delete\`), or is left of a lost state. If no stack needs it, \`k8s-lb orphans --to avi --state FILE... --delete ${objects.map(quoted).join(" ")}\` removes it, with FILE from \`pulumi stack export\` of every stack. Then run the command again.`;

const quoted = (object: string): string => (/^[\w./@:-]+$/.test(object) ? object : `'${object.replaceAll("'", "'\\''")}'`);

/**
 * The refusal of a delete (LB2005), with whose the objects are that still refer to ours, and the command that lists or removes them. When
 * they cannot be read, the refusal stays as it is.
 */
async function withOwners({ api }: AviJob, scope: ObjectScope, refused: StillReferred): Promise<LbError> {
  const { referrers } = refused;
  const markAt = async (referrer: string): Promise<string> => {
    const object = objectNamed(referrer);
    const live = object && (await api.find(object.type, object.name, scope));
    return live ? markOf(object.type, live) : "";
  };
  const marks = await Promise.all(referrers.map(markAt)).catch((): string[] => []);
  const owners = [...new Set(marks.filter((mark) => mark !== ""))];
  if (owners.length === 0) return refused;
  const ako = owners.find((mark) => AKO.test(mark));
  const ours = referrers.filter((_, index) => marks[index]?.startsWith(MARK_PREFIX)).map((referrer) => referrer.replace(" ", "/"));
  const remedies = [...(ours.length > 0 ? [remedyForOurs(ours)] : []), ...(ako ? [remedyForAko(ako)] : [])];
  return failure("LB2005", {
    object: refused.object,
    message: `still referred to by ${referrers.join(", ")} (of ${owners.map((mark) => (AKO.test(mark) ? `AKO, marked ${mark}` : mark)).join("; ")})`,
    ...(remedies.length > 0 ? { remedy: remedies.join(" ") } : {}),
  });
}

/** Reads `VirtualService web`, as the controller lists objects; undefined for types that are never ours. */
function objectNamed(text: string): { type: AviType; name: string } | undefined {
  const space = text.indexOf(" ");
  const type = typeOfModel(text.slice(0, space));
  return type && { type, name: text.slice(space + 1).trim() };
}
