// The least rights of a stack in OpenStack, as access rules.

/** One access rule of an application credential, as `openstack application credential create --access-rules` takes it. */
export interface AccessRule {
  service: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
}

const READ = ["GET"] as const;
const OWNED = ["GET", "POST", "PUT", "DELETE"] as const;
const MADE = ["GET", "POST", "DELETE"] as const;

type Paths = { readonly [path: string]: readonly AccessRule["method"][] };

/** By type of service, as the catalogue names it: what is asked at which path. `*` means one id. */
const ASKED: { readonly [service: string]: Paths } = {
  "load-balancer": {
    "/": READ,
    ...Object.fromEntries(
      ["loadbalancers", "listeners", "pools", "healthmonitors", "l7policies"].flatMap((type) => [
        [`/v2/lbaas/${type}`, ["GET", "POST"]],
        [`/v2/lbaas/${type}/*`, ["GET", "PUT", "DELETE"]],
      ]),
    ),
    "/v2/lbaas/loadbalancers/*/status": READ,
    "/v2/lbaas/pools/*/members": ["GET", "POST", "PUT"],
    "/v2/lbaas/pools/*/members/*": OWNED,
    "/v2/lbaas/l7policies/*/rules": ["GET", "POST"],
    "/v2/lbaas/l7policies/*/rules/*": OWNED,
    "/v2/lbaas/providers": READ,
    "/v2/lbaas/flavors": READ,
    "/v2/lbaas/availabilityzones": READ,
    "/v2/lbaas/quotas/*": READ,
  },
  network: {
    "/v2.0/subnets": READ,
    "/v2.0/networks": READ,
    "/v2.0/network-ip-availabilities/*": READ,
    "/v2.0/ports": READ,
    "/v2.0/ports/*": ["GET", "PUT"],
    "/v2.0/floatingips": ["GET", "POST"],
    "/v2.0/floatingips/*": ["GET", "PUT", "DELETE"],
    "/v2.0/floatingips/*/tags": ["PUT"],
    "/v2.0/security-groups": ["GET", "POST"],
    "/v2.0/security-groups/*": ["GET", "PUT", "DELETE"],
    "/v2.0/security-groups/*/tags": ["PUT"],
    "/v2.0/security-group-rules": ["GET", "POST"],
    "/v2.0/security-group-rules/*": MADE,
    "/v2.0/quotas/*": READ,
    "/v2.0/quotas/*/details.json": READ,
  },
  "key-manager": {
    "/v1/containers": ["GET", "POST"],
    "/v1/containers/*": ["GET", "DELETE"],
    "/v1/secrets": ["GET", "POST"],
    "/v1/secrets/*": ["GET", "DELETE"],
    "/v1/secrets/*/metadata": ["GET", "PUT"],
    "/v1/secrets/*/payload": READ,
  },
};

/** The least that a stack on Octavia asks of OpenStack: load balancers, what belongs to their addresses, and certificates. */
export function leastAccessRules(): AccessRule[] {
  return Object.entries(ASKED).flatMap(([service, paths]) =>
    Object.entries(paths).flatMap(([path, methods]) => methods.map((method) => ({ service, method, path }))),
  );
}
