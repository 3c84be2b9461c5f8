// The outcome of each spec, for the output `summary`.

import * as pulumi from "@pulumi/pulumi";
import { describeObject, type ObjectRef } from "../../resources/diagnostic";
import { groupBy } from "../../resources/lists";
import { alike } from "../../resources/similar-diagnostics";
import type { Status } from "../routing";

/** Outcome of one spec, for people at the end of a run. */
export interface SpecSummary {
  /** `Ingress default/shop`. */
  spec: string;
  state: Status["state"];
  /** Addresses for clients: `shop.example.com 203.0.113.7`, or the address alone; empty while there is none. */
  at: string[];
  /** Warnings with their remedies and codes, those of one reason as one. Notices are left out. */
  warnings: string[];
}

/** Place that serves a spec. */
export interface ServedPlace {
  object: ObjectRef;
  host?: string;
  /** Addresses that come together, and under which name this one is among them: an output costs more than the entry of a list. */
  addresses: pulumi.Output<{ readonly [name: string]: string | undefined }>;
  name: string;
}

/** One entry for each spec, sorted as the statuses are; of what preview does not know yet only the address is unknown. */
export function summaryOf(statuses: readonly Status[], places: readonly ServedPlace[]): pulumi.Output<SpecSummary[]> {
  const placesBySpec = groupBy(places, ({ object }) => describeObject(object));
  return pulumi.output(
    statuses.map(({ object, state, diagnostics }) => {
      const spec = describeObject(object);
      const lines = alike(diagnostics.filter(({ severity }) => severity !== "notice")).map(
        ({ first: { code, message, remedy } }) => `${code} ${message}${remedy ? `. ${remedy}` : ""}`,
      );
      return { spec, state, at: servedAt(placesBySpec.get(spec) ?? []), warnings: [...new Set(lines)] };
    }),
  );
}

function servedAt(places: readonly ServedPlace[]): pulumi.Input<string[]> {
  const [first, ...more] = new Set(places.map(({ addresses }) => addresses));
  if (!first) return [];
  if (more.length === 0) return first.apply((all) => textsOf(places, () => all));
  const sources = [first, ...more];
  return pulumi.all(sources).apply((all) => textsOf(places, ({ addresses }) => all[sources.indexOf(addresses)] ?? {}));
}

function textsOf(places: readonly ServedPlace[], allOf: (place: ServedPlace) => { readonly [name: string]: string | undefined }): string[] {
  const served = places.flatMap((place) => {
    const address = allOf(place)[place.name];
    return address ? [place.host === undefined ? address : `${place.host} ${address}`] : [];
  });
  return [...new Set(served)].sort();
}
