// Diagnostic codes for references that fail (Services, their servers, Secrets): meaning, effect, remedy.

import type { SpecCodeEntry } from "./entry";

/** Faults of what an object refers to: Services, their servers, Secrets. */
export const REFERENCES_CODES = {
  LB1101: {
    severity: "error",
    effect: "servers preserved",
    scope: "object",
    title: "The referenced Service is not among the specs",
    remedy: "Add the Service to the specs, or correct its name. Until then live objects stay as they are.",
    example: "Ingress default/shop /spec/rules/0/http/paths/0/backend: Service default/web is not among the specs",
  },
  LB1102: {
    severity: "warning",
    effect: "servers preserved",
    scope: "object",
    title: "The Service does not have the referenced port",
    remedy: "Correct the port, or add it to the Service. Until then a pool that exists keeps its servers.",
    example: "Ingress default/shop /spec/rules/0/http/paths/0/backend: Service default/web has no port 81, it has: http (80)",
  },
  LB1103: {
    severity: "warning",
    effect: "servers preserved",
    scope: "object",
    title: "The Service has several ports and the backend names none",
    remedy: "Set the port in the backend. Until then a pool that exists keeps its servers.",
    example: "Ingress default/shop /spec/rules/0/http/paths/0/backend: Service default/web has several ports, and the backend names none",
  },
  LB1104: {
    severity: "notice",
    effect: "none",
    scope: "object",
    title: "The Service has no ready endpoints",
    remedy: "Nothing, if the Service is scaled to zero; otherwise check why its Pods are not ready.",
    example: "Service default/web: default/web has no ready endpoints",
  },
  LB1105: {
    severity: "warning",
    effect: "servers preserved",
    scope: "cluster",
    title: "The Service has no node port",
    remedy:
      "Give the Service type NodePort or LoadBalancer, or the port a node port. Until then servers stay as they are, and new pools have none.",
    example: "Service shop/web /spec/ports: shop/web port 443 has no node port",
  },
  LB1106: {
    severity: "notice",
    effect: "none",
    scope: "cluster",
    title: "A node has no usable address",
    remedy: "Give the node an InternalIP, and a Pod CIDR if routes to Pods are managed.",
    example: "Node n1 /spec/podCIDR: node n1 has no podCIDR and gets no static route",
  },
  LB1107: {
    severity: "error",
    effect: "certificate preserved",
    scope: "object",
    title: "The referenced Secret is missing or unusable",
    remedy: "Add the Secret, with `tls.crt` and `tls.key`, to the specs. A live host stays until then.",
    example: "Ingress default/shop /spec/tls/0/secretName: Secret default/tls is not among the specs; its hosts are not served",
  },
  LB1108: {
    severity: "error",
    effect: "route lost",
    scope: "object",
    title: "The certificate or key of the Route is missing",
    remedy: "Set certificate and key in `spec.tls`, or set the default certificate.",
    example: "Route default/edge /spec/tls: certificate and key of the Route is missing; the host is not served",
  },
  LB1109: {
    severity: "warning",
    effect: "wrong certificate",
    scope: "object",
    title: "The certificate or key cannot be read",
    remedy: "Export it again, as PEM.",
    example: "Ingress default/web /spec/tls/0/secretName: the key of Secret default/tls is not PEM; the load balancer may refuse it",
  },
  LB1110: {
    severity: "error",
    effect: "route lost",
    scope: "object",
    title: "A spec has no backend",
    remedy: "Give it a rule that leads to a Service, or remove it.",
    example: "Ingress default/shop /spec/rules/1/http/paths/0/backend: the backend is not a Service; the path is ignored",
  },
  LB1111: {
    severity: "error",
    effect: "servers preserved",
    scope: "cluster",
    title: "The specs contain no usable node",
    remedy:
      "Add the Nodes to the specs, or correct their selector, conditions or addresses. Until then servers stay as they are, and new pools have none.",
    example: "Service default/web: there are no available nodes for LoadBalancer service default/web",
  },
  LB1112: {
    severity: "error",
    effect: "servers preserved",
    scope: "cluster",
    title: "The Endpoints of a Service are missing",
    remedy:
      "Files from Helm or Kustomize contain no Endpoints. Read them from the cluster with `liveCluster()` (on the command line `--kubeconfig`). Until then existing pools keep their servers, and new pools stay empty. Only Endpoints without addresses empty a pool.",
    example: "Service default/empty: Service default/empty has no Endpoints or EndpointSlice among the specs",
  },
  LB1113: {
    severity: "warning",
    effect: "none",
    scope: "object",
    title: "A server to be drained does not exist",
    remedy: "Correct the address in `k8s-lb.io/drained`, or remove it.",
    example: "Service default/web /metadata/annotations/k8s-lb.io~1drained: 10.0.0.9 is not a server of port 80, nothing to drain",
  },
  LB1114: {
    severity: "error",
    effect: "route lost",
    scope: "object",
    title: "An object is not processed because its AviInfraSetting is rejected or missing",
    remedy: "Correct the AviInfraSetting, or the name in the object or its class.",
    example:
      "Ingress default/shop /metadata/annotations/aviinfrasetting.ako.vmware.com~1name: AviInfraSetting small is rejected or missing: objects that name it are not processed, as in AKO 2",
  },
  LB1115: {
    severity: "warning",
    effect: "servers preserved",
    scope: "object",
    title: "This Service cannot be a backend",
    remedy:
      "Use a Service of another type, or of the namespace of the route. Until then servers stay as they are, and new pools have none.",
    example:
      "EndpointSlice default/e /addressType: the endpoints of this slice are names (addressType FQDN), which are no servers of a load balancer",
  },
  LB1116: {
    severity: "warning",
    effect: "none",
    scope: "object",
    title: "A health check has unusable values",
    remedy: "Use an absolute path and positive numbers.",
    example:
      'IngressRoute shop/x /spec/routes/0/services/0/healthCheck/path: spec.routes[0].services[0].healthCheck.path must begin with a slash, got "healthz"; "/healthz" is asked for',
  },
  LB1117: {
    severity: "warning",
    effect: "none",
    scope: "object",
    title: "A certificate, key or CA of a Route is not used",
    remedy: "Remove the field, or change the termination to one that uses it.",
    example: "Route shop/web /spec/tls: TLS to the servers is not verified: the Route has no destinationCACertificate",
  },
  LB1118: {
    severity: "warning",
    effect: "none",
    scope: "cluster",
    title: "Two nodes have the same Pod network",
    remedy: "Give every node its own Pod networks.",
    example: "Node n2 /spec/podCIDR: node n2 gets no static route: a node before it has a Pod network from 10.244.1.0 on, too",
  },
  LB1119: {
    severity: "warning",
    effect: "servers preserved",
    scope: "object",
    title: "The Endpoints of a Service have other ports",
    remedy:
      "Give the port in the Endpoints or EndpointSlice the name that it has in the Service. Until then servers stay as they are, and new pools have none.",
    example:
      'Service default/api /spec/ports: the Endpoints of default/api have no port "b" for port 81 of the Service, only "http"; it has no servers',
  },
  LB1120: {
    severity: "error",
    effect: "route lost",
    scope: "object",
    title: "A private key is in a field for certificates",
    remedy:
      "Put certificates alone into the field, and the private key where it stays secret. Whoever could read the field may know the key: replace it.",
    example: "Route shop/web /spec/tls/destinationCACertificate: destinationCACertificate of the Route holds a private key",
  },
  LB1121: {
    severity: "error",
    effect: "fatal",
    scope: "settings",
    title: "Two components have resources of the same names",
    remedy:
      'Manage each cluster in a stack of its own, or give the new component a parent of a type of its own: `{ parent: new pulumi.ComponentResource("clusters:West", "west") }`. On Avi another `clusterName` is enough. Give an object that both components read to one of them alone.',
    example:
      "component west: the component east of this stack has resources of the same names: avi:Pool cluster--a.com_-default-shop, avi:SharedVS cluster--Shared-L7-0",
  },
  LB1122: {
    severity: "warning",
    effect: "servers preserved",
    scope: "object",
    title: "An object is held at its last known good version",
    remedy: "Correct the object. `k8s-lb watch --apply all` takes its next version, or continues with this one where others correct it.",
    example:
      "Ingress default/shop: the object is held at its last known good version, all other objects are applied: Ingress default/shop /spec/rules/0/host: spec.rules[0].host must be a DNS name",
  },
  LB1123: {
    severity: "error",
    effect: "fatal",
    scope: "settings",
    title: "The choice of the native plugin cannot be followed",
    remedy: "Call `useNativePlugin()` at the top of the program, or set K8S_LB_NATIVE=1.",
    example: "useNativePlugin() is called after the first resource of the program: one part would be dynamic, another native",
  },
  LB1124: {
    severity: "error",
    effect: "fatal",
    scope: "settings",
    title: "A request does not get the expected answer",
    remedy: "Correct the specs, or what `requests` says. To let one run through, set `allowFailedRequests: true`.",
    example: "requests: 1 of 3 requests fail",
  },
  LB1125: {
    severity: "error",
    effect: "fatal",
    scope: "settings",
    title: "What requests must get cannot be read",
    remedy: "Correct the file, or the entries of `requests`: docs/requests.md has the keys.",
    example:
      'requests: http://shop.x.com/: address "nobody" is not a virtual service or load balancer: write one of default/web, kube_ingress_kubernetes_openstack',
  },
} satisfies Record<string, SpecCodeEntry>;
