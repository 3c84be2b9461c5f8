// Users, projects, roles and the service catalogue.
import { createHash } from "node:crypto";
import { type HttpResponse, json } from "../shared/http";
import { type Keystone, KeystoneError, type KeystoneToken, type ServiceEndpoints } from "./keystone";

export interface KeystoneUser {
  name: string;
  /** The password is the name. */
  project: string;
  roles: string[];
}

/** Users, as in the start script of the real servers: each has one project. */
const USERS: KeystoneUser[] = [
  { name: "admin", project: "admin", roles: ["admin", "manager", "member", "reader"] },
  { name: "demo", project: "demo", roles: ["member", "creator", "reader", "load-balancer_member"] },
  { name: "other", project: "other", roles: ["member", "creator", "reader", "load-balancer_member"] },
  { name: "observer", project: "demo", roles: ["reader", "load-balancer_observer"] },
];

export const DOMAIN = { id: "default", name: "Default" };
export const REGION = "RegionOne";

/** Ids are the same in every sandbox, so that an existing stack finds its project again. */
export function idOf(what: string, name: string): string {
  return createHash("sha256").update(`${what}/${name}`).digest("hex").slice(0, 32);
}

export const projectId = (name: string): string => idOf("project", name);
export const userId = (name: string): string => idOf("user", name);

/** Reference to an object in a request: by id, or by name within a domain. */
export interface DirectoryEntry {
  id?: unknown;
  name?: unknown;
  domain?: unknown;
}

/** A user by name in the default domain, or by id. */
export function findUser(entry: DirectoryEntry): KeystoneUser | undefined {
  if (entry.id !== undefined) return USERS.find((user) => userId(user.name) === entry.id);
  return inDefaultDomain(entry) ? USERS.find((user) => user.name === entry.name) : undefined;
}

const PROJECTS: readonly string[] = [...new Set(USERS.map((user) => user.project))];

/** The name of a project that is given by id or by name. */
export function findProject(entry: DirectoryEntry): string | undefined {
  const names = PROJECTS;
  if (entry.id !== undefined) return names.find((name) => projectId(name) === entry.id);
  return inDefaultDomain(entry) ? names.find((name) => name === entry.name) : undefined;
}

function inDefaultDomain({ domain }: DirectoryEntry): boolean {
  if (domain === undefined) return true;
  const { id, name } = domain as { id?: unknown; name?: unknown };
  return id === undefined ? String(name).toLowerCase() === DOMAIN.name.toLowerCase() : id === DOMAIN.id;
}

const NAMES: { [type in keyof ServiceEndpoints]: string } = {
  identity: "keystone",
  "load-balancer": "octavia",
  "key-manager": "barbican",
  network: "neutron",
};

const moment = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}.000000Z`;

const roleOf = (name: string): { id: string; name: string } => ({ id: idOf("role", name), name });

/** The answer about a token; projects, roles and the catalog are only in one with a scope. */
export function tokenView(keystone: Keystone, token: KeystoneToken, withCatalog: boolean): object {
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
  return (Object.keys(NAMES) as (keyof ServiceEndpoints)[]).map((type) => ({
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

/** Lists projects, with which clients find the id of a project's name. Administrators see all, others their own by id. */
export function listProjects(keystone: Keystone, { roles }: KeystoneToken, written: string): HttpResponse {
  if (!roles.includes("admin")) throw forbidden("identity:list_projects");
  const [, queryText] = written.split("?");
  const query = new URLSearchParams(queryText);
  const [name, domain] = [query.get("name"), query.get("domain_id")];
  const projects = PROJECTS.filter((project) => (name === null || project === name) && (domain === null || domain === DOMAIN.id));
  return answer(keystone, projects, queryText === undefined ? "projects" : `projects?${queryText}`);
}

export function showProject(keystone: Keystone, { roles, project: ownProject }: KeystoneToken, id: string): HttpResponse {
  const project = findProject({ id });
  const mayRead = roles.includes("admin") || (project !== undefined && project === ownProject);
  if (!mayRead) throw forbidden("identity:get_project");
  if (project === undefined) throw new KeystoneError(404, `Could not find project: ${id}.`);
  return json(200, { project: view(keystone, project) });
}

/** The one project of a user. */
export const projectsOf = (keystone: Keystone, project: string): HttpResponse => answer(keystone, [project], "auth/projects");

const answer = (keystone: Keystone, projects: readonly string[], path: string): HttpResponse =>
  json(200, {
    projects: projects.map((project) => view(keystone, project)),
    links: { next: null, self: `${keystone.authUrl}/${path}`, previous: null },
  });

function view({ authUrl }: Keystone, name: string): object {
  const id = projectId(name);
  return {
    ...{ id, name, domain_id: DOMAIN.id, description: "", enabled: true, parent_id: DOMAIN.id, is_domain: false, tags: [], options: {} },
    links: { self: `${authUrl}/projects/${id}` },
  };
}

const forbidden = (action: string): KeystoneError =>
  new KeystoneError(403, `You are not authorized to perform the requested action: ${action}.`);
