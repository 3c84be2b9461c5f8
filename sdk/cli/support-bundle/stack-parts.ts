// The parts of a support bundle about the state of a stack: digests of its objects, and the facts of the last runs.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { type ReviewFacts, UNREADY } from "../../../requests/review/facts";
import { isRecord } from "../../specs";
import { TARGETS } from "../../targets";
import { resourcesIn } from "../../watch/stack/stack-state";
import type { Objects } from "../diff/changes";
import { UsageError } from "../grammar";
import { withProgress } from "../progress";
import { openStack, type StackOptions, throughPulumi } from "../stack";
import { componentsInState } from "../state-component";
import { objectsInState, planInState } from "../state-plan";
import type { BundlePart } from "./bundle";
import { digest, entries, type Field, list, name, object, plain, time } from "./fields";
import type { Names } from "./names";
import { settingsOf } from "./settings-fields";
import { failure, place, word } from "./words";

/** The state of a stack, as `pulumi stack export` prints it. */
export type ReadState = () => Promise<unknown>;

export async function stateOf(where: StackOptions): Promise<unknown> {
  const isProject = ["yaml", "yml", "json"].some((ending) => existsSync(join(where.cwd, `Pulumi.${ending}`)));
  if (!isProject) throw new UsageError("no Pulumi project");
  return withProgress("Reading the state", () => throughPulumi(async () => (await (await openStack(where)).exportStack()).deployment));
}

/** A plan without its contents: two with the same digests have the same objects. */
export function planDigest(target: string, objects: Objects, names: Names) {
  const digestsByType = Object.entries(objects).map(([type, bodies = []]) => {
    const all = (Array.isArray(bodies) ? bodies : [bodies]).filter(isRecord);
    return [type, Object.fromEntries(all.map((body) => [String(body.name ?? body.id ?? ""), names.digest(body)]))] as const;
  });
  const digests = Object.fromEntries(digestsByType.filter(([, all]) => Object.keys(all).length > 0));
  const counts = Object.fromEntries(Object.entries(digests).map(([type, all]) => [type, Object.keys(all).length]));
  return { target, digest: names.digest(digests), counts, objects: digests };
}

export const PLAN_FIELDS = { target: word, digest, counts: entries(word, plain), objects: entries(word, entries(name, digest)) };

const otherwise = "no Pulumi project or no stack: name them with -C and -s, and see whether `pulumi stack export` prints it";

/** Digests of what the state declares, and the facts of the last completed runs. */
export function stackParts(state: ReadState, names: Names): BundlePart[] {
  return [
    {
      file: "state-plans.json",
      about: "number and digests of the objects that the state declares",
      otherwise,
      fields: list(object({ ...PLAN_FIELDS, types: entries(word, plain) })),
      async make() {
        const deployment = await state();
        return targetsIn(deployment).map((target) => {
          const types = typesOf(deployment, target.name);
          if (!target.balancer) return { target: target.name, types };
          return { ...planDigest(target.name, objectsInState(planInState(deployment, target)), names), types };
        });
      },
    },
    {
      file: "summaries.json",
      about: "facts of the last completed run of each component",
      otherwise,
      fields: list(summary),
      async make() {
        const deployment = await state();
        return targetsIn(deployment).flatMap((target) =>
          componentsInState(deployment, target.name).map(({ cluster, component, facts }) => {
            return { target: target.name, cluster, component, ...withCounts(facts) };
          }),
        );
      },
    },
  ];
}

/** Facts of a run: without rules of requests, addresses of servers and fingerprints, which are for programs. */
const summary: Field = (value, names) => {
  const shown = object({
    ...{ target: word, cluster: name, component: name, open: plain, uses: entries(word, plain), findings: list(failure) },
    routes: entries(place, object({ to: entries(place, plain), terms: plain, served: plain, kept: failure })),
    servers: entries(place, object({ all: plain, ready: plain })),
    addresses: entries(place, object({ server: name, holder: name, serverIn: place, holderIn: place })),
    certificates: entries(place, object({ ends: time, names: list(name), hosts: list(name) })),
  })(value, names);
  const { target: of, settings } = Object(value);
  return { ...Object(shown), settings: settingsOf(String(of))(settings, names) ?? {} };
};

const withCounts = ({ routes, servers, ...facts }: ReviewFacts) => ({
  ...facts,
  routes: Object.fromEntries(
    Object.entries(routes).map(([key, route]) => [key, { ...route, terms: route.terms?.length, served: route.served?.length }]),
  ),
  servers: Object.fromEntries(
    Object.entries(servers).map(([service, all]) => {
      return [service, { all: all.length, ready: all.filter((server) => !server.endsWith(UNREADY)).length }];
    }),
  ),
});

/** Targets with resources in a state. */
const targetsIn = (deployment: unknown) => {
  const types = resourcesIn(deployment).map(({ type }) => type.split(":")[0]);
  return Object.values(TARGETS).filter((one) => types.includes(one.name));
};

function typesOf(deployment: unknown, of: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { type } of resourcesIn(deployment)) if (type.startsWith(`${of}:`)) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}
