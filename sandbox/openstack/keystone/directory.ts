import { createHash } from "node:crypto";

export interface User {
  name: string;
  /** The password is the name. */
  project: string;
  roles: string[];
}

/** Who there is, as in the start script of the real servers: each user has one project. */
const USERS: User[] = [
  { name: "admin", project: "admin", roles: ["admin", "manager", "member", "reader"] },
  { name: "demo", project: "demo", roles: ["member", "creator", "reader", "load-balancer_member"] },
  { name: "other", project: "other", roles: ["member", "creator", "reader", "load-balancer_member"] },
  { name: "observer", project: "demo", roles: ["reader", "load-balancer_observer"] },
];

export const DOMAIN = { id: "default", name: "Default" };
export const REGION = "RegionOne";

/** The same id for the same thing in every sandbox, so that a stack made yesterday finds its project again. */
export function idOf(what: string, name: string): string {
  return createHash("sha256").update(`${what}/${name}`).digest("hex").slice(0, 32);
}

export const projectId = (name: string): string => idOf("project", name);
export const userId = (name: string): string => idOf("user", name);

/** How requests name things: by id, or by name within a domain. */
export interface Named {
  id?: unknown;
  name?: unknown;
  domain?: unknown;
}

/** A user by name in the default domain, or by id. */
export function findUser(given: Named): User | undefined {
  if (given.id !== undefined) return USERS.find((user) => userId(user.name) === given.id);
  return inDefaultDomain(given) ? USERS.find((user) => user.name === given.name) : undefined;
}

export const PROJECTS: readonly string[] = [...new Set(USERS.map((user) => user.project))];

/** The name of a project that is given by id or by name. */
export function findProject(given: Named): string | undefined {
  const names = PROJECTS;
  if (given.id !== undefined) return names.find((name) => projectId(name) === given.id);
  return inDefaultDomain(given) ? names.find((name) => name === given.name) : undefined;
}

function inDefaultDomain({ domain }: Named): boolean {
  if (domain === undefined) return true;
  const { id, name } = domain as { id?: unknown; name?: unknown };
  return id === undefined ? String(name).toLowerCase() === DOMAIN.name.toLowerCase() : id === DOMAIN.id;
}
