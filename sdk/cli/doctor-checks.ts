import type { ConfigMap } from "@pulumi/pulumi/automation/index.js";
import { reasonOf } from "../../kinds/diagnostic";
import { withoutUserInfo } from "../../kinds/quoted";
import { ask } from "../../provider/avi/client/answers";
import { apiFor } from "../../provider/avi/client/api";
import type { Session as AviSession } from "../../provider/avi/client/session";
import { AVI_KEYS } from "../../provider/avi/client/settings";
import { settingsOf as clusterSettings, connect as connectCluster, KUBERNETES_KEYS } from "../../provider/kubernetes/connect";
import { isKubeconfigText } from "../../provider/kubernetes/types";
import { configSource, environmentName } from "../../provider/lifecycle/config";
import type { ConfigSource } from "../../provider/lifecycle/handler";
import { isObject } from "../../provider/lifecycle/json";
import { REVIEW } from "../../provider/mizar/preflight";
import { connect as connectOpenStack } from "../../provider/octavia/client";
import type { RestClient } from "../../provider/octavia/client/rest";
import { VARIABLES } from "../../provider/octavia/client/sources";
import { type RbacOptions, rulesFor } from "../components/rbac";
import { aviRights } from "./doctor-avi";

/** The configuration of a stack as the Automation API tells it. */
export type StackConfig = ConfigMap;

/** A setting that has a value. */
export interface Setting {
  /** `avi:controller`. */
  key: string;
  /** Secrets are masked. */
  value: string;
  from: string;
}

export interface Check {
  target: string;
  check: string;
  state: "ok" | "failed" | "none";
  /** The finding, or the fault and its remedy. */
  what: string;
  /** Nothing else of the target could be looked at: no login, no answer, no configuration. */
  refused?: true;
}

interface TargetFacts {
  /** The namespace that its provider reads. */
  reads: string;
  /** The namespaces of its keys in the stack configuration. */
  namespaces: readonly string[];
  /** Key -> variables of the environment. */
  variables: { readonly [key: string]: readonly string[] };
  checks(config: ConfigSource): readonly [check: string, run: () => Promise<string>][];
}

const named = (namespace: string, keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, [environmentName(namespace, key)]]));

/** Targets that can be checked. */
export const DOCTOR_TARGETS = {
  avi: {
    reads: "avi",
    namespaces: ["avi"],
    variables: named("avi", AVI_KEYS),
    checks: (config) => {
      const api = () => apiFor(config);
      return [
        ["login and version", async () => aviVersion(api().session)],
        ["rights", async () => aviRights(api())],
      ];
    },
  },
  octavia: {
    reads: "octavia",
    namespaces: ["openstack", "octavia"],
    variables: VARIABLES,
    checks: (config) => {
      const stack = () => connectOpenStack(config);
      return [
        ["login", async () => `project ${await stack().projectId()}`],
        [
          "Octavia",
          async () =>
            `API ${Object.values(await stack().octavia.version()).join(".")}; ${await listed(stack().octavia, "/v2/lbaas/loadbalancers", "loadbalancers")}`,
        ],
        ["Neutron", () => listed(stack().network, "/v2.0/subnets", "subnets")],
        ["Barbican", () => listed(stack().keyManager, "/v1/containers", "containers")],
      ];
    },
  },
  kubernetes: {
    reads: "mizar",
    namespaces: ["kubernetes", "mizar"],
    variables: { ...named("mizar", KUBERNETES_KEYS), kubeconfig: ["KUBECONFIG"] },
    checks: (config) => {
      const client = () => connectCluster(clusterSettings(config));
      return [
        ["API server", async () => whereIs(await client().where(), await client().serves(REVIEW))],
        ["rights to read", () => clusterRights(config, "avi")],
        ["rights to manage Mizar", () => clusterRights(config, "mizar")],
      ];
    },
  },
} as const satisfies { [target: string]: TargetFacts };

export type DoctorTarget = keyof typeof DOCTOR_TARGETS;

const SECRET = /password|secret|token/i;
/** In place of a secret. */
export const MASKED = "********";

/** Every setting of a target that has a value: the stack configuration counts before the environment. */
export function settingsOf(target: DoctorTarget, stack: StackConfig, env: NodeJS.ProcessEnv): Setting[] {
  const { namespaces, variables }: TargetFacts = DOCTOR_TARGETS[target];
  const explicit = Object.entries(stack)
    .filter(([key]) => namespaces.includes(key.split(":")[0] ?? ""))
    .map(([key, { value, secret }]) => ({
      key,
      value: shown(key, value, secret),
      from: secret ? "stack configuration, secret" : "stack configuration",
    }));
  const given = new Set(explicit.map(({ key }) => key.split(":")[1]));
  const environment = Object.entries(variables).flatMap(([key, names]) => {
    const name = names.find((one) => env[one]);
    return name && !given.has(key) ? [{ key: `${namespaces[0]}:${key}`, value: shown(key, env[name] ?? "", false), from: name }] : [];
  });
  return [...explicit, ...environment];
}

/** A kubeconfig, or a certificate, may be there whole, and credentials in an address, where no one should have put them. */
function shown(key: string, value: string, secret = false): string {
  if (secret || SECRET.test(key)) return MASKED;
  const isText = /[\r\n]/.test(value) || (/(^|:)kubeconfig$/.test(key) && isKubeconfigText(value));
  return isText ? `(a text of ${value.length} characters)` : withoutUserInfo(value);
}

/** Checks a target, and stops after a first check that fails: there are no rights to look for without a login. */
export async function checkTarget(target: DoctorTarget, stack: StackConfig, env: NodeJS.ProcessEnv): Promise<Check[]> {
  const { reads, checks }: TargetFacts = DOCTOR_TARGETS[target];
  const config = configSource(reads, { config: { get: (key) => stack[key]?.value } }, env);
  const done: Check[] = [];
  for (const [check, run] of checks(config)) {
    try {
      done.push({ target, check, state: "ok", what: await run() });
    } catch (error) {
      const first = done.length === 0;
      done.push({ target, check, state: "failed", what: reasonOf(error), ...(first ? { refused: true } : {}) });
      if (first) break;
    }
  }
  return done;
}

/** A first request, so that an obstacle is reported as a run would report it. */
async function aviVersion(session: AviSession): Promise<string> {
  const { origin, tenant } = session.settings;
  await ask(session, { method: "GET", path: "/api/virtualservice?page_size=1", tenant }, "Avi controller");
  return `${origin} speaks ${await session.version()}`;
}

/** The first page is enough. */
async function listed(client: RestClient, path: string, key: string): Promise<string> {
  await client.get(path, { limit: 1 });
  return `may list ${key}`;
}

const whereIs = ({ url, context }: { url: string; context: string }, answers: boolean) =>
  `${url}, context ${context}${answers ? "" : ", which reviews no rights"}`;

/** Each rule that `k8s-lb rbac` prints, asked for as one's own right. */
async function clusterRights(config: ConfigSource, target: RbacOptions["target"]): Promise<string> {
  const client = connectCluster(clusterSettings(config));
  const wanted = rulesFor({ target }).flatMap(({ apiGroups, resources, verbs }) =>
    apiGroups.flatMap((group) => resources.flatMap((resource) => verbs.map((verb) => ({ group, resource, verb })))),
  );
  const missing = await Promise.all(
    wanted.map(async ({ group, resource: path, verb }) => {
      const [resource = "", subresource] = path.split("/");
      const resourceAttributes = { verb, group, resource, ...(subresource ? { subresource } : {}) };
      const body = { apiVersion: "authorization.k8s.io/v1", kind: REVIEW.kind, spec: { resourceAttributes } };
      const { status } = await client.create({ type: REVIEW, name: "" }, body);
      return isObject(status) && status.allowed === false ? [`${verb} ${path}${group ? `.${group}` : ""}`] : [];
    }),
  );
  const refused = missing.flat();
  if (refused.length === 0) return `all ${wanted.length} of \`k8s-lb rbac --to ${target}\``;
  throw new Error(`may not ${refused.join(", ")}\n\`k8s-lb rbac --to ${target}\` prints manifests with all rules.`);
}
