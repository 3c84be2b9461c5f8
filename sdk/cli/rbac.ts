// `k8s-lb rbac`: prints the least rights that a stack needs, in a cluster or on a load balancer.

import { InvalidArgumentError } from "commander";
import { stringify } from "yaml";
import { BACK_ENDS } from "../../provider";
import type { RbacOptions } from "../components/rbac";
import { managedNames } from "../targets";
import { targetOption, UsageError } from "./grammar";
import { opt } from "./option";
import { defineVerb } from "./verb";

/** Options on which the rights in a cluster depend. */
export const RIGHTS_OPTIONS = [
  opt("--naming <naming>", "Avi's setting of that name: ako-2 and ako-2-evh read AKO's custom resources too"),
  opt("--service-type <type>", "Avi's setting serviceType: with --naming ako-2 and NodePortLocal Pods are read too"),
  opt("--read-workloads", "with the setting readWorkloads: Deployments, StatefulSets and DaemonSets are read too"),
  opt("--write-status", "add the rights to write status"),
];

/** The back ends that grant rights themselves. */
const GRANTING = Object.values(BACK_ENDS).flatMap(({ name, leastRights }) => (leastRights ? [{ name, leastRights }] : []));

export const rbacCommand = defineVerb({
  name: "rbac",
  options: [
    opt("--for <system>", "system that grants the rights: the cluster that is read, or the load balancer")
      .oneOf(["kubernetes", ...GRANTING.map(({ name }) => name)])
      .usually("kubernetes"),
    targetOption<RbacOptions["target"]>(managedNames(), "with --for kubernetes: what the stack manages"),
    ...RIGHTS_OPTIONS,
    opt("-n, --namespace <name...>", "only in these namespaces"),
    opt("--service-account <namespace/name>", "service account that runs Pulumi (default default/pulumi-k8s-lb)").read(account),
  ],
  examples: [
    "rbac --to avi --write-status -n shop | kubectl apply -f -",
    "rbac --for avi > role.json                   # a role, for POST /api/role",
    "rbac --for octavia > rules.json              # openstack application credential create NAME --access-rules rules.json",
  ],
  async run({ for: system, to: target, namespace: namespaces, ...options }) {
    const granting = GRANTING.find(({ name }) => name === system);
    if (granting) {
      process.stdout.write(`${JSON.stringify(granting.leastRights(options), null, 2)}\n`);
      return;
    }
    if (!target) throw new UsageError("--to is needed: which stack reads the cluster, avi, octavia or mizar");
    const { rbacManifests } = await import("../components/rbac.js");
    const manifests = rbacManifests({ ...options, target, namespaces });
    process.stdout.write(manifests.map((manifest) => stringify(manifest)).join("---\n"));
  },
});

function account(value: string): RbacOptions["serviceAccount"] {
  const [, namespace, name] = /^([a-z0-9-]+)\/([a-z0-9.-]+)$/.exec(value) ?? [];
  if (!namespace || !name) throw new InvalidArgumentError("NAMESPACE/NAME is expected.");
  return { namespace, name };
}
