import { Command, InvalidArgumentError, Option } from "commander";
import { stringify } from "yaml";
import { BACK_ENDS } from "../../provider";
import type { RbacOptions } from "../components/rbac";
import { managedNames } from "../targets";
import { examples, targetOption, UsageError } from "./grammar";

interface RbacFlags {
  for: string;
  to?: RbacOptions["target"];
  naming?: string;
  serviceType?: string;
  readWorkloads?: boolean;
  writeStatus?: boolean;
  namespace?: string[];
  serviceAccount?: RbacOptions["serviceAccount"];
}

/** The back ends that grant rights themselves. */
const GRANTING = Object.values(BACK_ENDS).flatMap(({ name, leastRights }) => (leastRights ? [{ name, leastRights }] : []));

/** `k8s-lb rbac`: the least rights, in a cluster for `kubectl apply -f -`, on a load balancer for whoever makes its roles. */
export function rbacCommand(): Command {
  return new Command("rbac")
    .addOption(
      new Option("--for <system>", "system that grants the rights: the cluster that is read, or the load balancer")
        .choices(["kubernetes", ...GRANTING.map(({ name }) => name)])
        .default("kubernetes"),
    )
    .addOption(targetOption(managedNames(), "with --for kubernetes: what the stack manages"))
    .option("--naming <naming>", "Avi's setting of that name: ako-2 and ako-2-evh read AKO's custom resources too")
    .option("--service-type <type>", "Avi's setting serviceType: with --naming ako-2 and NodePortLocal Pods are read too")
    .option("--read-workloads", "with the setting readWorkloads: Deployments, StatefulSets and DaemonSets are read too")
    .option("--write-status", "add the rights to write status")
    .option("-n, --namespace <name...>", "only in these namespaces")
    .option("--service-account <namespace/name>", "service account that runs Pulumi (default default/pulumi-k8s-lb)", account)
    .addHelpText(
      "after",
      examples(
        "rbac --to avi --write-status -n shop | kubectl apply -f -",
        "rbac --for avi > role.json                   # a role, for POST /api/role",
        "rbac --for octavia > rules.json              # openstack application credential create NAME --access-rules rules.json",
      ),
    )
    .action(async ({ for: system, to: target, namespace: namespaces, ...options }: RbacFlags) => {
      const granting = GRANTING.find(({ name }) => name === system);
      if (granting) {
        process.stdout.write(`${JSON.stringify(granting.leastRights(options), null, 2)}\n`);
        return;
      }
      if (!target) throw new UsageError("--to is needed: which stack reads the cluster, avi, octavia or mizar");
      const { rbacManifests } = await import("../components/rbac.js");
      const manifests = rbacManifests({ ...options, target, namespaces });
      process.stdout.write(manifests.map((manifest) => stringify(manifest)).join("---\n"));
    });
}

function account(value: string): RbacOptions["serviceAccount"] {
  const [, namespace, name] = /^([a-z0-9-]+)\/([a-z0-9.-]+)$/.exec(value) ?? [];
  if (!namespace || !name) throw new InvalidArgumentError("NAMESPACE/NAME is expected.");
  return { namespace, name };
}
