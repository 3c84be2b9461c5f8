import { hiddenName, showInputs } from "../../../resources/hidden";
import { INVENTORY_HIDDEN, inventoryOf } from "../../../resources/inventory";
import { isAdoption, keepsMarks } from "../../../resources/kind";
import type { BackEnd } from "../../back-end";
import { hasUnknown, isUnknown, type Properties } from "../bodies/json";
import { checkFailures, inputsInState, knownInputs, schemaFaults } from "../check";
import type { CheckFailure, Context, ResourceHandler } from "../handler";
import { NONCE, newNonce } from "../nonces";
import { withoutObject } from "../without-object";
import { areOf, countOf, listed } from "../words/counted";
import { firstContact } from "./contact";
import { massChange } from "./guard";
import type { GuardedInputs } from "./guarded-inputs";
import { type Looking, lookFor, namesSeen, unseen } from "./look";
import { lostByFault } from "./lost-by-fault";
import { noteManaged, notePools } from "./managed-names";
import { isDue, preflight, tellExpiries } from "./preflight";
import { refused } from "./refusal";
import { renamedFrom } from "./renamed";

/** Everything that an inventory asks of a back end. */
type Inventoried = Pick<BackEnd, "name" | "look"> & Partial<Pick<BackEnd, "contact" | "preflight" | "adoption">>;

/**
 * A resource without an object: it remembers the names that a component manages, and is made before anything else of it. Its check
 * runs at preview, and before anything is written; it alone looks at the server there, and only when there is a reason:
 * - it is created, so nothing of its component should exist;
 * - names or needs have changed: limits, addresses and what is referred to (preflight.ts);
 * - the run adopts: what is there, and what would become of it (adoption of the back end);
 * - a large part would vanish, or lose its servers, at once: an empty folder of manifests, a kubeconfig that points elsewhere.
 */
export function inventoryKind(backEnd: Inventoried): ResourceHandler {
  const { name, contact, preflight: probesFor = () => [], adoption } = backEnd;
  const kind = inventoryOf(name);
  const look: Looking = (ctx, requested) => lookFor(name, backEnd.look, ctx.config, requested);
  const inputsOf = (news: Properties): GuardedInputs => {
    const { known, unknownAt } = knownInputs(kind, news);
    return {
      ...known,
      names: known.names?.filter((name) => !isUnknown(name)),
      open: hasUnknown(news.names),
      allowMassDelete: known.allowMassDelete === true || unknownAt("allowMassDelete"),
    };
  };
  const inState = withoutObject(kind, "inventory", REMEMBERED);
  return {
    ...inState,
    // In the state before anything else of the component is created; a state of an earlier release gets it with its next change.
    async create(ctx, news) {
      const { id, outs } = await inState.create(ctx, news);
      return { id, outs: { ...outs, [NONCE]: newNonce() } };
    },
    async update(ctx, id, olds, news) {
      return { ...(await inState.update(ctx, id, olds, news)), [NONCE]: olds[NONCE] ?? newNonce() };
    },
    check(last, given) {
      const [olds, news] = [shown(last), shown(given)];
      const failures = checkFailures(schemaFaults(kind, news), "LB2016");
      if (failures.length > 0) return failures;
      const [before, after] = [inputsInState(kind, olds), inputsOf(news)];
      notePools(name, after.owner, before.names ? [...before.names, ...(before.pools ?? [])] : isAdoption(after.adopt) ? undefined : []);
      return lostByFault(before, after);
    },
    async inspect(ctx, state, given) {
      const properties = shown(given);
      const [olds, news] = [state && inputsInState(kind, shown(state)), inputsOf(properties)];
      if (news.preflight !== false) tellExpiries(ctx, news);
      const met = contact && news.preflight !== false && isDue(olds, news) ? await firstContact(contact, ctx) : undefined;
      if (met?.is === "red") return met.failures;
      if (met?.is === "away") return olds ? massChange(async () => unseen(met.reason), ctx, olds, news) : [];
      const refusals = await (olds ? massChange(look, ctx, olds, news) : anew(look, ctx, news, properties));
      if (refusals.length > 0) return refusals;
      const adopts = isAdoption(news.adopt) && (!olds || !sameNames(olds, news));
      const unfit = adopts ? ((await adoption?.inspect?.(ctx, properties)) ?? []) : [];
      return unfit.length > 0 ? unfit : preflight(name, probesFor, ctx, olds, news);
    },
    complete: (olds, { adopt }) => (olds.marksKept === true || keepsMarks(inputsInState(kind, { adopt }).adopt) ? { marksKept: true } : {}),
    diff(_id, olds, news) {
      const [before, after] = [inputsInState(kind, shown(olds)), inputsOf(shown(news))];
      noteManaged(name, before.owner, before.names);
      const changes = [
        ...(sameNames(before, after) ? [] : ["names"]),
        ...(sameOwner(before, after) ? [] : ["owner"]),
        ...(sameServed(before, after) ? [] : ["served"]),
        ...(samePools(before, after) ? [] : ["pools"]),
        ...(sameAsks(before, after) ? [] : ["asks"]),
      ];
      return { changes, replaces: [] };
    },
  };
}

const shown = (properties: Properties): Properties => showInputs(properties, INVENTORY_HIDDEN);

/** The inputs that a refresh must know. */
const REMEMBERED = [
  ...["names", "identities", "owner", "tenant", "served", "pools", "sources", "needs", "certificates", "marksKept"],
  ...INVENTORY_HIDDEN.map(hiddenName),
];

/**
 * Objects with the mark of a component whose state begins just now are another state's, or a lost one's: to take them up in silence
 * would let the destroy of one state delete what the other needs. A run that was cut off has its inventory in the state.
 */
async function anew(look: Looking, ctx: Context, news: GuardedInputs, properties: Properties): Promise<CheckFailure[]> {
  const { names = [], owner, tenant, adopt, allowMassDelete } = news;
  if (adopt || !owner || names.length === 0) return [];
  const seen = await look(ctx, { names, owners: [owner], tenant: tenant || undefined });
  if (seen.reasons.length > 0) {
    ctx.notice(`the preview could not check for existing objects: ${seen.reasons.join("; ")}`);
  }
  const desired = new Set(names);
  const ours = namesSeen(seen, (mark) => mark === owner);
  const taken = ours.filter((name) => desired.has(name));
  if (taken.length > 0)
    return refused("LB2053", `${countOf(taken, "object")} with the mark ${owner} ${areOf(taken)} on the server already: ${listed(taken)}`);
  const others = seen.sightings.filter(({ name, owner: mark }) => mark !== owner && desired.has(name));
  if (others.length > 0) {
    const theirs = [...new Set(others.map(({ name }) => name))].sort();
    const marks = [...new Set(others.map((one) => one.owner))].sort();
    return refused(
      "LB2054",
      `${countOf(theirs, "object")} of this component ${areOf(theirs)} on the server with the mark ${marks.join(", ")}: ${listed(theirs)}`,
    );
  }
  const renamed = allowMassDelete ? [] : renamedFrom(seen, news, properties);
  if (renamed.length > 0) return renamed;
  if (ours.length > 0)
    ctx.notice(
      `${countOf(ours, "object")} with the mark of this component ${areOf(ours)} on the server and not among its specs: ${listed(ours)}`,
    );
  return [];
}

function sameNames({ names: before }: GuardedInputs, { names: after, open }: GuardedInputs): boolean {
  return !open && before !== undefined && after !== undefined && sameTexts(before, after);
}

/** States of earlier releases do not know them: that is no change. */
const samePools = ({ pools: before }: GuardedInputs, { pools: after }: GuardedInputs): boolean =>
  !before || !after || sameTexts(before, after);

/** The same objects ask for the same routes. States of earlier releases do not know it: that is no change. */
function sameAsks({ asks: before }: GuardedInputs, { asks: after = {} }: GuardedInputs): boolean {
  if (!before) return true;
  const objects = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...objects].every((object) => sameTexts(before[object] ?? [], after[object] ?? []));
}

function sameTexts(before: readonly string[], after: readonly string[]): boolean {
  const known = new Set(before);
  return before.length === after.length && after.every((text) => known.has(text));
}

/** States of earlier releases do not know it: that is no change. */
function sameOwner(olds: GuardedInputs, news: GuardedInputs): boolean {
  return olds.owner === undefined || news.owner === undefined || olds.owner === news.owner;
}

/**
 * True if the same routes have servers. The number of servers of a route changes every day; a refresh needs to know only whether it has
 * any.
 */
function sameServed({ served: before }: GuardedInputs, { served: after }: GuardedInputs): boolean {
  if (!before || !after) return true;
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].every(
    (place) => ((before[place] ?? 0) === 0) === ((after[place] ?? 0) === 0),
  );
}
