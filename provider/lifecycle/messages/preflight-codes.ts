// The error codes of checks before the first write of a run and after the last one; part of `CODES`.

import { type CodeEntry, GRPC } from "./cluster-codes";

/** Error codes of checks before the first write of a run, and after the last one. */
export const PREFLIGHT_CODES = {
  LB2071: {
    meaning: "The plan exceeds a limit or a quota.",
    remedy:
      "Request a larger quota, distribute the specs over more clusters or projects, or delete what is not needed (`k8s-lb limits`, `k8s-lb orphans`).",
    example: "servers_per_pool is 400, and c1--web needs 401",
    effect: "no room",
    grpc: GRPC.failedPrecondition,
  },
  LB2072: {
    meaning: "A limit or a quota is nearly reached.",
    remedy: "`k8s-lb limits` shows what is left of each.",
    example: "0 of 5000 virtualservice are in use, 5000 left, and the plan adds 4900",
    grpc: GRPC.failedPrecondition,
  },
  LB2073: {
    meaning: "A network or subnet has fewer free addresses than the plan needs.",
    remedy: "Enlarge its ranges, release addresses, or use another network.",
    example: "subnet public has 3 free addresses, and the plan needs 4 more, Service default/web among others",
    effect: "no address",
    grpc: GRPC.failedPrecondition,
  },
  LB2074: {
    meaning: "The plan refers to an object outside the plan that does not exist.",
    remedy: "Create it, or correct its name in the setting or annotation.",
    example: "network Default-Cloud-vip-netwrk does not exist; Service/shop/web needs it; did you mean Default-Cloud-vip-network?",
    grpc: GRPC.failedPrecondition,
  },
  LB2075: {
    meaning: "The account lacks a right.",
    remedy: "Give its role the named right, or set `preflight: false` if the account must not see everything that is checked.",
    example:
      "objects of type healthmonitor could not be checked: User 'ci' is not authorized to read on resource HealthMonitor in tenant admin",
    grpc: GRPC.permissionDenied,
  },
  LB2076: {
    meaning: "A certificate has expired, or will soon.",
    remedy: "Renew it and update the Secret.",
    example: "the certificate of Secret shop/tls (a.com, b.com) expires on 2026-12-10, in 12 days",
    grpc: GRPC.failedPrecondition,
  },
  LB2077: {
    meaning: "The certificates of a chain are not in order, or do not belong together.",
    remedy: "Put the server's certificate first, then the issuer of each.",
    example: "the certificate of Secret shop/tls (a.com, b.com): certificate 1 of its chain was not issued by X, which follows it",
    grpc: GRPC.failedPrecondition,
  },
  LB2078: {
    meaning: "A configuration key is set that nothing reads.",
    remedy: "Correct the key, or remove it with `pulumi config rm`.",
    example: "avi:colour is set and not read, avi:tenat is set and not read (did you mean avi:tenant?)",
    grpc: GRPC.invalidArgument,
  },
  LB2079: {
    meaning: "The server does not answer at the moment, so the preview could not check anything on it.",
    remedy: "Run the command again later; `up` fails as long as the server does not answer.",
    example: "https://avi.example.com: Service Unavailable (LB2014): the preview could not check anything there",
    grpc: GRPC.unavailable,
  },
  LB2080: {
    meaning: "An object takes requests from one of another namespace. The warning is on both.",
    remedy: "If that is not meant, change host or path of the object that takes them.",
    example: "Ingress team6/grab: it takes http://shop.example.com/api/v1/... from Ingress team0/shop /api, which is of another namespace",
    grpc: GRPC.failedPrecondition,
  },
  LB2085: {
    meaning: "A route has no server up at the end of a run.",
    remedy: "`k8s-lb status` shows the servers of each route and the reason for those that are down. The run has succeeded.",
    example: "Ingress default/shop: no server up for http://shop.example.com/cart after 29 s; 10.0.0.3:8080 down: GET / answered 503",
    grpc: GRPC.failedPrecondition,
  },
} satisfies Record<string, CodeEntry>;
