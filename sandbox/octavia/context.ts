import { type HttpRequest, type HttpResponse, json } from "../shared/http";
import type { Json, JsonObject } from "../shared/json";
import { type Caller, listedProject } from "./caller";
import { ApiError, notFound } from "./errors";
import { type ListRequest, page, selected } from "./list";
import { type Paging, readPaging } from "./paging";
import type { Octavia } from "./service";
import type { Kind, Row } from "./store";
import { type BodyShape, readBody } from "./wsme/body";
import type { DataType } from "./wsme/data-type";

/** What the API calls a kind in its texts. */
export const RESOURCE: { [kind in Kind]: string } = {
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

/** One request on its way through a handler. */
export class Context {
  readonly query: URLSearchParams;
  /** Undefined for writes, which do not look at it. */
  readonly paging: Paging | undefined;

  constructor(
    readonly octavia: Octavia,
    readonly caller: Caller,
    private readonly request: HttpRequest,
    private readonly url: string,
  ) {
    this.query = new URLSearchParams(request.written.split("?")[1] ?? "");
    this.paging = request.method === "GET" ? readPaging(this.query) : undefined;
  }

  /** The body of a write. Writes take no other query parameters than these. */
  body(argument: string, root: string, type: DataType, parameters: string[] = []): Json | undefined {
    this.noParameters(parameters);
    const shape: BodyShape = { argument, root, type };
    return readBody(shape, this.request.body, this.request.headers["content-type"] ?? "");
  }

  noParameters(except: string[] = []): void {
    const unknown = [...new Set(this.query.keys())].filter((key) => !except.includes(key));
    if (unknown.length > 0) throw new ApiError(400, `Unknown argument: "${unknown.join(", ")}"`);
  }

  /** A row that must be there; a load balancer in state DELETED is not. */
  need(kind: Kind, id: string): Row {
    const row = this.octavia.store.get(kind, id);
    if (!row || row.provisioning_status === "DELETED") throw notFound(RESOURCE[kind], id);
    return row;
  }

  /** The load balancer of a new child; one in state DELETED is still found here, and refused as immutable later. */
  parent(id: string): Row {
    const row = this.octavia.store.get("loadbalancer", id);
    if (!row) throw notFound("Load Balancer", id);
    return row;
  }

  one(root: string, view: JsonObject): HttpResponse {
    return json(200, { [root]: selected(view, this.query) });
  }

  /** A list of what the caller may see. */
  all(kind: Kind, plural: string, view: (row: Row) => JsonObject): HttpResponse {
    const project = listedProject(this.caller, this.query.get("project_id") ?? undefined);
    const all = this.octavia.store.list(kind).filter((row) => row.provisioning_status !== "DELETED");
    const rows = kind === "pool" ? all.map((row) => ({ ...row, healthmonitor_id: this.octavia.tree.monitor(row.id)?.id ?? null })) : all;
    return this.list(kind, plural, project === undefined ? rows : rows.filter((row) => row.project_id === project), view);
  }

  list(kind: Kind, plural: string, rows: Row[], view: (row: Row) => JsonObject, links = `${plural}_links`): HttpResponse {
    const request: ListRequest = { query: this.query, paging: this.paging as Paging, url: this.url };
    const found = page(kind, rows, request);
    return json(200, { [plural]: found.rows.map((row) => selected(view(row), this.query)), [links]: found.links });
  }
}

/** Success with nothing to say, and not even a content type. */
export const nothing = (status: number): HttpResponse => ({ status, headers: {}, body: "" });
