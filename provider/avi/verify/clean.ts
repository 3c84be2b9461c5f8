// Part of `k8s-lb verify`: deletes the objects of a run from an Avi controller.

import { AVI_TYPES, type AviType, DELETION_ORDER, isAviType } from "../../../resources/avi/body";
import { reasonOf } from "../../../resources/diagnostic";
import { type Cleaned, VERIFY_MARK } from "../../verify/verification";
import { markOf } from "../objects";
import { type AviVerifySession, refusalText } from "./session";

/** Objects that refer to others may have children that refer to them: a second round finds those free. */
const ROUNDS = 3;

const TYPES: readonly AviType[] = Object.keys(AVI_TYPES)
  .filter(isAviType)
  .filter((type) => AVI_TYPES[type].ownerField !== undefined)
  .sort((a, b) => DELETION_ORDER.indexOf(a) - DELETION_ORDER.indexOf(b));

interface Own {
  type: AviType;
  uuid: string;
  name: string;
}

/** Objects with the mark of a run, and its prefix or that of any run. */
export async function ownObjects(session: AviVerifySession, earlier: boolean): Promise<Own[]> {
  const prefix = earlier ? session.place.family : session.place.prefix;
  const lists: Own[][] = [];
  for (const type of TYPES) {
    const all = await session.api.list(type, "page_size=100", session.tenant, `list of ${type}`);
    const matches = all.filter((object) => object.name.startsWith(`${prefix}-`) && markOf(type, object).startsWith(VERIFY_MARK));
    lists.push(matches.map(({ uuid, name }) => ({ type, uuid, name })));
  }
  return lists.flat();
}

/** Removes the objects of this run, and with `earlier` those of others. What an answer told goes first: a list may be wrong. */
export async function clean(session: AviVerifySession, earlier: boolean): Promise<Cleaned> {
  let removed = 0;
  let remaining: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const madeObjects = session.made.splice(0).reverse();
    const listing = await ownObjects(session, earlier).catch((error: unknown) => reasonOf(error));
    const candidates = new Map([...(typeof listing === "string" ? [] : listing), ...madeObjects].map((one) => [one.uuid, one]));
    remaining = typeof listing === "string" ? [`what no list tells: ${listing}`] : [];
    const inOrder = [...candidates.values()].sort((a, b) => TYPES.indexOf(a.type) - TYPES.indexOf(b.type));
    for (const { type, uuid, name } of inOrder) {
      const reason = await remove(session, type, uuid);
      if (reason === undefined) removed++;
      else if (reason !== "gone") {
        remaining.push(`${AVI_TYPES[type].model} ${name}: ${reason}`);
        session.made.push({ type, uuid, name });
      }
    }
    if (remaining.length === 0 || candidates.size === 0) break;
  }
  return { removed, remaining };
}

/** Undefined when it is deleted now. */
async function remove(session: AviVerifySession, type: AviType, uuid: string): Promise<string | undefined> {
  try {
    const answer = await session.send("DELETE", `/api/${type}/${uuid}`);
    if (answer.status < 300) return undefined;
    return answer.status === 404 ? "gone" : refusalText(answer);
  } catch (error) {
    return reasonOf(error);
  }
}
