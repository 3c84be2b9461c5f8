// `k8s-lb watch manifests`: prints the manifests of a watch in a cluster, for `kubectl apply -f -`.

import { stringify } from "yaml";
import type { RbacOptions } from "../../components/rbac";
import { managedNames } from "../../targets";
import { targetOption, UsageError } from "../grammar";
import { opt } from "../option";
import { RIGHTS_OPTIONS } from "../rbac";
import { defineVerb } from "../verb";

export const watchManifestsCommand = defineVerb({
  name: "manifests",
  description: "Print the manifests of a watch in a cluster: Deployment, RBAC, Lease, disruption budget",
  options: [
    targetOption<RbacOptions["target"]>(managedNames(), "what the stack manages").needed(),
    opt("--image <image>", "image with Node, the Pulumi CLI, the project and its packages").needed(),
    opt("--project <dir>", "folder of the project in the image").usually("/app"),
    opt("--name <name>", "name of all objects, including the Lease").usually("k8s-lb-watch"),
    opt("--in <namespace>", "namespace of the watch").usually("default"),
    opt("--secret <name>", "Secret with the environment: backend, passphrase, credentials").usually("k8s-lb-watch"),
    opt("-n, --namespace <name...>", "read only these namespaces"),
    ...RIGHTS_OPTIONS,
  ],
  examples: ["watch manifests -s prod --to avi --image registry.example.com/lb:1 | kubectl apply -f -"],
  async run({ to: target, in: namespace, namespace: namespaces, ...options }, _args, command) {
    // the option of `watch` itself
    const { stack } = command.optsWithGlobals<{ stack?: string }>();
    if (stack === undefined) throw new UsageError("name the stack: -s NAME");
    const { watchManifests } = await import("../../watch/manifests.js");
    const manifests = watchManifests({ ...options, target, stack, namespace, namespaces });
    process.stdout.write(manifests.map((manifest) => stringify(manifest, { aliasDuplicateObjects: false })).join("---\n"));
  },
});
