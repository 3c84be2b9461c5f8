// Settings of AKO that the target `avi` does not support with `naming: ako-1.2`.

import type { UnsupportedSettings } from "../../settings";

/** Settings of AKO, of later releases too, that this translation lacks with `naming: ako-1.2` (ako.md 4.1). */
export const UNSUPPORTED: UnsupportedSettings = {
  "shardVSSize: DEDICATED": "use avi.Ingress or avi.Routes for virtual services of one's own",
  "passthroughShardSize: DEDICATED": "use LARGE, MEDIUM or SMALL",
  "serviceType: NODEPORTLOCAL": "use ClusterIP or NodePort, or naming ako-2",
  autoFQDN: "FQDNs of Services are name.namespace.domain",
  bgpPeerLabels: "no routes are announced",
  blockedNamespaceList: "give the specs of the namespaces that are meant",
  cniPlugin: "Pod networks are those of the nodes' specs",
  defaultLBController: "Services of type LoadBalancer without a class are taken",
  enableEVH: "hosts with TLS are SNI children; naming ako-2-evh is for an AKO with enableEVH",
  enableEvents: "diagnostics are in the statuses",
  enableMCI: "one cluster is translated at a time",
  enableRHI: "no routes are announced",
  fqdnReusePolicy: "a host belongs to the oldest object that claims it, in any namespace",
  ipFamily: "addresses are of the family that the specs have",
  istioEnabled: "servers are Pods or nodes",
  layer7Only: "give no Services of type LoadBalancer",
  noPGForSNI: "children have pool groups",
  nodePortSelector: "use nodePortSelectorKey and nodePortSelectorValue",
  nsSelector: "give the specs of the namespaces that are meant",
  namespaceSelector: "give the specs of the namespaces that are meant",
  nsxtT1LR: "networks are placed by networkName",
  serviceEngineGroupName: "use segName",
  servicesAPI: "Gateways are not read",
  tenantName: "use tenant",
  tenantsPerCluster: "use tenant",
  useDefaultSecretsOnly: "hosts use the Secrets that their objects name",
  vipNetworkList: "use networkName, subnetIP and subnetPrefix",
  vipPerNamespace: "use l7ShardingScheme: namespace",
};
