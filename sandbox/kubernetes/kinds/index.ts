import type { Behaviour } from "../resources/resource";
import { configMap } from "./config-map";
import { customResourceDefinition } from "./custom-resource-definition";
import { deployment } from "./deployment";
import { endpointSlice } from "./endpoint-slice";
import { endpoints } from "./endpoints";
import { ingress } from "./ingress";
import { ingressClass } from "./ingress-class";
import { lease } from "./lease";
import { namespace } from "./namespace";
import { networkPolicy } from "./network-policy";
import { node } from "./node";
import { pod } from "./pod";
import { role, roleBinding } from "./roles";
import { secret } from "./secret";
import { service } from "./service";
import { tenant } from "./tenant";

/** What the built-in kinds do of their own. */
export const BEHAVIOURS: { [kind: string]: Behaviour } = {
  ClusterRole: role(true),
  ClusterRoleBinding: roleBinding(true),
  ConfigMap: configMap,
  CustomResourceDefinition: customResourceDefinition,
  Deployment: deployment,
  EndpointSlice: endpointSlice,
  Endpoints: endpoints,
  Ingress: ingress,
  IngressClass: ingressClass,
  Lease: lease,
  Namespace: namespace,
  NetworkPolicy: networkPolicy,
  Node: node,
  Pod: pod,
  Role: role(false),
  RoleBinding: roleBinding(false),
  Secret: secret,
  Service: service,
  Tenant: tenant,
};
