// Types and names that all handlers share.
import { type HttpRequest, type HttpResponse, json } from "../shared/http";
import type { Json, JsonObject } from "../shared/json";
import { queryOf } from "../shared/list";
import { type BodyShape, type DataType, type GivenBody, readBody } from "./body";
import { ApiError, forbidden, notFound } from "./errors";
import { type ListRequest, type Paging, page, readPaging, selected } from "./list";
import type { OctaviaService } from "./service";
import type { Administered, OctaviaKind, OctaviaRow } from "./store";

/** Names of kinds in texts of the API. */
export const RESOURCE: { [kind in OctaviaKind]: string } = {
  loadbalancer: "Load Balancer",
  listener: "Listener",
  pool: "Pool",
  member: "Member",
  healthmonitor: "Health Monitor",
  l7policy: "L7 Policy",
  l7rule: "L7 Rule",
  quota: "Quotas",
  flavor: "Flavor",
  flavorprofile: "Flavor Profile",
  availabilityzone: "Availability Zone",
  availabilityzoneprofile: "Availability Zone Profile",
};

export type ViewedKind = Exclude<OctaviaKind, Administered>;

/** One request on its way through a handler. */
export class LbaasRequest {
  readonly query: URLSearchParams;
  /** Undefined for writes, which do not look at it. */
  readonly paging: Paging | undefined;

  constructor(
    readonly octavia: OctaviaService,
    readonly caller: OctaviaCaller,
    private readonly request: HttpRequest,
    private readonly url: string,
  ) {
    this.query = queryOf(request);
    this.paging = request.method === "GET" ? readPaging(this.query) : undefined;
  }

  /** The body of a write. */
  body(argument: string, root: string, type: DataType): GivenBody {
    return this.listBody(argument, root, type) as GivenBody;
  }

  /** The body of a write that takes a list. Other query parameters than these are refused. */
  listBody(argument: string, root: string, type: DataType, parameters: string[] = []): Json | undefined {
    this.noParameters(parameters);
    const shape: BodyShape = { argument, root, type };
    return readBody(shape, this.request.body, this.request.headers["content-type"] ?? "");
  }

  noParameters(except: string[] = []): void {
    const unknown = [...new Set(this.query.keys())].filter((key) => !except.includes(key));
    if (unknown.length > 0) throw new ApiError(400, `Unknown argument: "${unknown.join(", ")}"`);
  }

  /** A row that must be there; a load balancer in state DELETED is not. */
  need(kind: OctaviaKind, id: string): OctaviaRow {
    const row = this.octavia.store.get(kind, id);
    if (!row || row.provisioning_status === "DELETED") throw notFound(RESOURCE[kind], id);
    return row;
  }

  /** The load balancer of a new child; one in state DELETED is still found here, and refused as immutable later. */
  parent(id: string): OctaviaRow {
    const row = this.octavia.store.get("loadbalancer", id);
    if (!row) throw notFound("Load Balancer", id);
    return row;
  }

  one(root: string, view: JsonObject): HttpResponse {
    return json(200, { [root]: selected(view, this.query) });
  }

  /** A row that the caller may see. */
  show(kind: ViewedKind, id: string): HttpResponse {
    const row = this.need(kind, id);
    mayRead(this.caller, String(row.project_id));
    return this.one(kind, this.octavia.views[kind](row));
  }

  /** A list of what the caller may see. */
  showAll(kind: ViewedKind, plural: string): HttpResponse {
    const project = listedProject(this.caller, this.query.get("project_id") ?? undefined);
    const all = this.octavia.store.list(kind).filter((row) => row.provisioning_status !== "DELETED");
    const rows = kind === "pool" ? all.map((row) => ({ ...row, healthmonitor_id: this.octavia.tree.monitor(row.id)?.id ?? null })) : all;
    const projectRows = project === undefined ? rows : rows.filter((row) => row.project_id === project);
    return this.list(kind, plural, projectRows, (row) => this.octavia.views[kind](row));
  }

  list(
    kind: OctaviaKind,
    plural: string,
    rows: OctaviaRow[],
    view: (row: OctaviaRow) => JsonObject,
    links = `${plural}_links`,
  ): HttpResponse {
    const request: ListRequest = { query: this.query, paging: this.paging as Paging, url: this.url };
    const resultPage = page(kind, rows, request);
    return json(200, { [plural]: resultPage.rows.map((row) => selected(view(row), this.query)), [links]: resultPage.links });
  }
}

/** Success with nothing to say, and not even a content type. */
export const nothing = (status: number): HttpResponse => ({ status, headers: {}, body: "" });

/** Project and roles of the sender of a request. */
export interface OctaviaCaller {
  projectId: string | undefined;
  roles: string[];
}

const has = (caller: OctaviaCaller, ...roles: string[]): boolean => roles.some((role) => caller.roles.includes(role));

const isAdmin = (caller: OctaviaCaller): boolean => has(caller, "admin", "load-balancer_admin");

const seesAll = (caller: OctaviaCaller): boolean => isAdmin(caller) || has(caller, "load-balancer_global_observer");

const owns = (caller: OctaviaCaller, project: string | undefined): boolean => project !== undefined && caller.projectId === project;

export function mayRead(caller: OctaviaCaller, project: string | undefined): void {
  if (seesAll(caller)) return;
  if (!owns(caller, project) || !has(caller, "load-balancer_observer", "load-balancer_member")) throw forbidden();
}

export function mayWrite(caller: OctaviaCaller, project: string | undefined): void {
  if (isAdmin(caller)) return;
  if (!owns(caller, project) || !has(caller, "load-balancer_member")) throw forbidden();
}

export function mustBeAdmin(caller: OctaviaCaller): void {
  if (!isAdmin(caller)) throw forbidden();
}

export function mayReadQuota(caller: OctaviaCaller, project: string | undefined): void {
  if (!has(caller, "load-balancer_quota_admin")) mayRead(caller, project);
}

export function mayWriteQuota(caller: OctaviaCaller): void {
  if (!has(caller, "load-balancer_quota_admin")) mustBeAdmin(caller);
}

/** The project that a list is narrowed to; undefined for those who see all of them. */
export function listedProject(caller: OctaviaCaller, projectId: string | undefined): string | undefined {
  if (seesAll(caller)) return projectId;
  const project = projectId ?? caller.projectId;
  if (project === undefined) throw forbidden();
  mayRead(caller, project);
  return project;
}

/** The project of a new load balancer. */
export function projectOf(caller: OctaviaCaller, projectId: string | undefined): string {
  const project = projectId || caller.projectId;
  if (project) return project;
  throw new ApiError(
    400,
    "Validation failure: Missing project ID in request where one is required. An administrator should check the keystone settings in the Octavia configuration.",
  );
}
