// Splits one cluster over several stacks: which part each object belongs to.

import { createHash } from "node:crypto";
import { z } from "zod";
import type { Diagnostic, ObjectRef } from "../../resources/diagnostic";
import { type RoutingModel, type Status, statusKey, type VirtualHost } from "../routing";
import { keyOf } from "../specs";

/** One of several stacks that manage one cluster together: part `index` of `of`, counted from 0 (docs/several-clusters.md#parts-of-a-cluster). */
export interface Part {
  index: number;
  of: number;
}

/** All of it. */
const WHOLE: Part = { index: 0, of: 1 };

const number = (least: number) => {
  const wish = `must be a whole number, at least ${least}`;
  return z.union([z.number(), z.string().trim().regex(/^\d+$/).transform(Number)], wish).pipe(z.number(wish).int(wish).min(least, wish));
};

/** The setting `part` of every target. */
export const partSetting = z
  .strictObject({ index: number(0), of: number(1) })
  .refine(({ index, of }) => index < of, { message: "must be less than of", path: ["index"] })
  .default(WHOLE)
  .describe("The part of the cluster that this stack manages, {index, of}; see [Parts](several-clusters.md#parts-of-a-cluster).");

/**
 * The part of something that is known by a text. Where it is must not change with a release: it would move to another stack.
 *
 * @example `homeOf("default/web", 8)`
 */
export function homeOf(identity: string, of: number): number {
  return createHash("sha256").update(identity).digest().readUInt32BE(0) % of;
}

/** Objects of each part. Everything was translated before, so that conflicts are judged on all specs. */
export class Parts {
  readonly #homes = new Map<object, number>();
  readonly #specs = new Map<string, Set<number>>();

  /** True without parts: everything belongs to one, and nothing is recorded. */
  readonly #isWhole: boolean;

  constructor(readonly part: Part) {
    this.#isWhole = part.of === 1;
  }

  /** The part of something that is known by a text, or by a number. */
  homeOf(identity: string | number): number {
    if (this.#isWhole) return 0;
    return typeof identity === "number" ? identity % this.part.of : homeOf(identity, this.part.of);
  }

  /** Records where planned objects belong; an object without such a record is there once per cluster and belongs to part 0. */
  put(home: number, ...planned: readonly { owners: readonly ObjectRef[] }[]): void {
    if (this.#isWhole) return;
    this.place(home, ...planned);
    for (const owner of planned.flatMap(({ owners }) => owners)) {
      const key = statusKey(owner);
      const homes = this.#specs.get(key);
      if (homes) homes.add(home);
      else this.#specs.set(key, new Set([home]));
    }
  }

  /** Adds objects that represent no spec. */
  place(home: number, ...objects: readonly object[]): void {
    if (this.#isWhole) return;
    for (const object of objects) this.#homes.set(object, home);
  }

  /** Those of this part. */
  own<T extends object>(planned: readonly T[]): T[] {
    return planned.filter((one) => this.isOwn(this.#homes.get(one) ?? 0));
  }

  isOwn(home: number): boolean {
    return home === this.part.index;
  }

  /** Routes and connections of the hosts of a model that belong to the part. */
  ownHosts(hosts: RoutingModel["hosts"]): VirtualHost[] {
    if (this.#isWhole) return hosts.filter(({ routes, tcp }) => routes.length > 0 || tcp);
    return hosts.flatMap(({ tcp, ...host }): VirtualHost[] => {
      const routes = this.own(host.routes);
      const [through] = tcp ? this.own([tcp]) : [];
      return routes.length > 0 || through ? [{ ...host, ...(through ? { tcp: through } : {}), routes }] : [];
    });
  }

  /** Specs of which several parts have something. */
  isSplit(spec: ObjectRef): boolean {
    return (this.#specs.get(statusKey(spec))?.size ?? 0) > 1;
  }

  /**
   * The statuses of this part. That of a spec belongs to the first part that has something of it, or to part 0 if nothing is made of it. Of a
   * Route each part has the entries of its own Gateways, whose load balancers it knows.
   * Each part reports the diagnostics of settings, because each must stop for them. Part 0 reports those of other objects without a status.
   */
  ownResults({ statuses, diagnostics }: StatusesAndDiagnostics): StatusesAndDiagnostics {
    if (this.#isWhole) return { statuses, diagnostics };
    return {
      statuses: statuses.flatMap((status) => this.ownStatus(status)),
      diagnostics: diagnostics.filter(({ object }) => this.isOwn(0) || object.kind === "Settings"),
    };
  }

  private ownStatus(status: Status): Status[] {
    const { parents: all, fields, gateway: _gateway, ...rest } = status;
    const isOwner = this.isHome(status.object);
    if (!all || !Array.isArray(fields?.parents)) return isOwner ? [status] : [];
    const isOwn = all.map(({ gateway }) => this.isHome(gateway));
    const parents = all.filter((_, index) => isOwn[index]);
    if (parents.length === 0) return isOwner ? [{ ...rest }] : [];
    const on = parents.find(({ serves }) => serves);
    return [
      {
        ...rest,
        // of several parts one reports them
        diagnostics: isOwner ? rest.diagnostics : [],
        parents,
        fields: { ...fields, parents: fields.parents.filter((_, index) => isOwn[index]) },
        ...(on ? { gateway: keyOf(on.gateway) } : {}),
      },
    ];
  }

  private isHome(spec: ObjectRef): boolean {
    return this.isOwn(Math.min(...(this.#specs.get(statusKey(spec)) ?? [0])));
  }
}

interface StatusesAndDiagnostics {
  statuses: Status[];
  diagnostics: Diagnostic[];
}
