// The codes of Services of type LoadBalancer: annotations, addresses, families, tenants.

import type { SpecCodeEntry } from "./entry";

/** Faults of Services of type LoadBalancer: annotations, addresses, families, tenants. */
export const SERVICES_CODES = {
  LB1401: {
    severity: "error",
    effect: "route lost",
    scope: "object",
    title: "Annotations contradict each other",
    remedy: "Keep one of the annotations.",
    example:
      "Service default/a /metadata/annotations: the Services that share the VIP one differ in loadBalancerIP: a 10.0.0.5, b 10.0.0.6; AKO 2 serves none of them",
  },
  LB1402: {
    severity: "error",
    effect: "route lost",
    scope: "settings",
    title: "The load balancer class is unknown",
    remedy: "Add the class to `load_balancer_classes`, or correct its name.",
    example: 'Service shop/web /metadata/annotations/loadbalancer.openstack.org~1class: invalid loadbalancer class "valueOf"',
  },
  LB1403: {
    severity: "warning",
    effect: "none",
    scope: "object",
    title: "The value of an annotation is invalid",
    remedy: "Correct the value, or remove the annotation.",
    example:
      'Service default/edge /metadata/annotations/loadbalancer.openstack.org~1hostname: "*.example.com" is not a DNS name; the address is shown',
  },
  LB1404: {
    severity: "warning",
    effect: "differs",
    scope: "object",
    title: "The API version or the provider does not support this",
    remedy: "Upgrade Octavia, choose another provider, or do not use it.",
    example: "Service default/s /spec/ports: port 132/SCTP is left out: it needs Octavia API 2.23, the cloud has 2.15",
  },
  LB1405: {
    severity: "error",
    effect: "route lost",
    scope: "settings",
    title: "No subnet or network is set for the virtual IP",
    remedy: "Set `subnet_id` or `network_id` (occm), or `service_subnet_id` (kuryr).",
    example: "Service default/u /metadata/annotations: no subnet or network is set for the virtual IP",
  },
  LB1406: {
    severity: "warning",
    effect: "none",
    scope: "object",
    title: "An address is outside its subnet",
    remedy: "Correct the address, or the subnet in the settings.",
    example: "Service default/web /spec/clusterIP: clusterIP 10.97.0.1 is outside the service subnet 10.96.0.0/16",
  },
  LB1407: {
    severity: "error",
    effect: "route lost",
    scope: "object",
    title: "A source range is not a network",
    remedy: "Write the range as a network, such as 10.0.0.0/8.",
    example: "Service default/s /spec/loadBalancerSourceRanges: anything is not valid. Expecting a list of IP ranges",
  },
  LB1408: {
    severity: "error",
    effect: "route lost",
    scope: "object",
    title: "A load balancer cannot be shared: the port is taken, too many Services share it, or the Service is internal",
    remedy: "Give the Service another port, or its own load balancer.",
    example:
      "Service default/two /spec/loadBalancerIP: the address 10.0.0.77 belongs to Service default/one, which is older or comes first",
  },
  LB1409: {
    severity: "warning",
    effect: "none",
    scope: "settings",
    title: "There is no network for floating IPs",
    remedy: "Set `floating_network_id`, or mark the Service as internal.",
    example: "Service default/web /spec/type: no network for floating IPs is set; the load balancer stays internal",
  },
  LB1410: {
    severity: "error",
    effect: "route lost",
    scope: "object",
    title: "Two specs have the same name on the load balancer",
    remedy: "Rename one of the two specs.",
    example:
      "Service a/b-c /metadata/name: the pool c--a-b-c-80 belongs to Service a-b/c, which is older or comes first; the pool of Service a/b-c is ignored",
  },
  LB1411: {
    severity: "warning",
    effect: "none",
    scope: "settings",
    title: "The labels of a namespace are not known",
    remedy: "Add the Namespace to the specs, or remove `namespaceSelector`.",
    example:
      "Ingress shop/web: the namespace shop is not among the specs, so its labels are not known: it counts as selected by namespaceSelector",
  },
  LB1412: {
    severity: "notice",
    effect: "none",
    scope: "settings",
    title: "Only the first network of VIPs is used",
    remedy: "Put the intended network first.",
    example:
      "Settings avi /vipNetworkList: VIPs are in the first network of vipNetworkList; second is not used, because several are for public clouds",
  },
  LB1413: {
    severity: "warning",
    effect: "servers preserved",
    scope: "object",
    title: "No server has the requested address family",
    remedy:
      "Correct the setting `ipFamily`, or the `ipFamilies` of the Service. Until then servers stay as they are, and new pools have none.",
    example: "Service default/web /spec/ipFamilies: all endpoints of default/web are of another family: its VIP is IPv4",
  },
  LB1414: {
    severity: "warning",
    effect: "differs",
    scope: "object",
    title: "A namespace is meant for another tenant",
    remedy: "Use a separate component for the namespace, with the settings `tenant` and `namespaceSelector`.",
    example:
      "Namespace team-a /metadata/annotations/ako.vmware.com~1tenant-name: the objects of the namespace team-a are in the tenant east and not in west: a component manages one tenant",
  },
  LB1415: {
    severity: "warning",
    effect: "servers preserved",
    scope: "object",
    title: "NodePortLocal cannot open a node port for the Pods of a Service",
    remedy:
      "Use TCP or UDP and a Service with a selector, or another `serviceType`. Until then servers stay as they are, and new pools have none.",
    example: "Service default/web /spec/selector: no node port leads to default/web: it has no selector",
  },
  LB1416: {
    severity: "error",
    effect: "servers preserved",
    scope: "object",
    title: "Pods of a Service have no NodePortLocal port",
    remedy:
      'Annotate the Service with `nodeportlocal.antrea.io/enabled: "true"`; Antrea writes the ports into its Pods. Servers stay until then.',
    example:
      "Service shop/web: shop/web: the Pods web-1 of it have no port of their node for port 80/TCP in the annotation nodeportlocal.antrea.io",
  },
} satisfies Record<string, SpecCodeEntry>;
