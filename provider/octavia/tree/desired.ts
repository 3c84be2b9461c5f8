// The desired tree of a load balancer: the declaration in normal form, with our marks.

import type { Json } from "../../../resources/kind";
import { holdsCertificates } from "../../../resources/octavia/fields";
import { markedDescription } from "../../../resources/octavia/load-balancer";
import { FIELDS } from "../../../resources/octavia/tree";
import { overlay } from "../../lifecycle/bodies/compare";
import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import { canonicalAddress, OCTAVIA_SHAPE, objects, textIn, texts } from "./compare";
import { isMark, isMarkedPart, nonceTag, OWN_TAG, withoutMark } from "./marks";
import { byPlace, type MembersByPool, mapChildren, memberOf, type NormalTree, treeOf, without } from "./normal";

/** Marking of our objects on this server. */
export interface Marking {
  owner: string;
  /** From API 2.5 on there are tags; before, the mark is part of the description. */
  tags: boolean;
  /** In a load balancer of others each of our objects carries the mark itself. */
  shared: boolean;
  /** An object of ours without its mark gets it back: all had theirs. */
  restored: boolean;
  /** The nonce that the load balancer must have. */
  nonce?: string | undefined;
  /** The nonce of objects that are created in a load balancer of others. */
  newNonce?: string | undefined;
  /** Our security group, where the load balancer itself must use it. */
  vipGroup?: string;
}

/** Barbican references by the names that certificates have in the inputs. */
export type CertificateRefs = { readonly [name: string]: string };

/** Tree that the server must hold: references in place of names, one spelling of addresses, our mark. */
export function desiredTree(declared: NormalTree, marking: Marking, refs: CertificateRefs): NormalTree {
  const { shared } = marking;
  const { listeners, pools } = mapChildren(declared, (object, part) => {
    const sent = part === "member" ? withAddresses(object) : resolved(object, refs);
    if (!isMarkedPart(part)) return withoutUnknownTags(sent, marking);
    return withMarks(
      shared && part !== "l7policy" ? withMark(sent, { ...marking, nonce: undefined }) : withoutUnknownTags(sent, marking),
      marking,
    );
  });
  const ownFields = without(declared, "id", "listeners", "pools");
  // A load balancer that others made gets only the tags that we add.
  return treeOf(shared ? { tags: texts(ownFields.tags) } : withMark(vipFields(ownFields, marking), marking), listeners, pools);
}

function vipFields(fields: JsonObject, { vipGroup }: Marking): JsonObject {
  return {
    ...fields,
    ...(fields.vip_address ? { vip_address: canonicalAddress(textIn(fields.vip_address)) } : {}),
    ...(vipGroup ? { vip_sg_ids: [...texts(fields.vip_sg_ids), vipGroup] } : {}),
  };
}

function withMark<T extends JsonObject>(object: T, marking: Marking): T {
  const marks = [marking.owner, ...nonceTags(marking.nonce)];
  if (!marking.tags)
    return { ...withoutUnknownTags(object, marking), description: markedDescription(textIn(object.description), ...marks) };
  return { ...object, tags: [...new Set([...texts(object.tags), ...marks])] };
}

/** In a desired tree `marks` are tags that a new object gets besides those that are declared. */
function withMarks<T extends JsonObject>(object: T, { owner, tags, shared, restored, newNonce }: Marking): T {
  if (!tags) return object;
  const ownTag = shared ? owner : OWN_TAG;
  const marks = [ownTag, ...(shared ? nonceTags(newNonce) : [])];
  return { ...object, marks, ...(restored ? { tags: [...new Set([...texts(object.tags), ownTag])] } : {}) };
}

const nonceTags = (nonce: string | undefined): string[] => (nonce ? [nonceTag(nonce)] : []);

/** A server without tags refuses them. */
function withoutUnknownTags<T extends JsonObject>(object: T, { tags }: Marking): T {
  if (tags || object.tags === undefined) return object;
  const copy = { ...object };
  delete copy.tags;
  return copy;
}

function withAddresses<T extends JsonObject>(member: T): T {
  const fields = Object.keys(FIELDS.member).filter((field) => FIELDS.member[field]?.form === "address" && member[field]);
  return { ...member, ...Object.fromEntries(fields.map((field) => [field, canonicalAddress(textIn(member[field]))])) };
}

/** Names of certificates replaced by where they are stored. */
function resolved<T extends JsonObject>(object: T, refs: CertificateRefs): T {
  return withCertificates(object, (value) => (isObject(value) && typeof value.name === "string" ? (refs[value.name] ?? value) : value));
}

function withCertificates<T extends JsonObject>(object: T, replace: (value: Json) => Json): T {
  const replaced = Object.entries(object)
    .filter(([field]) => holdsCertificates(field))
    .map(([field, value]) => [field, Array.isArray(value) ? value.map(replace) : replace(value)]);
  return { ...object, ...Object.fromEntries(replaced) };
}

/** Input for the presentation of a live tree. */
export interface Presentation {
  owner: string;
  certificates: CertificateRefs;
  /** Tags that it does not name belong to others and are not shown. Absent: all are. */
  declared?: NormalTree;
}

/** Tree of the server in the words of a program: certificates by name, without our mark, without the tags of others. */
export function present(live: NormalTree, how: Presentation): NormalTree {
  const names = new Map(Object.entries(how.certificates).map(([name, ref]) => [ref, name]));
  const named = (value: Json): Json => {
    const name = typeof value === "string" ? names.get(value) : undefined;
    return name === undefined ? value : { name };
  };
  const show = <T extends JsonObject>(object: T, declared: JsonObject | undefined): T => {
    const shown: T = { ...withCertificates(object, named) };
    const tags = texts(object.tags).filter((tag) => (how.declared ? texts(declared?.tags).includes(tag) : !isMark(tag, how.owner)));
    const description = withoutMark(object.description, how.owner);
    delete shown.tags;
    delete shown.description;
    return { ...shown, ...(tags.length > 0 ? { tags } : {}), ...(description ? { description } : {}) };
  };
  const declaredByPlace = how.declared && byPlace(how.declared);
  const { listeners, pools } = mapChildren(live, (object, _part, place) => show(object, declaredByPlace?.get(place)));
  return treeOf(show(without(live, "listeners", "pools"), how.declared), listeners, pools);
}

/** The members of these pools, spelt as they were last declared; of a pool that is created again there are none. */
export function preservedMembers(live: NormalTree, desired: NormalTree, pools: ReadonlySet<string>, how: Presentation): MembersByPool {
  if (pools.size === 0) return new Map();
  const declared = new Map(how.declared?.pools.map((pool) => [pool.name, pool]));
  const next = new Map(desired.pools.map((pool) => [pool.name, pool]));
  const stay = present(live, how).pools.filter(({ name, protocol }) => pools.has(name) && next.get(name)?.protocol === protocol);
  return new Map(
    stay.map(({ name, members }) => {
      const kept = overlay(OCTAVIA_SHAPE, { members: declared.get(name)?.members ?? [] }, { members });
      return [name, objects(kept.members).map(memberOf)];
    }),
  );
}
