// The table of all error codes of the provider.

import { type CodeEntry, type FailureEffect, GRPC, KUBERNETES_CODES, MIZAR_KIND_CODES } from "./cluster-codes";
import { OCTAVIA_CODES } from "./octavia-codes";
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
    example: "VsVip c--shop.example.com-L7-dedicated: exists and has no owner mark of this package (vsvip-4b65a8b2)",
    grpc: GRPC.alreadyExists,
  },
  LB2004: {
    meaning: "An object of the state, or one that is imported, carries another owner's mark.",
    remedy: "Find out who took it over; `adopt: true` takes it back, `pulumi state delete` removes it from the state.",
    example: "Pool c--web: belonged to this stack and now has the owner mark shop:other/prod/c",
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
      "The run would take away what is served. A large part of the objects would be deleted or lose its servers. Or the specs lack an input of something that is served, such as a Secret. Or a fault in the specs takes a route away.",
    remedy:
      "Add what is missing in the specs. If you want this, set `allowMassDelete: true` for one run. It is an argument of the component, and so is `allowLoss`, which lets go of single routes or objects: docs/preview.md#what-would-disappear.",
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
  LB2070: {
    meaning: "The setting and the connection have different tenants.",
    remedy: "Set the tenant in one place, or the same one in both: the setting `tenant` of the component, `avi:tenant`, or AVI_TENANT.",
    example: 'settings /tenant: the setting says tenant "east", the environment variable AVI_TENANT says "team"',
    grpc: GRPC.invalidArgument,
  },
  ...OCTAVIA_CODES,
  ...PREFLIGHT_CODES,
  ...MIZAR_KIND_CODES,
  ...KUBERNETES_CODES,
} satisfies Record<string, CodeEntry>;

/** A code of {@link CODES}. */
export type Code = keyof typeof CODES;

const TABLE: { readonly [code: string]: CodeEntry } = CODES;

/** The consequence of an error of this code, absent where nothing is decided by it or the code is of another table. */
export const failureEffectOf = (code: string): FailureEffect | undefined => (Object.hasOwn(TABLE, code) ? TABLE[code]?.effect : undefined);
