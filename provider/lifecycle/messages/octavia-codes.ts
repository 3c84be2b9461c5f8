// The error codes of Octavia, Keystone, Neutron and Barbican; part of `CODES`.

import { type CodeEntry, GRPC } from "./cluster-codes";

/** Errors of Octavia, Keystone, Neutron and Barbican, and of the ownership of objects there; part of `CODES`. */
export const OCTAVIA_CODES = {
  LB2030: {
    meaning: "The load balancer is busy with another change.",
    remedy: "Another program changes the same load balancer: run the command again when it is ACTIVE.",
    example: "LoadBalancer default/web, changing the load balancer: Invalid state PENDING_UPDATE of loadbalancer resource f1d38485",
    grpc: GRPC.aborted,
  },
  LB2031: {
    meaning: "The load balancer is in ERROR and accepts no changes.",
    remedy: "Ask an administrator for a failover, or replace it: `pulumi up --replace URN`.",
    example: "LoadBalancer default/web: Invalid state ERROR of loadbalancer resource cc772892",
    grpc: GRPC.failedPrecondition,
  },
  LB2032: {
    meaning: "An object with this identity exists already.",
    remedy: "Remove the existing object, or take it over with `adopt: true`.",
    example: "LoadBalancer default/web: The VIP IP address is already in use: 198.51.100.1",
    grpc: GRPC.alreadyExists,
  },
  LB2033: {
    meaning: "A required object does not exist.",
    remedy: "Correct its name or id, or create it first.",
    example: "LoadBalancer default/web, Container c6c0b5ec: Secrets container not found.",
    grpc: GRPC.notFound,
  },
  LB2034: {
    meaning: "The quota of the project is used up.",
    remedy: "Delete objects that are no longer needed (`k8s-lb orphans` lists leftovers), or request a larger quota.",
    example: "LoadBalancer default/web: Quota has been met for resources: Load Balancer",
    effect: "no room",
    grpc: GRPC.failedPrecondition,
  },
  LB2035: {
    meaning: "A request is larger than the server accepts.",
    remedy: "Split the load balancer, or ask the administrator to raise the limit of the request size.",
    example: "LoadBalancer default/web: the request is larger than the server takes",
    grpc: GRPC.invalidArgument,
  },
  LB2036: {
    meaning: "The driver of the load balancer does not support this.",
    remedy: "Remove the named field, or choose another `provider`.",
    example: "LoadBalancer default/web: Provider 'ovn' does not support a requested action",
    grpc: GRPC.failedPrecondition,
  },
  LB2037: {
    meaning: "The service catalog of OpenStack has no endpoint for a service.",
    remedy: "Correct region or endpoint type, or set the address of the service in the configuration.",
    example: "without Keystone there is no catalogue to look network up in",
    effect: "no connection",
    grpc: GRPC.failedPrecondition,
  },
  LB2038: {
    meaning: "The server's API is too old.",
    remedy: "Remove the named field, or ask for an upgrade of the server.",
    example: "LoadBalancer default/web /loadBalancer/listeners/0: needs Octavia API 2.14, the server has 2.4",
    grpc: GRPC.failedPrecondition,
  },
  LB2039: {
    meaning: "clouds.yaml cannot be used.",
    remedy: "Correct the file, or the name of the cloud (`OS_CLOUD`).",
    example: "there is no clouds.yaml for the cloud prod; searched ./clouds.yaml, ~/.config/openstack/clouds.yaml",
    effect: "no connection",
    grpc: GRPC.failedPrecondition,
  },
  LB2040: {
    meaning: "The token belongs to no project.",
    remedy: "Set `openstack:tenantName` (`OS_PROJECT_NAME`) or `openstack:tenantId` (`OS_PROJECT_ID`).",
    example: "the token is not for a project",
    effect: "no connection",
    grpc: GRPC.failedPrecondition,
  },
  LB2045: {
    meaning: "A load balancer, or an object below it, went to ERROR.",
    remedy: "Run the command again: our load balancer in ERROR is deleted and created again. The log of the Octavia worker has the reason.",
    example: "LoadBalancer default/web: its amphora is in ERROR",
    grpc: GRPC.failedPrecondition,
  },
  LB2046: {
    meaning: "A load balancer was not ACTIVE in time.",
    remedy: "Run the command again: it continues to wait. `octavia:waitTimeout` sets the limit in seconds.",
    example: "LoadBalancer default/web: 7e712504 was PENDING_CREATE for 600 s",
    grpc: GRPC.deadlineExceeded,
  },
  LB2047: {
    meaning: "A port of a shared load balancer belongs to another service.",
    remedy: "Use another port, or another load balancer.",
    example: "LoadBalancer default/web: the listener port 80 already exists: listener-80 (c38e949d)",
    grpc: GRPC.alreadyExists,
  },
  LB2048: {
    meaning: "Objects of an ACTIVE load balancer do not become ready.",
    remedy: "Set `serial: true`: this provider cannot create a load balancer with everything below it in one call.",
    example: "LoadBalancer default/web: pools/default/web:TCP:80 is PENDING_CREATE",
    grpc: GRPC.failedPrecondition,
  },
  LB2049: {
    meaning: "Several of our load balancers have this name.",
    remedy: "Delete those that are not needed, by their ids.",
    example: "LoadBalancer kube_service_prod_default_web: 2 load balancers have this name: 41e356ce, 87b67ad6",
    grpc: GRPC.failedPrecondition,
  },
  LB2050: {
    meaning: "The floating IP is not available.",
    remedy: "Release the named address, use another one, or correct network and subnet.",
    example: "floating IP 203.0.113.3: load balancer default/api uses it already; Service default/web needs it",
    effect: "address unusable",
    grpc: GRPC.failedPrecondition,
  },
  LB2051: {
    meaning: "A load balancer cannot be adopted: an immutable field differs.",
    remedy: "Declare the named field with its current value, or delete that load balancer.",
    example: "LoadBalancer default/web: 4d65c41a has vip_address 198.51.100.1, declared is 198.51.100.200",
    grpc: GRPC.failedPrecondition,
  },
  LB2052: {
    meaning: "A load balancer was not found or may not be read, because the credentials are for another project.",
    remedy: "Connect to the project that the message names; `pulumi state delete` removes the load balancer from the state.",
    example: "LoadBalancer default/web: not found with credentials for project east; it was made in project west",
    grpc: GRPC.failedPrecondition,
  },
  LB2053: {
    meaning:
      "Objects with the owner mark of a component already exist, and its state did not create them: another state manages them, or a state was lost.",
    remedy:
      "Use the state that manages them (a second clone of the program: `pulumi login` to the same backend), or rename the stack or component: two states of one name delete each other's objects. If a state was lost, or a first run was killed that saves its state at the end (`PULUMI_SKIP_CHECKPOINTS`), `adopt: true` for one run takes the objects over; `k8s-lb orphans` lists them. A component that was moved within the program needs `aliases` (below a new parent: `[{ parent: pulumi.rootStackResource }]`). An `up` that was refused has put the component into the state at its new place, and `aliases` have no effect until `pulumi state delete URN --target-dependents` removes it there (`pulumi stack --show-urns` lists both). A stack of the native plugin goes on with K8S_LB_NATIVE=1; `adopt: true` for one run takes it back to dynamic resources.",
    example: "1 object with the mark shop:prod/c is on the server already: loadbalancers/default/web",
    grpc: GRPC.alreadyExists,
  },
  LB2054: {
    meaning:
      "Objects with the names of a new component already exist and carry the owner mark of another component or stack, or a component that the program no longer has serves the same under other names.",
    remedy:
      "If the component was renamed, `aliases` keeps its objects and their state. If the cluster or stack was renamed, set `adopt: true` for one run. Otherwise choose other names.",
    example: "1 object of this component is on the server with the mark shop:prod/old: loadbalancers/default/web",
    grpc: GRPC.alreadyExists,
  },
  LB2055: {
    meaning: "`adopt` is set and objects of the cluster exist, but none of them is in the plan.",
    remedy:
      "Check the name of the cluster (`clusterName`, on Octavia `cluster_name`), `naming` and the tenant: `k8s-lb adopt` compares. Without `adopt` new objects are created beside them, at new addresses.",
    example: "load balancers of the Services exist, but none has a name of the plan; their names fit naming: occm, cluster_name: prod",
    grpc: GRPC.failedPrecondition,
  },
  LB2056: {
    meaning: "`adopt` is set, and the existing objects are of another generation of AKO than the plan.",
    remedy:
      "Set `naming` as the message says. Otherwise some objects are created again, and AKO's objects stay beside them until you remove them (`k8s-lb adopt --sweep`).",
    example: "what exists looks like naming ako-2, and the plan is made with ako-1.2",
    grpc: GRPC.failedPrecondition,
  },
  LB2057: {
    meaning: "A part of a load balancer cannot be deleted because others use it.",
    remedy: "First remove what they have there, or keep the part that the message names.",
    example: "LoadBalancer default/a: pool pool-80 would be deleted, but others use it: listener theirs (TCP:99) without a mark",
    grpc: GRPC.failedPrecondition,
  },
  LB2066: {
    meaning: "The address of a load balancer is in use by a port that a refused create left behind.",
    remedy: "Delete the port that the message names: `openstack port delete ID`.",
    example:
      "LoadBalancer default/web: The VIP IP address is already in use: VIP port 34e0082f (10.0.0.99) has it, left behind by a create that was refused",
    effect: "address unusable",
    grpc: GRPC.alreadyExists,
  },
} satisfies Record<string, CodeEntry>;
