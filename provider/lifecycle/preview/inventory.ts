// The inventory of a component: the resource whose check queries the server at preview.

import { hiddenName, showInputs } from "../../../resources/hidden";
import { INVENTORY_HIDDEN, inventoryOf } from "../../../resources/inventory";
import { isAdoption, leavesMarks } from "../../../resources/kind";
import type { BackEnd } from "../../back-end";
import { hasUnknown, isUnknown, type Properties } from "../bodies/json";
import { checkFailures, inputsInState, knownInputs, schemaFaults } from "../check";
import type { CheckFailure, Context, ResourceHandler } from "../handler";
import { NONCE, newNonce } from "../nonces";
import { withoutObject } from "../without-object";
import { firstContact } from "./contact";
import { noneListed, type QueryExisting, queryExisting } from "./existing-objects";
import { massChange } from "./guard";
import type { GuardedInputs } from "./guarded-inputs";
import { changesOf, sameNames } from "./inventory-changes";
import { lostByFault } from "./lost-by-fault";
import { noteManaged, notePools } from "./managed-names";
import { existingOfNewComponent } from "./new-component";
import { isDue, preflight, reportExpiries } from "./preflight";

/** The parts of a back end that an inventory uses. */
type InventoriedBackEnd = Pick<BackEnd, "name" | "listQueries"> & Partial<Pick<BackEnd, "contact" | "preflight" | "adoption">>;

/** Inputs that the inspection of an inventory compares. */
interface Inspected {
  /** Inputs in the state; absent when the inventory is created. */
  readonly olds: GuardedInputs | undefined;
  readonly news: GuardedInputs;
  /** The inputs as the program spells them. */
  readonly properties: Properties;
}

/**
 * A resource without an object: it remembers the names that a component manages, and is made before anything else of it. Its check
 * runs at preview, and before anything is written. It queries the server only for a reason:
 * - it is created: no object of its component should exist;
 * - names or needs have changed: limits, addresses and references (preflight.ts);
 * - the run adopts: the existing objects, and what would become of them (adoption of the back end);
 * - a large part would vanish, or lose its servers, at once: an empty folder of manifests, a kubeconfig that points elsewhere.
 */
export function inventoryKind(backEnd: InventoriedBackEnd): ResourceHandler {
  const kind = inventoryOf(backEnd.name);
  const inState = withoutObject(kind, "inventory", REMEMBERED);
  return {
    ...inState,
    // in the state before anything else of the component is created
    async create(ctx, news) {
      const { id, outs } = await inState.create(ctx, news);
      return { id, outs: { ...outs, [NONCE]: newNonce() } };
    },
    // an imported inventory gets its nonce with its first change
    async update(ctx, id, olds, news) {
      return { ...(await inState.update(ctx, id, olds, news)), [NONCE]: olds[NONCE] ?? newNonce() };
    },
    check: (olds, news) => check(kind, backEnd.name, shown(olds), shown(news)),
    async inspect(ctx, olds, news) {
      const properties = shown(news);
      return inspect(backEnd, ctx, {
        olds: olds && inputsInState(kind, shown(olds)),
        news: guardedInputs(kind, properties),
        properties,
      });
    },
    complete: (olds, { adopt }) =>
      olds.marksKept === true || leavesMarks(inputsInState(kind, { adopt }).adopt) ? { marksKept: true } : {},
    diff(_id, olds, news) {
      const [before, after] = [inputsInState(kind, shown(olds)), guardedInputs(kind, shown(news))];
      noteManaged(backEnd.name, before.owner, before.names);
      return { changes: changesOf(before, after), replaces: [] };
    },
  };
}

const shown = (properties: Properties): Properties => showInputs(properties, INVENTORY_HIDDEN);

type InventoryKind = ReturnType<typeof inventoryOf>;

/** The inputs that preview knows. */
function guardedInputs(kind: InventoryKind, properties: Properties): GuardedInputs {
  const { known, unknownAt } = knownInputs(kind, properties);
  return {
    ...known,
    names: known.names?.filter((name) => !isUnknown(name)),
    open: hasUnknown(properties.names),
    allowMassDelete: known.allowMassDelete === true || unknownAt("allowMassDelete"),
  };
}

/** The checks that query no server: the schema, and routes that a fault in the specs would take away. */
function check(kind: InventoryKind, target: string, olds: Properties, news: Properties): CheckFailure[] {
  const failures = checkFailures(schemaFaults(kind, news), "LB2016");
  if (failures.length > 0) return failures;
  const [before, after] = [inputsInState(kind, olds), guardedInputs(kind, news)];
  notePools(target, after.owner, poolsIn(before, after));
  return lostByFault(before, after);
}

/** The pools that existed before this run, by any name that rules use; undefined where a run adopts, since it takes over others. */
function poolsIn({ names, pools = [] }: GuardedInputs, { adopt }: GuardedInputs): string[] | undefined {
  if (names) return [...names, ...pools];
  return isAdoption(adopt) ? undefined : [];
}

/** The checks that query the server, one after the other until one fails: connection, losses or existing objects, adoption, preflight. */
async function inspect(backEnd: InventoriedBackEnd, ctx: Context, inspected: Inspected): Promise<CheckFailure[]> {
  const { olds, news, properties } = inspected;
  if (news.preflight !== false) reportExpiries(ctx, news);
  const connection = await contactIfDue(backEnd, ctx, inspected);
  if (connection?.is === "red") return connection.failures;
  if (connection?.is === "away") return olds ? massChange(async () => noneListed(connection.reason), ctx, olds, news) : [];
  const look: QueryExisting = (ctx, requested) => queryExisting(backEnd.name, backEnd.listQueries, ctx.config, requested);
  const refusals = await (olds ? massChange(look, ctx, olds, news) : existingOfNewComponent(look, ctx, news, properties));
  if (refusals.length > 0) return refusals;
  const unfit = adoptsMore(inspected) ? ((await backEnd.adoption?.inspect?.(ctx, properties)) ?? []) : [];
  if (unfit.length > 0) return unfit;
  return preflight(backEnd.name, backEnd.preflight ?? (() => []), ctx, olds, news);
}

/** Connects to the server, if a later check queries it. */
async function contactIfDue({ contact }: InventoriedBackEnd, ctx: Context, { olds, news }: Inspected) {
  return contact && news.preflight !== false && isDue(olds, news) ? firstContact(contact, ctx) : undefined;
}

/** True if the run adopts objects that the state does not know yet. */
function adoptsMore({ olds, news }: Inspected): boolean {
  return isAdoption(news.adopt) && (!olds || !sameNames(olds, news));
}

/** The inputs that a refresh must know. */
const REMEMBERED = [
  ...["names", "identities", "owner", "tenant", "served", "pools", "sources", "needs", "certificates", "marksKept"],
  ...INVENTORY_HIDDEN.map(hiddenName),
];
