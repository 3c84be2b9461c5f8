import { Command } from "commander";
import { stringify } from "yaml";
import type { RbacOptions } from "../components/rbac";
import { managedNames } from "../targets";
import type { WatchManifestOptions } from "../watch/manifests";
import { examples, targetOption, UsageError } from "./grammar";

interface WatchManifestFlags extends Omit<WatchManifestOptions, "namespaces" | "namespace" | "stack" | "target"> {
  to: RbacOptions["target"];
  namespace?: string[];
  in: string;
}

/** `k8s-lb watch manifests`: a watch in a cluster, for `kubectl apply -f -`. */
export function watchManifestsCommand(): Command {
  return new Command("manifests")
    .description("Print the manifests of a watch in a cluster: Deployment, RBAC, Lease, disruption budget")
    .addOption(targetOption(managedNames(), "what the stack manages").makeOptionMandatory())
    .requiredOption("--image <image>", "image with Node, the Pulumi CLI, the project and its packages")
    .option("--project <dir>", "folder of the project in the image", "/app")
    .option("--name <name>", "name of all objects, including the Lease", "k8s-lb-watch")
    .option("--in <namespace>", "namespace of the watch", "default")
    .option("--secret <name>", "Secret with the environment: backend, passphrase, credentials", "k8s-lb-watch")
    .option("-n, --namespace <name...>", "read only these namespaces")
    .option("--naming <naming>", "Avi's setting of that name: ako-2 and ako-2-evh read AKO's custom resources too")
    .option("--service-type <type>", "Avi's setting serviceType: with --naming ako-2 and NodePortLocal Pods are read too")
    .option("--read-workloads", "with the setting readWorkloads: Deployments, StatefulSets and DaemonSets are read too")
    .option("--write-status", "add the rights to write status")
    .addHelpText("after", examples("watch manifests -s prod --to avi --image registry.example.com/lb:1 | kubectl apply -f -"))
    .action(async ({ to: target, in: namespace, namespace: namespaces, ...options }: WatchManifestFlags, command: Command) => {
      // the option of `watch` itself
      const { stack } = command.optsWithGlobals<{ stack?: string }>();
      if (stack === undefined) throw new UsageError("name the stack: -s NAME");
      const { watchManifests } = await import("../watch/manifests.js");
      const manifests = watchManifests({ ...options, target, stack, namespace, namespaces });
      process.stdout.write(manifests.map((manifest) => stringify(manifest, { aliasDuplicateObjects: false })).join("---\n"));
    });
}
