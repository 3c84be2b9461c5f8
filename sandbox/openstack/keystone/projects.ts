import { type HttpResponse, json } from "../../shared/http";
import { DOMAIN, findProject, PROJECTS, projectId } from "./directory";
import { KeystoneError } from "./errors";
import type { Keystone, Token } from "./service";

/** What clients turn a project's name into its id with. Administrators see all, others their own by id. */
export function listProjects(keystone: Keystone, { roles }: Token, written: string): HttpResponse {
  if (!roles.includes("admin")) throw forbidden("identity:list_projects");
  const [, asked] = written.split("?");
  const query = new URLSearchParams(asked);
  const [name, domain] = [query.get("name"), query.get("domain_id")];
  const found = PROJECTS.filter((project) => (name === null || project === name) && (domain === null || domain === DOMAIN.id));
  return answer(keystone, found, asked === undefined ? "projects" : `projects?${asked}`);
}

export function showProject(keystone: Keystone, { roles, project: own }: Token, id: string): HttpResponse {
  const project = findProject({ id });
  const mayRead = roles.includes("admin") || (project !== undefined && project === own);
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
