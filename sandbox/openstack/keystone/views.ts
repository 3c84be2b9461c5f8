import { DOMAIN, idOf, projectId, REGION, userId } from "./directory";
import type { Endpoints, Keystone, Token } from "./service";

const NAMES: { [type in keyof Endpoints]: string } = {
  identity: "keystone",
  "load-balancer": "octavia",
  "key-manager": "barbican",
  network: "neutron",
};

const moment = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}.000000Z`;

const roleOf = (name: string): { id: string; name: string } => ({ id: idOf("role", name), name });

/** The answer about a token; projects, roles and the catalog are only in one with a scope. */
export function tokenView(keystone: Keystone, token: Token, withCatalog: boolean): object {
  const { user, project, roles } = token;
  const scope = project
    ? {
        project: { domain: DOMAIN, id: projectId(project), name: project },
        is_domain: false,
        roles: roles.map(roleOf),
        ...(withCatalog ? { catalog: catalog(keystone) } : {}),
      }
    : {};
  return {
    methods: token.methods,
    user: { domain: DOMAIN, id: userId(user), name: user, password_expires_at: null },
    audit_ids: token.audit,
    expires_at: moment(token.expiresAt),
    issued_at: moment(token.issuedAt),
    ...scope,
  };
}

export function catalog({ endpoints, authUrl }: Keystone): object[] {
  return (Object.keys(NAMES) as (keyof Endpoints)[]).map((type) => ({
    endpoints: ["public", "internal", "admin"].map((side) => ({
      id: idOf("endpoint", `${type}/${side}`),
      interface: side,
      region_id: REGION,
      url: type === "identity" ? authUrl : endpoints[type],
      region: REGION,
    })),
    id: idOf("service", type),
    type,
    name: NAMES[type],
  }));
}

export function versionView(base: string): object {
  return {
    id: "v3.14",
    status: "stable",
    updated: "2020-04-07T00:00:00Z",
    links: [{ rel: "self", href: `${base}/v3/` }],
    "media-types": [{ base: "application/json", type: "application/vnd.openstack.identity-v3+json" }],
  };
}
