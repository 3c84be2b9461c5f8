import { ApiError, forbidden } from "./errors";

/** Whose request it is. */
export interface Caller {
  projectId: string | undefined;
  roles: string[];
}

const has = (caller: Caller, ...roles: string[]): boolean => roles.some((role) => caller.roles.includes(role));

const isAdmin = (caller: Caller): boolean => has(caller, "admin", "load-balancer_admin");

const seesAll = (caller: Caller): boolean => isAdmin(caller) || has(caller, "load-balancer_global_observer");

const owns = (caller: Caller, project: string | undefined): boolean => project !== undefined && caller.projectId === project;

export function mayRead(caller: Caller, project: string | undefined): void {
  if (seesAll(caller)) return;
  if (!owns(caller, project) || !has(caller, "load-balancer_observer", "load-balancer_member")) throw forbidden();
}

export function mayWrite(caller: Caller, project: string | undefined): void {
  if (isAdmin(caller)) return;
  if (!owns(caller, project) || !has(caller, "load-balancer_member")) throw forbidden();
}

export function mustBeAdmin(caller: Caller): void {
  if (!isAdmin(caller)) throw forbidden();
}

export function mayReadQuota(caller: Caller, project: string | undefined): void {
  if (!has(caller, "load-balancer_quota_admin")) mayRead(caller, project);
}

export function mayWriteQuota(caller: Caller): void {
  if (!has(caller, "load-balancer_quota_admin")) mustBeAdmin(caller);
}

/** The project that a list is narrowed to; undefined for those who see all of them. */
export function listedProject(caller: Caller, wanted: string | undefined): string | undefined {
  if (seesAll(caller)) return wanted;
  const project = wanted ?? caller.projectId;
  if (project === undefined) throw forbidden();
  mayRead(caller, project);
  return project;
}

/** The project of a new load balancer. */
export function projectOf(caller: Caller, wanted: string | undefined): string {
  const project = wanted || caller.projectId;
  if (project) return project;
  throw new ApiError(
    400,
    "Validation failure: Missing project ID in request where one is required. An administrator should check the keystone settings in the Octavia configuration.",
  );
}
