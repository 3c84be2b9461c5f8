import { type CodeEntry, type FailureEffect, GRPC, KUBERNETES_CODES, MIZAR_KIND_CODES } from "./cluster-codes";
import { PREFLIGHT_CODES } from "./preflight-codes";

/** Every error of the provider side. Codes are stable: never reused, never renumbered. */
export const CODES = {
  LB2000: {
    meaning: "An unexpected error in the provider.",
    remedy: "Run the command again; if the error persists, report it with its text.",
    example: "Pool c--web: Cannot read properties of undefined",
    grpc: GRPC.internal,
  },
  LB2001: {
    meaning: "The connection to the load balancer is not configured.",
    remedy: "Set the named configuration keys of the stack, or the environment variables.",
    example: "no value for avi:controller (AVI_CONTROLLER), avi:username (AVI_USERNAME), avi:password (AVI_PASSWORD)",
    effect: "no connection",
    grpc: GRPC.failedPrecondition,
  },
  LB2002: {
    meaning: "A configuration value cannot be used.",
    remedy: "Correct the value of the named key.",
    example: 'the catalogue\'s load-balancer is "http://lb.example.com:9876": credentials do not travel in clear text',
    effect: "no connection",
    grpc: GRPC.invalidArgument,
  },
  LB2003: {
    meaning: "An object of this name exists and belongs to somebody else.",
    remedy: "Choose another name, remove the object, or set `adopt: true` to take it over.",
    example: "VsVip c--shop.example.com-L7-dedicated: exists and carries no mark of ours (vsvip-4b65a8b2)",
    grpc: GRPC.alreadyExists,
  },
  LB2004: {
    meaning: "An object of the state, or one that is imported, carries another owner's mark.",
    remedy: "Find out who took it over; `adopt: true` takes it back, `pulumi state delete` removes it from the state.",
    example: "Pool c--web: was ours and now belongs to shop:other/prod/c",
    grpc: GRPC.failedPrecondition,
  },
  LB2005: {
    meaning: "An object cannot be deleted because others still refer to it.",
    remedy:
      "First remove the named objects, or their reference. `k8s-lb orphans --delete` removes objects of ours that no stack needs; `k8s-lb adopt --sweep` lists what another controller left behind, in the order in which it can be deleted.",
    example: "Pool c--web: still referred to by PoolGroup c--shop.example.com (of shop:prod/c)",
    grpc: GRPC.failedPrecondition,
  },
  LB2006: {
    meaning: "The load balancer refused the credentials.",
    remedy:
      "Check user, password or token. After a change of the password `pulumi refresh`, `pulumi destroy`, `pulumi up --refresh` and `k8s-lb drift` send the credentials of the last `pulumi up`, which Pulumi keeps in the state: run a plain `pulumi up` first, add `--run-program`, or set all credentials in the environment (AVI_USERNAME and AVI_PASSWORD; the variables of an openrc file). After a refusal there is no login for 30 seconds, so that the account is not locked.",
    example: 'https://avi.example.com refused user admin: {"error":"Invalid credentials"}',
    effect: "no connection",
    grpc: GRPC.unauthenticated,
  },
  LB2007: {
    meaning: "The load balancer cannot be reached, or the connection broke.",
    remedy: "Check address, network and CA certificate; then run the command again.",
    example: "Pool c--web: https://avi.example.com: connection refused (connect ECONNREFUSED 10.0.0.5:443)",
    effect: "no answer",
    grpc: GRPC.unavailable,
  },
  LB2008: {
    meaning: "The load balancer refused a request.",
    remedy: "The message is the server's own; correct the object it names.",
    example: "SSLKeyAndCertificate c1--shop: Import error: key and certificate of c1--shop do not match",
    grpc: GRPC.invalidArgument,
  },
  LB2009: {
    meaning: "The tenant does not exist.",
    remedy: "Create the tenant or correct `tenant`.",
    example: "Pool c--web: Tenant 'east' does not exist",
    effect: "no connection",
    grpc: GRPC.failedPrecondition,
  },
  LB2010: {
    meaning: "The user may not do this.",
    remedy: "Give the user's role write access to the named type in this tenant.",
    example: "Pool c--web: User 'ci' is not authorized to write on resource Pool in tenant admin",
    effect: "no right",
    grpc: GRPC.permissionDenied,
  },
  LB2011: {
    meaning: "An object kept changing while it was written.",
    remedy:
      "Something else writes the same object, such as a controller that still runs for this cluster or another `pulumi up`. Stop it first.",
    example: "Pool c--web: changed 5 times while it was written",
    grpc: GRPC.aborted,
  },
  LB2012: {
    meaning: "A name is still reserved after its object was deleted.",
    remedy: "The server releases names some time after a delete. Run the command again later.",
    example: "Pool c--web: the name is taken, but there is no object of that name",
    grpc: GRPC.aborted,
  },
  LB2013: {
    meaning: "No address was allocated in time.",
    remedy: "Check the free addresses of the network; the next run continues to wait.",
    example: "VsVip c--Shared-L7-0: no address after 60 s",
    effect: "no address",
    grpc: GRPC.deadlineExceeded,
  },
  LB2014: {
    meaning: "The load balancer is too busy, starting, or being upgraded.",
    remedy: "Wait until it is up, then run the command again; lower `rateLimit` if it answers HTTP 429.",
    example: "Pool c--web: Configuration is disallowed during upgrade",
    grpc: GRPC.unavailable,
  },
  LB2015: {
    meaning: "The answer does not come from the load balancer's API.",
    remedy: "Check that the address is that of the load balancer and that no proxy answers instead.",
    example: 'Pool c--web: GET /api/pool was answered 200 (text/html) "Please log in", which the Avi API does not',
    effect: "no connection",
    grpc: GRPC.unavailable,
  },
  LB2016: {
    meaning: "The inputs of a resource are incomplete or invalid.",
    remedy: "Correct the named field. A field or value of an API newer than this release passes with `unchecked: true` on the resource.",
    example: "virtualService.analytics_policy.full_client_logs.enabled: is missing, and a controller requires it (FullClientLogs)",
    grpc: GRPC.invalidArgument,
  },
  LB2017: {
    meaning:
      "A large part of the managed objects would disappear or lose its servers, or something would be lost because the specs lack an input or have a fault.",
    remedy: "Add what is missing in the specs. If you want this, set `allowMassDelete: true` for one run.",
    example:
      "the specs lack what 1 place is served with, so https://shop.example.com/ (missing: Secret default/tls) would no longer be served",
    effect: "routes lost",
    grpc: GRPC.failedPrecondition,
  },
  LB2018: {
    meaning: "Several objects have this name.",
    remedy: "Set the cloud, with `cloud_ref` in the body or `cloud` in the configuration.",
    example: "Pool c--web: 2 objects carry this name",
    grpc: GRPC.failedPrecondition,
  },
  LB2019: {
    meaning: "A field or an API version is newer than the controller.",
    remedy: "Remove the field, or correct `version`.",
    example: "VirtualService c--shop: the field is introduced in later versions of the API",
    grpc: GRPC.failedPrecondition,
  },
  LB2020: {
    meaning: "A field belongs into an object of others, and this object does not exist.",
    remedy: "Create it first, or correct its name.",
    example: "VrfContext nowhere: there is no VRF context of this name in cloud Default-Cloud",
    grpc: GRPC.notFound,
  },
  LB2021: {
    meaning: "The identity of a resource cannot be read.",
    remedy: "Use the id format that the documentation of the class describes.",
    example: 'the id "no-tenant" does not have the form <tenant>/<name>',
    grpc: GRPC.invalidArgument,
  },
  LB2022: {
    meaning: "The state was written by a release that knows more kinds than this one.",
    remedy: "Install the newer release of pulumi-k8s-lb.",
    example: 'this release of pulumi-k8s-lb knows no kind "avi:Pools"',
    grpc: GRPC.failedPrecondition,
  },
  LB2023: {
    meaning: "The program has pulumi-k8s-lb only through another package, so Pulumi cannot start its provider.",
    remedy: "Add `pulumi-k8s-lb` to the dependencies of the program's own package.json, and install.",
    example:
      "the package pulumi-k8s-lb cannot be loaded from /srv/app, where Pulumi starts its provider; the program has it only through another package",
    grpc: GRPC.failedPrecondition,
  },
  LB2024: {
    meaning: "A private key is in a field that is not secret.",
    remedy:
      "Remove it from the field. Private keys are for the `key` of a certificate. Whoever could read the field may know the key: replace it.",
    example: "certificate.certificate.certificate: holds a private key, and the field is not secret",
    grpc: GRPC.invalidArgument,
  },
  LB2025: {
    meaning: "The native plugin is of another release than the program or SDK that uses it.",
    remedy: "Install the same release of both: `k8s-lb plugin install` puts the plugin of the installed package where Pulumi looks for it.",
    example: "the program was made for release 0.2.0 of pulumi-k8s-lb, and the plugin is of release 0.1.0",
    grpc: GRPC.failedPrecondition,
  },
  LB2026: {
    meaning: "A program names a component, or an input or setting of one, that the native plugin does not have.",
    remedy: "Correct the name: docs/languages.md says which components there are, and docs/schema.json has their inputs.",
    example: "there is no component k8s-lb:avi:Klaster",
    grpc: GRPC.invalidArgument,
  },
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
    example: "LoadBalancer kube_service_prod_default_web: 2 of them: 41e356ce, 87b67ad6",
    grpc: GRPC.failedPrecondition,
  },
  LB2050: {
    meaning: "The floating IP is not available.",
    remedy: "Release the named address, use another one, or correct network and subnet.",
    example: "floating IP 203.0.113.3 is not available: load balancer default/api has it; Service default/web needs it",
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
    example: "load balancers of the Services exist, and none under a name of the plan; they fit naming: occm, cluster_name: prod",
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
    example: "LoadBalancer default/a: pool pool-80 is to go, and others use it: listener theirs (TCP:99) without a mark",
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
  LB2070: {
    meaning: "The setting and the connection have different tenants.",
    remedy: "Set the tenant in one place, or the same one in both: the setting `tenant` of the component, `avi:tenant`, or AVI_TENANT.",
    example: 'settings /tenant: the setting says tenant "east", the environment variable AVI_TENANT says "team"',
    grpc: GRPC.invalidArgument,
  },
  ...PREFLIGHT_CODES,
  ...MIZAR_KIND_CODES,
  ...KUBERNETES_CODES,
} satisfies Record<string, CodeEntry>;

/** A code of {@link CODES}. */
export type Code = keyof typeof CODES;

const TABLE: { readonly [code: string]: CodeEntry } = CODES;

/** The consequence of an error of this code, absent where nothing is decided by it or the code is of another table. */
export const failureEffectOf = (code: string): FailureEffect | undefined => (Object.hasOwn(TABLE, code) ? TABLE[code]?.effect : undefined);
