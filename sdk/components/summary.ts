import * as pulumi from "@pulumi/pulumi";
import { describeObject, type ObjectRef } from "../../kinds/diagnostic";
import type { Status } from "../routing";

/** What became of one spec, to be read by people at the end of a run. */
export interface SpecSummary {
  /** `Ingress default/shop`. */
  spec: string;
  state: Status["state"];
  /** Where clients reach it: `shop.example.com 203.0.113.7`, or the address alone; empty while there is none. */
  at: string[];
  /** What to look at, with codes; notices are left out. */
  warnings: string[];
}

/** An address at which a spec is served. */
export interface Place {
  object: ObjectRef;
  host?: string;
  address: pulumi.Input<string | undefined>;
}

/** One entry for each spec, sorted as the statuses are; of what preview does not know yet only the address is unknown. */
export function summaryOf(statuses: readonly Status[], places: readonly Place[]): pulumi.Output<SpecSummary[]> {
  const of = new Map<string, Place[]>();
  for (const place of places) of.set(describeObject(place.object), [...(of.get(describeObject(place.object)) ?? []), place]);
  return pulumi.output(
    statuses.map(({ object, state, diagnostics }) => {
      const spec = describeObject(object);
      const said = diagnostics.filter(({ severity }) => severity !== "notice").map(({ code, message }) => `${code} ${message}`);
      return { spec, state, at: addressesOf(of.get(spec) ?? []), warnings: [...new Set(said)] };
    }),
  );
}

function addressesOf(places: readonly Place[]): pulumi.Output<string[]> {
  const known = places.map(({ host, address }) => ({ host, address }));
  return pulumi.output(known).apply((all) => {
    const served = all.flatMap(({ host, address }) => (address ? [host === undefined ? address : `${host} ${address}`] : []));
    return [...new Set(served)].sort();
  });
}
