// The first call of a run to an API server.

import type { ConfigSource } from "../lifecycle/handler";
import type { FirstContact } from "../lifecycle/preview/contact";
import { connect, KUBERNETES_KEYS, settingsOf } from "./connect";

/** Keys of pulumi-kubernetes in the namespace that we share with it. */
const OF_PULUMI_KUBERNETES = [
  ...["cluster", "namespace", "clusterIdentifier", "deleteUnreachable", "skipUpdateUnreachable", "strictMode", "kubeClientSettings"],
  ...["enableConfigMapMutable", "enableSecretMutable", "enableServerSideApply", "enableReplaceCRD", "alwaysRender", "helmReleaseSettings"],
  ...["renderYamlToDirectory", "suppressDeprecationWarnings", "suppressHelmHookWarnings"],
];

/**
 * The first look at a Kubernetes API server: what kinds it has, which every user may ask who is logged in.
 *
 * @param more keys of the target, and what reads them
 */
export function clusterContact(
  target: string,
  more: readonly string[] = [],
  read: (config: ConfigSource) => void = () => {},
): FirstContact {
  const settingKeys = [...KUBERNETES_KEYS, ...more];
  return {
    target,
    keys: {
      namespace: target,
      read: { kubernetes: KUBERNETES_KEYS, mizar: settingKeys },
      others: { kubernetes: OF_PULUMI_KUBERNETES },
      variables: ["KUBECONFIG"],
    },
    open(config) {
      read(config);
      const client = connect(settingsOf(config));
      return { at: client, where: async () => (await client.where()).url, call: () => client.find("v1", "Namespace") };
    },
  };
}
