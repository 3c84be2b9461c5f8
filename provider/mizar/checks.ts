// Checks of `k8s-lb doctor` for an API server: contact, Gateway API and rights.

import { connect, KUBERNETES_KEYS, settingsOf } from "../kubernetes/connect";
import type { KubernetesClient } from "../kubernetes/types";
import { isObject } from "../lifecycle/bodies/json";
import { type Doctor, type Right, variablesOf } from "../lifecycle/doctor";
import { REVIEW } from "./preflight";

/** Checks of the doctor: the API server, which specs are read from too, and the rights of the user there. */
export const DOCTOR: Doctor = {
  name: "kubernetes",
  namespaces: ["kubernetes", "mizar"],
  variables: { ...variablesOf("mizar", KUBERNETES_KEYS), kubeconfig: ["KUBECONFIG"] },
  checks(config, rightsFor) {
    const client = () => connect(settingsOf(config));
    return [
      ["API server", async () => whereIs(await client().where(), await client().serves(REVIEW))],
      ["rights to read", async () => heldRights(client(), "avi", rightsFor("avi"))],
      ["Gateway API", () => servedKinds(client())],
      ["rights to manage Mizar", async () => heldRights(client(), "mizar", rightsFor("mizar"))],
    ];
  },
};

const whereIs = ({ url, context }: { url: string; context: string }, answers: boolean) =>
  `${url}, context ${context}${answers ? "" : ", which reviews no rights"}`;

/** Kinds of Gateway API that targets serve, each with the versions that are read. */
const GATEWAY_KINDS: readonly (readonly [kind: string, versions: readonly string[]])[] = [
  ...["GatewayClass", "Gateway", "HTTPRoute", "ReferenceGrant"].map((kind) => [kind, ["v1", "v1beta1"]] as const),
  ...["ListenerSet", "BackendTLSPolicy"].map((kind) => [kind, ["v1"]] as const),
  ...["TCPRoute", "UDPRoute", "TLSRoute"].map((kind) => [kind, ["v1", "v1alpha2"]] as const),
];

/** Finds out which kinds of Gateway API the cluster has: they come with definitions that somebody installs. */
async function servedKinds(client: KubernetesClient): Promise<string> {
  const isServed = async (kind: string, versions: readonly string[]) => {
    for (const version of versions) if (await client.find(`gateway.networking.k8s.io/${version}`, kind)) return true;
    return false;
  };
  const lookups = await Promise.all(GATEWAY_KINDS.map(async ([kind, versions]) => ({ kind, served: await isServed(kind, versions) })));
  const named = (served: boolean) => lookups.filter((one) => one.served === served).map(({ kind }) => kind);
  const [installed, missing] = [named(true), named(false)];
  if (installed.length === 0) return "its definitions are not installed, so the cluster has no Gateways";
  return `${installed.join(", ")}${missing.length > 0 ? `; not installed: ${missing.join(", ")}` : ""}`;
}

/**
 * Asks for each rule that `k8s-lb rbac` prints as one's own right.
 *
 * @throws Error with the rights that are missing
 */
async function heldRights(client: KubernetesClient, target: string, rights: readonly Right[]): Promise<string> {
  const needed = rights.flatMap(({ apiGroups, resources, verbs, resourceNames: [name] = [] }) =>
    apiGroups.flatMap((group) => resources.flatMap((resource) => verbs.map((verb) => ({ group, resource, verb, name })))),
  );
  const missing = await Promise.all(
    needed.map(async ({ group, resource: path, verb, name }) => {
      const [resource = "", subresource] = path.split("/");
      const resourceAttributes = { verb, group, resource, ...(subresource ? { subresource } : {}), ...(name ? { name } : {}) };
      const body = { apiVersion: "authorization.k8s.io/v1", kind: REVIEW.kind, spec: { resourceAttributes } };
      const { status } = await client.create({ type: REVIEW, name: "" }, body);
      return isObject(status) && status.allowed === false ? [`${verb} ${path}${group ? `.${group}` : ""}`] : [];
    }),
  );
  const refused = missing.flat();
  if (refused.length === 0) return `all ${needed.length} of \`k8s-lb rbac --to ${target}\``;
  throw new Error(`may not ${refused.join(", ")}\n\`k8s-lb rbac --to ${target}\` prints manifests with all rules.`);
}
