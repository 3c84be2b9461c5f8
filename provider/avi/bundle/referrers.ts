import { typeOfModel as typeOf } from "../../../kinds/avi/body";
import type { LbError } from "../../../kinds/errors";
import { failure } from "../../lifecycle/errors";
import type { Scope } from "../client/api";
import type { Place } from "./ensure";
import { markOf } from "./ownership";

/** How AKO marks what it makes. */
const AKO = /^ako-/;

/**
 * The refusal of a delete (LB2005), with whose the objects are that still refer to ours. What AKO left behind nobody removes any more:
 * then it says how to find all of it. When nobody can be asked, the refusal stays as it is.
 */
export async function withOwners(place: Place, scope: Scope, refused: LbError): Promise<LbError> {
  const [said = ""] = refused.message.split("\n");
  const listed = said.slice(said.indexOf("still referred to by "));
  const marks = await Promise.all(namedIn(listed).map(({ type, name }) => markAt(place, scope, type, name))).catch(() => []);
  const owners = [...new Set(marks.flat())];
  if (owners.length === 0) return refused;
  const ako = owners.find((mark) => AKO.test(mark));
  return failure("LB2005", {
    object: refused.object,
    message: `${listed} (of ${owners.map((mark) => (AKO.test(mark) ? `AKO, marked ${mark}` : mark)).join("; ")})`,
    ...(ako ? { remedy: remedyFor(ako) } : {}),
  });
}

const remedyFor = (mark: string) =>
  `\`k8s-lb orphans --target avi --mark ${mark}\` lists all that this AKO made and that nobody took over. If it runs no more, delete that on the controller: virtual services, then policies, then the rest. Then run the command again.`;

function namedIn(listed: string) {
  return listed.split(/(?: by |, |; )/).flatMap((referrer) => {
    const space = referrer.indexOf(" ");
    const type = typeOf(referrer.slice(0, space));
    return type ? [{ type, name: referrer.slice(space + 1).trim() }] : [];
  });
}

async function markAt({ api }: Place, scope: Scope, type: Parameters<typeof markOf>[0], name: string): Promise<string[]> {
  const live = await api.find(type, name, scope);
  const mark = live ? markOf(type, live) : "";
  return mark ? [mark] : [];
}
