import { Command, InvalidArgumentError, Option } from "commander";
import { stringify } from "yaml";
import type { RbacOptions } from "../kubernetes/rbac";
import { examples } from "./grammar";

interface Flags {
  target: RbacOptions["target"];
  naming?: string;
  serviceType?: string;
  writeStatus?: boolean;
  namespace?: string[];
  serviceAccount?: RbacOptions["serviceAccount"];
}

const TARGETS: readonly RbacOptions["target"][] = ["avi", "octavia", "mizar"];

/** `k8s-lb rbac`: the least that reading a cluster, and writing results back, needs; for `kubectl apply -f -`. */
export function rbacCommand(): Command {
  return new Command("rbac")
    .addOption(new Option("--target <target>", "what the stack manages").choices(TARGETS).makeOptionMandatory())
    .option("--naming <naming>", "Avi's setting of that name: ako-2 and ako-2-evh read AKO's custom resources too")
    .option("--service-type <type>", "Avi's setting serviceType: with --naming ako-2 and NodePortLocal Pods are read too")
    .option("--write-status", "with what writing statuses back needs")
    .option("-n, --namespace <name...>", "only in these namespaces")
    .option("--service-account <namespace/name>", "who runs Pulumi (default default/pulumi-k8s-lb)", account)
    .addHelpText("after", examples("rbac --target avi --write-status -n shop | kubectl apply -f -"))
    .action(async ({ namespace: namespaces, ...options }: Flags) => {
      const { rbacManifests } = await import("../kubernetes/rbac.js");
      const manifests = rbacManifests({ ...options, namespaces });
      process.stdout.write(manifests.map((manifest) => stringify(manifest)).join("---\n"));
    });
}

function account(value: string): RbacOptions["serviceAccount"] {
  const [, namespace, name] = /^([a-z0-9-]+)\/([a-z0-9.-]+)$/.exec(value) ?? [];
  if (!namespace || !name) throw new InvalidArgumentError("NAMESPACE/NAME is expected.");
  return { namespace, name };
}
