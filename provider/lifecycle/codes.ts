import { type CodeEntry, GRPC, KUBERNETES_CODES, MIZAR_KIND_CODES } from "./cluster-codes";

/** Every error of the provider side. Codes are stable: never reused, never renumbered. */
export const CODES = {
  LB2000: {
    meaning: "An error the provider did not expect.",
    remedy: "Run the command again; if it stays, report it with the text of the error.",
    grpc: GRPC.internal,
  },
  LB2001: {
    meaning: "The connection to the load balancer is not configured.",
    remedy: "Set the named configuration keys of the stack, or the environment variables.",
    grpc: GRPC.failedPrecondition,
  },
  LB2002: {
    meaning: "A configuration value cannot be used.",
    remedy: "Correct the value of the named key.",
    grpc: GRPC.invalidArgument,
  },
  LB2003: {
    meaning: "An object of this name exists and belongs to somebody else.",
    remedy: "Choose another name, remove the object, or set `adopt: true` to take it over.",
    grpc: GRPC.alreadyExists,
  },
  LB2004: {
    meaning: "An object of ours carries somebody else's mark now.",
    remedy: "Find out who took it over; `adopt: true` takes it back, `pulumi state delete` gives it up.",
    grpc: GRPC.failedPrecondition,
  },
  LB2005: {
    meaning: "An object cannot be deleted because others still refer to it.",
    remedy:
      "Remove the named objects, or their reference, first. `k8s-lb adopt --sweep` lists what another controller left behind, in the order in which it can be deleted.",
    grpc: GRPC.failedPrecondition,
  },
  LB2006: {
    meaning: "The load balancer refused the credentials.",
    remedy: "Check user, password or token. Logins stop for half a minute after a refusal so that the account is not locked.",
    grpc: GRPC.unauthenticated,
  },
  LB2007: {
    meaning: "The load balancer cannot be reached, or the connection broke.",
    remedy: "Check address, network, and the certificate authority; then run the command again.",
    grpc: GRPC.unavailable,
  },
  LB2008: {
    meaning: "The load balancer refused a request.",
    remedy: "The message is the server's own; correct the object it names.",
    grpc: GRPC.invalidArgument,
  },
  LB2009: {
    meaning: "The tenant does not exist.",
    remedy: "Create the tenant or correct `tenant`.",
    grpc: GRPC.failedPrecondition,
  },
  LB2010: {
    meaning: "The user may not do this.",
    remedy: "Give the user's role write access to the named type in this tenant.",
    grpc: GRPC.permissionDenied,
  },
  LB2011: {
    meaning: "An object kept changing while we wrote it.",
    remedy:
      "Something else writes the same object at the same time, such as a controller that still runs for this cluster or another `pulumi up`: stop it first.",
    grpc: GRPC.aborted,
  },
  LB2012: {
    meaning: "A name is still reserved after its object was deleted.",
    remedy: "The server frees names some time after a delete: run the command again later.",
    grpc: GRPC.aborted,
  },
  LB2013: {
    meaning: "No address was allocated in time.",
    remedy: "Check the free addresses of the network; the next run goes on waiting.",
    grpc: GRPC.deadlineExceeded,
  },
  LB2014: {
    meaning: "The load balancer is too busy, starting, or being upgraded.",
    remedy: "Wait until it is up, then run the command again; lower `rateLimit` if it answers HTTP 429.",
    grpc: GRPC.unavailable,
  },
  LB2015: {
    meaning: "The load balancer's answer is not one of its API.",
    remedy: "Check that the address is the load balancer's and no proxy answers in its place.",
    grpc: GRPC.unavailable,
  },
  LB2016: {
    meaning: "The inputs of a resource are not complete.",
    remedy: "Correct the named field.",
    grpc: GRPC.invalidArgument,
  },
  LB2017: {
    meaning: "A large part of what is managed would vanish or lose its servers at once, or something would because an input is missing.",
    remedy: "Give the specs what they lack. If this is meant, set `allowMassDelete: true` for one run.",
    grpc: GRPC.failedPrecondition,
  },
  LB2018: {
    meaning: "Several objects carry this name.",
    remedy: "Name the cloud, with `cloud_ref` in the body or `cloud` in the configuration.",
    grpc: GRPC.failedPrecondition,
  },
  LB2019: {
    meaning: "A field or an API version is newer than the controller.",
    remedy: "Leave the field out, or correct `version`.",
    grpc: GRPC.failedPrecondition,
  },
  LB2020: {
    meaning: "The object to write into, which others own, does not exist.",
    remedy: "Create it first, or correct its name.",
    grpc: GRPC.notFound,
  },
  LB2021: {
    meaning: "The identity of a resource cannot be read.",
    remedy: "Use the form of id that the documentation of the class names.",
    grpc: GRPC.invalidArgument,
  },
  LB2022: {
    meaning: "The state was written by a release that knows more kinds than this one.",
    remedy: "Install the newer release of pulumi-k8s-lb.",
    grpc: GRPC.failedPrecondition,
  },
  LB2030: {
    meaning: "The load balancer is busy with another change.",
    remedy: "Another program changes the same load balancer: run the command again when it is ACTIVE.",
    grpc: GRPC.aborted,
  },
  LB2031: {
    meaning: "The load balancer is in ERROR and takes no changes.",
    remedy: "Let an administrator fail it over, or replace it: `pulumi up --replace URN`.",
    grpc: GRPC.failedPrecondition,
  },
  LB2032: {
    meaning: "An object with this identity exists already.",
    remedy: "Remove the object in its way, or take it over with `adopt: true`.",
    grpc: GRPC.alreadyExists,
  },
  LB2033: {
    meaning: "An object that is needed does not exist.",
    remedy: "Correct its name or id, or create it first.",
    grpc: GRPC.notFound,
  },
  LB2034: {
    meaning: "The quota of the project is used up.",
    remedy: "Delete what is not needed any more (`k8s-lb orphans` lists leftovers), or ask for a larger quota.",
    grpc: GRPC.failedPrecondition,
  },
  LB2035: {
    meaning: "A request is larger than the server takes.",
    remedy: "Split the load balancer, or let the administrator raise the limit of the request size.",
    grpc: GRPC.invalidArgument,
  },
  LB2036: {
    meaning: "The driver of the load balancer cannot do this.",
    remedy: "Leave the named field out, or choose another `provider`.",
    grpc: GRPC.failedPrecondition,
  },
  LB2037: {
    meaning: "The service catalog of OpenStack has no endpoint for a service.",
    remedy: "Correct region or endpoint type, or set the address of the service in the configuration.",
    grpc: GRPC.failedPrecondition,
  },
  LB2038: {
    meaning: "The server's API is too old.",
    remedy: "Leave the named field out, or have the server upgraded.",
    grpc: GRPC.failedPrecondition,
  },
  LB2039: {
    meaning: "clouds.yaml cannot be used.",
    remedy: "Correct the file, or the name of the cloud (`OS_CLOUD`).",
    grpc: GRPC.failedPrecondition,
  },
  LB2040: {
    meaning: "The token belongs to no project.",
    remedy: "Set `openstack:tenantName` (`OS_PROJECT_NAME`) or `openstack:tenantId` (`OS_PROJECT_ID`).",
    grpc: GRPC.failedPrecondition,
  },
  LB2045: {
    meaning: "A load balancer, or an object below it, fell into ERROR.",
    remedy:
      "Run the command again: a load balancer of ours in ERROR is deleted and made anew. Why it failed stands in the log of Octavia's worker.",
    grpc: GRPC.failedPrecondition,
  },
  LB2046: {
    meaning: "A load balancer was not ACTIVE in time.",
    remedy: "Run the command again: it goes on waiting. `octavia:waitTimeout` is the bound in seconds.",
    grpc: GRPC.deadlineExceeded,
  },
  LB2047: {
    meaning: "A port of a shared load balancer belongs to another service.",
    remedy: "Use another port, or another load balancer.",
    grpc: GRPC.alreadyExists,
  },
  LB2048: {
    meaning: "Objects of an ACTIVE load balancer stay unfinished.",
    remedy: "Set `serial: true`: this provider cannot make a load balancer with everything below in one call.",
    grpc: GRPC.failedPrecondition,
  },
  LB2049: {
    meaning: "Several load balancers of ours carry this name.",
    remedy: "Delete those that are not needed, by their ids.",
    grpc: GRPC.failedPrecondition,
  },
  LB2050: {
    meaning: "The floating IP is not available.",
    remedy: "Free the named address, name another one, or correct network and subnet.",
    grpc: GRPC.failedPrecondition,
  },
  LB2051: {
    meaning: "A load balancer cannot be adopted: an immutable field differs.",
    remedy: "Declare the named field as it is, or delete that load balancer.",
    grpc: GRPC.failedPrecondition,
  },
  LB2052: {
    meaning: "A load balancer was not found: the credentials are for another project than the one it is in.",
    remedy: "Connect to the project that the message names; `pulumi state delete` gives the load balancer up.",
    grpc: GRPC.failedPrecondition,
  },
  LB2053: {
    meaning: "Objects with the mark of a new component exist already: another state manages them, or a state was lost.",
    remedy:
      "Use the state that manages them (a second clone of the program: `pulumi login` to the same backend), or give stack or component another name: two states of one name delete each other's objects. If a state was lost, `adopt: true` for one run takes them over; `k8s-lb orphans` lists them. A component that was moved in the program needs `aliases`.",
    grpc: GRPC.alreadyExists,
  },
  LB2054: {
    meaning: "Objects with the names of a new component exist already and carry the mark of another component or stack.",
    remedy:
      "If the component was renamed, `aliases` keeps its objects and their state; if cluster or stack were, set `adopt: true` for one run; else choose names that nobody has.",
    grpc: GRPC.alreadyExists,
  },
  LB2055: {
    meaning: "A run adopts, objects of the cluster exist, and none of the plan is among them.",
    remedy:
      "Check `clusterName`, `naming` and the tenant: `k8s-lb adopt` compares. Without `adopt` the plan is made beside them, at new addresses.",
    grpc: GRPC.failedPrecondition,
  },
  LB2056: {
    meaning: "A run adopts, and what exists is of another generation of AKO than the plan.",
    remedy:
      "Set `naming` as the message says; else part of it is made anew, and what AKO made stays beside it until it is swept (`k8s-lb adopt --sweep`).",
    grpc: GRPC.failedPrecondition,
  },
  LB2057: {
    meaning: "A part of a load balancer cannot be deleted because others use it.",
    remedy: "Remove what they have there first, or keep the part that the message names.",
    grpc: GRPC.failedPrecondition,
  },
  LB2066: {
    meaning: "The address of a load balancer is taken by a port that a refused create left behind.",
    remedy: "Delete the port that the message names: `openstack port delete ID`.",
    grpc: GRPC.alreadyExists,
  },
  LB2070: {
    meaning: "Setting and connection name different tenants.",
    remedy: "Name the tenant in one place, or the same in both: the setting `tenant` of the component, `avi:tenant`, or AVI_TENANT.",
    grpc: GRPC.invalidArgument,
  },
  LB2071: {
    meaning: "The plan needs more than a limit or a quota leaves.",
    remedy:
      "Ask for a larger one, spread the specs over more clusters or projects, or delete what is not needed (`k8s-lb limits`, `k8s-lb orphans`).",
    grpc: GRPC.failedPrecondition,
  },
  LB2072: {
    meaning: "A limit or a quota is nearly reached.",
    remedy: "`k8s-lb limits` shows how much is left of each.",
    grpc: GRPC.failedPrecondition,
  },
  LB2073: {
    meaning: "A network or subnet has fewer free addresses than the plan needs.",
    remedy: "Enlarge its ranges, free addresses, or name another network.",
    grpc: GRPC.failedPrecondition,
  },
  LB2074: {
    meaning: "The plan refers to an object of others that does not exist.",
    remedy: "Create it, or correct its name in the setting or annotation.",
    grpc: GRPC.failedPrecondition,
  },
  LB2075: {
    meaning: "The account lacks a right.",
    remedy: "Give its role the named right, or set `preflight: false` where it needs to see less than is looked at.",
    grpc: GRPC.permissionDenied,
  },
  LB2076: {
    meaning: "A certificate has expired, or will soon.",
    remedy: "Renew it and put it into the Secret.",
    grpc: GRPC.failedPrecondition,
  },
  LB2077: {
    meaning: "The certificates of a chain are not in order, or do not belong together.",
    remedy: "Put the server's certificate first, then each one's issuer.",
    grpc: GRPC.failedPrecondition,
  },
  ...MIZAR_KIND_CODES,
  ...KUBERNETES_CODES,
} satisfies Record<string, CodeEntry>;

/** A code of {@link CODES}. */
export type Code = keyof typeof CODES;
