// Compares the layouts of two translations: which hosts and Services change their server or address, in which order, with which outages.

import { mayBeOwnId } from "../../requests/review/changes";
import { type PlannedResource, resourceKey } from "./plan";

/** Place that clients reach. Two translations are compared by these. */
export interface ClientPlace {
  /** `host shop.example.com`, `Service red/game`. */
  what: string;
  /** Server that answers there, by its name on the load balancer. */
  server: string;
  /** Object that has the address, by its name. */
  vip: string;
  /** Id by which the specs name that object; it may be the one that the resource has anyway. */
  id?: string;
  /** The resources that these two are part of, as {@link resourceKey} spells them. */
  backendResource: string;
  vipResource: string;
  /** Parent of the server, if a host may belong to one child only. */
  parent?: string;
}

/** Resource of a plan, and when a run reaches it. */
export interface PhasedResource extends Pick<PlannedResource, "kind" | "name" | "inputs"> {
  /** A resource waits for all of earlier phases that concern it; those of one phase are written side by side. */
  phase: number;
}

/** Layout that results from one translation. */
export interface Layout {
  places: ClientPlace[];
  /** In the order in which they are registered. */
  resources: PhasedResource[];
}

/** Compares two declarations of one resource as the provider does. */
export type Compare = (resource: PhasedResource, before: PhasedResource["inputs"]) => { changes: string[]; replaces: string[] };

export interface MovedPlace {
  what: string;
  /** `unknown`: the specs name a load balancer by its id on one side, and it may be the one that is there. */
  state: "stays" | "moves" | "new" | "gone" | "unknown";
  from?: string;
  to?: string;
  /** `changes`: another VIP, so clients find it when their DNS entry expires. */
  address: "same" | "changes" | "new" | "gone" | "unknown";
}

export interface MoveStep {
  action: "make" | "change" | "replace" | "remove";
  kind: string;
  name: string;
  /** Fields that change, or that only a new object can have. */
  fields?: string[];
}

/** Interruption that clients notice, its reason, and the way to avoid it. */
export interface ClientOutage {
  what: string;
  why: string;
  instead: string;
}

export interface Move {
  places: MovedPlace[];
  /** In the order of a run. */
  steps: MoveStep[];
  outages: ClientOutage[];
}

/**
 * Plans the run that turns one layout into another: the places that move, the order, and the outages that cannot be avoided. The engine
 * makes and changes in the order of registration, side by side if nothing depends on anything, and deletes at the very end, last made
 * first. Resources that must be replaced it deletes first, because names are unique.
 */
export function planMove(before: Layout, after: Layout, compare: Compare): Move {
  const steps = stepsOf(before, after, compare);
  const places = placesOf(before, after, steps);
  return { places: places.map(({ moved }) => moved), steps, outages: outagesOf(places, after, steps) };
}

function stepsOf(before: Layout, after: Layout, compare: Compare): MoveStep[] {
  const resourcesBefore = new Map(before.resources.map((one) => [resourceKey(one), one]));
  const keysAfter = new Set(after.resources.map(resourceKey));
  const written = [...after.resources]
    .sort((a, b) => a.phase - b.phase)
    .flatMap((resource): MoveStep[] => {
      const { kind, name } = resource;
      const earlier = resourcesBefore.get(resourceKey(resource));
      if (!earlier) return [{ action: "make", kind, name }];
      const { changes, replaces } = compare(resource, earlier.inputs);
      if (replaces.length > 0) return [{ action: "replace", kind, name, fields: replaces }];
      return changes.length > 0 ? [{ action: "change", kind, name, fields: changes }] : [];
    });
  const gone = before.resources.filter((one) => !keysAfter.has(resourceKey(one))).sort((a, b) => b.phase - a.phase);
  return [...written, ...gone.map(({ kind, name }): MoveStep => ({ action: "remove", kind, name }))];
}

interface PlacePair {
  was?: ClientPlace;
  is?: ClientPlace;
  moved: MovedPlace;
}

function placesOf(before: Layout, after: Layout, steps: readonly MoveStep[]): PlacePair[] {
  const replaced = new Set(steps.filter(({ action }) => action === "replace").map(resourceKey));
  const olds = new Map(before.places.map((place) => [place.what, place]));
  const news = new Map(after.places.map((place) => [place.what, place]));
  return [...new Set([...olds.keys(), ...news.keys()])].sort().map((what): PlacePair => {
    const [was, is] = [olds.get(what), news.get(what)];
    if (!is) return { was, moved: { what, state: "gone", from: was?.server, address: "gone" } };
    if (!was) return { is, moved: { what, state: "new", to: is.server, address: "new" } };
    if (mayBeOwnId(namedAddress(was), namedAddress(is)))
      return { was, is, moved: { what, state: "unknown", from: was.server, to: is.server, address: "unknown" } };
    const sameAddress = was.vip === is.vip && !replaced.has(is.vipResource);
    const stays = sameAddress && was.backendResource === is.backendResource;
    return {
      was,
      is,
      moved: { what, state: stays ? "stays" : "moves", from: was.server, to: is.server, address: sameAddress ? "same" : "changes" },
    };
  });
}

const namedAddress = ({ vipResource, id }: ClientPlace) => ({ holderIn: vipResource, ...(id === undefined ? {} : { id }) });

function outagesOf(places: readonly PlacePair[], after: Layout, steps: readonly MoveStep[]): ClientOutage[] {
  const phases = new Map(after.resources.map((one) => [resourceKey(one), one.phase]));
  const replaced = new Map(steps.filter(({ action }) => action === "replace").map((step) => [resourceKey(step), step]));
  return places.flatMap(({ was, is, moved: { what, address } }): ClientOutage[] => {
    if (!was || address === "unknown") return [];
    if (!is)
      return [{ what, why: "nothing serves it afterwards", instead: "Serve the old and the new name for as long as clients use both." }];
    const anew = replaced.get(is.backendResource) ?? replaced.get(is.vipResource);
    if (anew) {
      const why = `${anew.name} is deleted and created again, because only a new object can have another ${anew.fields?.join(", ")}`;
      return [{ what, why, instead: BESIDE }];
    }
    const lets = [
      ...(was.backendResource === is.backendResource ? [] : [was.backendResource]),
      ...(was.vipResource === is.vipResource ? [] : [was.vipResource]),
    ].find(
      (resource) =>
        (phases.get(resource) ?? NEVER) <= Math.max(phases.get(is.backendResource) ?? NEVER, phases.get(is.vipResource) ?? NEVER) &&
        phases.has(resource),
    );
    if (lets !== undefined) return [{ what, why: `${was.server} may let go of it before ${is.server} has it`, instead: BESIDE }];
    if (was.server !== is.server && was.parent !== undefined && was.parent === is.parent)
      return [
        {
          what,
          why: `${was.server} lets go of it just before ${is.server} has it, because a parent takes a host from one child only`,
          instead: BESIDE,
        },
      ];
    if (address === "changes") return [{ what, why: "clients with the old address fail until their DNS entry expires", instead: BESIDE }];
    return [];
  });
}

/** Deletions are the last of all. */
const NEVER = Number.POSITIVE_INFINITY;

const BESIDE =
  "Have both for a while: a second component with another cluster name serves the same specs beside the first; when DNS has forgotten the old addresses, take the first out.";
