import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { ReviewFacts } from "../../../requests/review/facts";
import { countOfServers } from "../../../requests/review/facts";
import { isRecord } from "../../specs";
import { TARGETS } from "../../targets";
import { resourcesIn } from "../../watch/stack/stack-state";
import { UsageError } from "../grammar";
import { withProgress } from "../progress";
import { openStack, type StackOptions, throughPulumi } from "../stack";
import { componentsInState } from "../state-component";
import { objectsInState, planInState } from "../state-plan";
import type { BundleContext, BundlePart } from "./bundle";
import { planDigest } from "./digest";
import { learnSetting } from "./setting-names";

/** A stack as a bundle reads it. */
export interface BundledStack {
  deployment: unknown;
  /** Version of the Pulumi CLI. */
  pulumi: string;
}

/** Folders that are the same on every machine. */
const USUAL = new Set(["home", "Users", "root", "tmp", "var", "usr", "opt", "srv", "work", "app", "src", "private", "mnt"]);

/** Reads the stack of the options; its names and secrets are known from then on. */
export async function stackOf(where: StackOptions, { names, secrets }: BundleContext): Promise<BundledStack> {
  for (const folder of resolve(where.cwd).split(/[\\/]/)) if (!USUAL.has(folder)) names.learn(folder);
  if (where.stack !== undefined) names.learn(where.stack);
  const isProject = ["yaml", "yml", "json"].some((ending) => existsSync(join(where.cwd, `Pulumi.${ending}`)));
  if (!isProject) throw new UsageError(`no Pulumi project in ${where.cwd}: name its folder with -C`);
  return withProgress("Reading the state", () =>
    throughPulumi(async () => {
      const stack = await openStack(where);
      names.learn(stack.name);
      const config = await stack.getAllConfig();
      for (const [key, { value, secret }] of Object.entries(config)) secrets.addNamed(key, value, secret);
      const { deployment } = await stack.exportStack();
      secrets.addIn(deployment);
      return { deployment, pulumi: String(stack.workspace.pulumiVersion) };
    }),
  );
}

/** Digests of what the state declares, and the facts of the last completed runs. */
export function stackParts(stack: () => Promise<BundledStack>, context: BundleContext): BundlePart[] {
  return [
    {
      file: "state-plans.json",
      about: "number and digests of the objects that the state declares",
      async make() {
        const { deployment } = await stack();
        learnState(deployment, context);
        return targetsIn(deployment).map((target) => {
          if (!target.balancer) return { target: target.name, types: typesOf(deployment, target.name) };
          return planDigest(target.name, objectsInState(planInState(deployment, target)), context.salt);
        });
      },
    },
    {
      file: "summaries.json",
      about: "facts of the last completed run of each component",
      async make() {
        const { deployment } = await stack();
        return targetsIn(deployment).flatMap(({ name }) =>
          componentsInState(deployment, name).map(({ cluster, component, facts }) => {
            learnFacts(facts, context);
            for (const one of [cluster, component]) context.names.learn(one);
            return { target: name, cluster, component, ...shownFacts(facts) };
          }),
        );
      },
    },
  ];
}

/** Targets with resources in a state. */
const targetsIn = (deployment: unknown) => {
  const types = resourcesIn(deployment).map(({ type }) => type.split(":")[0]);
  return Object.values(TARGETS).filter(({ name }) => types.includes(name));
};

function typesOf(deployment: unknown, target: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { type } of resourcesIn(deployment)) if (type.startsWith(`${target}:`)) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

/** Facts without rules of requests, addresses of servers and fingerprints: these are for programs. */
function shownFacts({ rules: _, servers, certificates, ...facts }: ReviewFacts): object {
  return {
    ...facts,
    servers: Object.fromEntries(Object.entries(servers).map(([service, all]) => [service, countOfServers(all)])),
    certificates: Object.fromEntries(Object.entries(certificates).map(([source, { ends }]) => [source, { ends }])),
  };
}

/** Names of a state: of the stack, of each resource, and in the bodies that they declare. */
function learnState(deployment: unknown, context: BundleContext): void {
  const all = isRecord(deployment) && Array.isArray(deployment.resources) ? deployment.resources.filter(isRecord) : [];
  for (const { urn } of all) {
    const [start = "", project = "", , name = ""] = String(urn).split("::");
    for (const one of [start.split(":").pop() ?? "", project, name]) context.names.learn(one);
  }
  for (const { id, inputs } of resourcesIn(deployment)) {
    context.names.learn(id);
    context.learnIn(inputs.owner);
    context.learnIn(inputs.__specs);
    learnNamed(inputs, context);
  }
}

/** Learns the names in the bodies of a resource. */
function learnNamed(value: unknown, context: BundleContext, depth = 0): void {
  if (depth > 60 || typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === "object") learnNamed(inner, context, depth + 1);
    else if (typeof inner === "string" && inner.length <= 300 && /(?:^|_)(?:name|names|tenant|project_id|id)$/.test(key))
      context.names.learn(inner);
  }
}

function learnFacts(facts: ReviewFacts, context: BundleContext): void {
  const { routes, servers, addresses, certificates, settings, findings = [] } = facts;
  for (const key of [routes, servers, certificates].flatMap(Object.keys)) context.learnWords(key);
  for (const key of Object.keys(addresses)) context.learnWords(key.replace(/^host /, ""));
  for (const { to } of Object.values(routes)) for (const key of Object.keys(to)) context.learnWords(key.replace(/^redirect \d+ to /, ""));
  for (const [name, value] of Object.entries(settings)) learnSetting(name, value, context);
  for (const finding of findings) context.names.learnFrom(finding);
}
