// Drift of a load balancer and its objects.

import { type FieldPath, factAt } from "../../../resources/field-table";
import type { Json } from "../../../resources/kind";
import type { TreePart } from "../../../resources/octavia/fields";
import { FIELDS, TREE } from "../../../resources/octavia/tree";
import { differences, type FieldDifference } from "../../lifecycle/bodies/compare";
import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import { changesOfUndeclared, type UndeclaredFields, undeclaredFieldsIn } from "../../lifecycle/bodies/undeclared-fields";
import type { Drift } from "../../lifecycle/drift";
import { byHand, fieldChange, undeclaredChange } from "../../lifecycle/messages/drift-messages";
import { isVoid, listenerKey, memberKey, OCTAVIA_SHAPE, ruleKey, sameField, textIn, texts } from "../tree/compare";
import { isAnyMark, isMark, isMarkedPart, withoutMark } from "../tree/marks";
import { byPlace, mapChildren, type NormalTree, treeOf, without } from "../tree/normal";

/** One object of a tree, with the fields of its own. */
interface Piece {
  part: TreePart;
  /** The object it is reported for: `Pool web` for the pool and its content. */
  object: string;
  /** The name of that. */
  name: string;
  /** As a sentence names it: `server 10.0.0.7`. */
  noun: string;
  /** Its fields, in the object it is reported for. */
  at: string;
  body: JsonObject;
}

type Pieces = ReadonlyMap<string, Piece>;

/** Every object of a tree by its place, parents first; places are those of ids. */
function piecesOf(tree: NormalTree, title: string): Pieces {
  const pieces = new Map<string, Piece>();
  const addObject = (place: string, part: TreePart, kind: string, name: string, body: JsonObject) => {
    const object = `${kind} ${name}`;
    pieces.set(place, { part, object, name, noun: object, at: "", body });
    return (below: string, belowPart: TreePart, at: string, noun: string, content: JsonObject) =>
      pieces.set(`${place}/${below}`, { part: belowPart, object, name, noun, at, body: content });
  };
  // Only the tags of a load balancer that others made are ours.
  const ownFields = isVoid(tree.id) ? without(tree, "id", "listeners", "pools") : { tags: tree.tags ?? null };
  addObject("", "loadbalancer", "LoadBalancer", title, ownFields);
  for (const listener of tree.listeners) {
    const place = `listeners/${listenerKey(listener)}`;
    const name = textIn(listener.name) || listenerKey(listener);
    addObject(place, "listener", "Listener", name, without(listener, "l7policies", "order"));
    for (const policy of listener.l7policies) {
      const at = addObject(`${place}/l7policies/${policy.name}`, "l7policy", "L7Policy", policy.name, without(policy, "rules"));
      for (const rule of policy.rules) {
        const key = ruleKey(rule);
        at(
          `rules/${key}`,
          "rule",
          `rules[${key}].`,
          `${factAt(TREE, ["rules"], "element")} ${[rule.type, rule.key, rule.compare_type, rule.value].filter(Boolean).join(" ")}`,
          rule,
        );
      }
    }
  }
  for (const pool of tree.pools) {
    const at = addObject(`pools/${pool.name}`, "pool", "Pool", pool.name, without(pool, "members", "healthmonitor"));
    for (const member of pool.members) {
      const twins = pool.members.filter(({ address }) => address === member.address);
      const key = memberKey(member);
      at(
        `members/${key}`,
        "member",
        `members[${key}].`,
        `${factAt(TREE, ["members"], "element")} ${twins.length > 1 ? key : member.address}`,
        member,
      );
    }
    if (isObject(pool.healthmonitor)) {
      at(
        "healthmonitor",
        "healthmonitor",
        "healthmonitor.",
        `${factAt(TREE, ["healthmonitor"], "word")} of Pool ${pool.name}`,
        pool.healthmonitor,
      );
    }
  }
  return pieces;
}

/** Fields of the objects of a load balancer that no program declares and that are not the default, by place. */
export type Undeclared = { readonly [place: string]: UndeclaredFields };

/** Last look, which the next one compares with. */
export interface LastReading {
  /** Absent where no look has been taken yet. */
  undeclared?: Undeclared;
  /** Places of objects that were made since: what the server's configuration put there is unknown. */
  unseen: readonly string[];
}

/** The trees of one look. */
export interface DriftReading {
  /** Name of the load balancer in the program. */
  title: string;
  owner: string;
  declared: NormalTree;
  /** All that the server holds of it, in the words of the program. */
  live: NormalTree;
  /** The live tree, cut to the declared places. */
  held: NormalTree;
}

/** Drift, and the values that the next look compares with. */
export function driftIn(look: DriftReading, last: LastReading): { drift: Drift[]; held: NormalTree; undeclared: Undeclared } {
  const desired = piecesOf(look.declared, look.title);
  const observed = piecesOf(look.held, look.title);
  const undeclared = undeclaredIn(look.declared, look.live, look.owner);
  const drift = movedPieces(desired, observed);
  const configured: { [place: string]: string[] } = {};
  for (const [place, piece] of desired) {
    const now = observed.get(place);
    if (now) drift.push(...differences(OCTAVIA_SHAPE, piece.body, now.body).map((difference) => fieldDrift(piece, difference)));
    if (!now || !last.undeclared || last.unseen.includes(place)) continue;
    const before = last.undeclared[place] ?? {};
    for (const change of changesOfUndeclared(before, undeclared[place] ?? {})) {
      const { at } = change;
      // One that is back at the default needs no repair.
      const isConfigured = FIELDS[piece.part][at]?.configured !== undefined && undeclared[place]?.[at] !== undefined;
      drift.push({ ...about(piece, at), class: isConfigured ? "guarded" : "other", what: undeclaredChange(piece.noun, change) });
      if (!isConfigured) continue;
      configured[place] = [...(configured[place] ?? []), at];
      undeclared[place] = withField(undeclared[place] ?? {}, at, before[at]);
    }
  }
  return { drift, held: withConfigured(look.held, look.live, configured), undeclared };
}

/** Children of ours that lack the mark they were made with. */
export function unmarkedIn({ listeners, pools }: NormalTree, mark: string): Drift[] {
  const lacks = ({ tags }: JsonObject) => !texts(tags).includes(mark);
  const pieces = [...piecesOf(treeOf({}, listeners, pools), "")].filter(([, { part }]) => isMarkedPart(part));
  return pieces.flatMap(([, piece]): Drift[] =>
    lacks(piece.body) ? [{ ...about(piece, "tags"), class: "guarded", what: byHand(`owner mark of ${piece.noun}`, "taken off") }] : [],
  );
}

/** Declared pieces that are gone, and undeclared ones in objects of ours. */
function movedPieces(desired: Pieces, observed: Pieces): Drift[] {
  const only = (pieces: Pieces, otherPieces: Pieces) =>
    // An object that is missing is reported without its content.
    [...pieces].filter(
      ([place]) =>
        !otherPieces.has(place) && ![...pieces.keys()].some((above) => place.startsWith(`${above}/`) && above && !otherPieces.has(above)),
    );
  const moved =
    (how: string) =>
    ([, piece]: [string, Piece]): Drift => ({ ...about(piece, ""), class: "declared", what: byHand(piece.noun, how) });
  return [...only(desired, observed).map(moved("removed")), ...only(observed, desired).map(moved("added"))];
}

function about({ object, name, at }: Piece, field: string): Pick<Drift, "object" | "part" | "field"> {
  return { object, part: name, field: field === "" ? at.replace(/\.$/, "") : `${at}${field}` };
}

function fieldDrift(piece: Piece, { at, path: [field = ""], desired, live }: FieldDifference): Drift {
  const facts = FIELDS[piece.part][field] ?? {};
  const isGuarded = (facts.guarded || facts.whole) && isVoid(piece.body[field]);
  const [declared, observed] = [desired, live].map((value) => (isVoid(value) ? undefined : value));
  const what = fieldChange({ noun: piece.noun, field: at, declared, observed, switch: at === field ? facts.switch : undefined });
  return { ...about(piece, at), class: isGuarded ? "guarded" : "declared", what };
}

/** Fields that no program declares and somebody has set, by place; guarded fields count as declared. */
export function undeclaredIn(declared: NormalTree, live: NormalTree, owner: string): { [place: string]: UndeclaredFields } {
  const observed = piecesOf(live, "");
  const entries = [...piecesOf(declared, "")].flatMap(([place, { part, body }]) => {
    const now = observed.get(place)?.body;
    if (!now || (place === "" && !isVoid(declared.id))) return [];
    const theirs = texts(now.tags).filter((tag) => !isMark(tag, owner) && !isAnyMark(tag) && !texts(body.tags).includes(tag));
    const shape = { ...OCTAVIA_SHAPE, usual: (path: FieldPath, value: Json) => isUsual(part, path, value) };
    const beside = { ...now, tags: theirs.sort(), description: withoutMark(now.description, owner) };
    const others = undeclaredFieldsIn(shape, without(body, "tags"), beside);
    return Object.keys(others).length > 0 ? [[place, others] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** True for what the server puts there without anybody's doing, and for what never changes. */
function isUsual(part: TreePart, [field = "", ...below]: FieldPath, value: Json): boolean {
  if (isVoid(value)) return true;
  const facts = FIELDS[part][field] ?? {};
  if (facts.fixed || below.length > 0) return facts.fixed === true;
  const usual = facts.configured ?? facts.default;
  return usual !== undefined && sameField(field, usual, value);
}

function withField(others: UndeclaredFields, at: string, value: string | undefined): UndeclaredFields {
  const { [at]: _, ...rest } = others;
  return value === undefined ? rest : { ...rest, [at]: value };
}

/** Adds the fields that the configuration of the server decides and that somebody has changed, so that they differ from the declared tree. */
function withConfigured(held: NormalTree, live: NormalTree, fields: { readonly [place: string]: readonly string[] }): NormalTree {
  const observed = byPlace(live);
  return mapChildren(held, (child, _part, place) => ({
    ...child,
    ...Object.fromEntries((fields[place] ?? []).map((field) => [field, observed.get(place)?.[field] ?? null])),
  }));
}
