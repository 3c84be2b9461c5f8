// Routes each request of one controller through login, rights and endpoint.
import { Front } from "../shared/front";
import type { HttpOutcome, HttpRequest } from "../shared/http";
import { authenticate, sessionCookies } from "./authentication";
import { anonymous, answer } from "./endpoints";
import type { AviCaller, Controller } from "./exchange";
import { AviError, type AviRequest, type AviResponse, failure, parseTarget } from "./http";
import { lab } from "./lab";
import { ADMIN_TENANT } from "./references";
import { authorize } from "./rights";
import { negotiate, OLDEST_VERSION } from "./schema";
import { seedController } from "./seed";
import { AviTokens, Sessions } from "./sessions";
import { type AviSandboxSettings, type AviScope, ControllerState } from "./state";

/** One controller: its configuration, its sessions, and the order in which a request meets them. */
export class AviController implements Controller {
  state: ControllerState;
  readonly sessions = new Sessions();
  readonly tokens = new AviTokens();
  readonly front: Front;
  private readonly limiter: RequestLimiter;

  constructor(readonly settings: AviSandboxSettings) {
    this.limiter = new RequestLimiter(settings.rateLimit);
    this.state = this.seeded();
    const surroundings = {
      bodies: FAULT_BODIES,
      expireSessions: () => this.sessions.expireAll(),
      rotateCsrf: () => this.sessions.rotateCsrf(),
      holdName: (path: string, ms: number) => this.holdName(path, ms),
    };
    this.front = new Front(settings.latencyMs, surroundings, ({ headers }) => headers["x-avi-tenant"] ?? headers["x-avi-tenant-uuid"]);
  }

  private seeded(): ControllerState {
    const state = new ControllerState(this.settings);
    state.passwords.set(this.settings.username, this.settings.password);
    seedController(state);
    return state;
  }

  /** Resets to a new controller: seed objects, no sessions, no faults, an empty call log. */
  reset(): void {
    const { onChange } = this.state.store;
    this.state = this.seeded();
    this.state.store.onChange = onChange;
    this.sessions.expireAll();
    this.sessions.unlockAll();
    this.tokens.clear();
    this.front.reset();
    onChange();
  }

  /** The name of the object at a path stays taken for so long, as if its deletion were still going on. */
  private holdName(path: string, ms: number): void {
    const [, , type = "", uuid = ""] = path.split("/");
    const name = this.state.store.get(type, uuid)?.name;
    if (name !== undefined) this.state.heldNames.set(`${type}/${String(name)}`, performance.now() + ms);
  }

  async handle(received: HttpRequest): Promise<HttpOutcome> {
    const request: AviRequest = { ...received, ...parseTarget(received.written) };
    if (request.path.startsWith("/_lab/")) return lab(this, request);
    return this.front.handle(request, async () => {
      if (!(await this.limiter.admit())) return failure(new AviError(429, "Too Many Requests", "plain"));
      return this.process(request);
    });
  }

  private process(request: AviRequest): AviResponse {
    let caller: AviCaller | undefined;
    let response: AviResponse;
    try {
      const open = anonymous(this, request);
      if (open) return open;
      caller = authenticate(this, request);
      const path = request.path.startsWith("/api/") ? request.path.slice("/api/".length).split("/") : [];
      const exchange = { controller: this, state: this.state, request, path, caller, scope: this.scope(request) };
      authorize(exchange);
      response = answer(exchange);
    } catch (error) {
      if (!(error instanceof AviError)) throw error;
      response = failure(error);
    }
    return dressed(response, request, caller);
  }

  private scope({ headers }: AviRequest): AviScope {
    const version = negotiate(headers["x-avi-version"], this.settings.version);
    const cloud = headers["x-avi-cloud"];
    const uuid = headers["x-avi-tenant-uuid"];
    const name = headers["x-avi-tenant"];
    if (name === "*" || uuid === "*") return { tenant: ADMIN_TENANT, allTenants: true, version, cloud };
    const tenant = uuid ?? name ?? ADMIN_TENANT;
    const tenantObject = uuid ? this.state.store.get("tenant", uuid) : this.state.store.named("tenant", tenant)[0];
    if (!tenantObject) throw new AviError(403, `Tenant '${tenant}' does not exist!`);
    return { tenant: String(tenantObject.uuid), allTenants: false, version, cloud };
  }
}

/** Every answer to a logged-in client prolongs the same session; neither it nor the CSRF token ever changes. */
function dressed(response: AviResponse, request: AviRequest, caller: AviCaller | undefined): AviResponse {
  const version = request.headers["x-avi-version"] ?? OLDEST_VERSION.replaceAll(".", "_");
  const headers = { ...response.headers, AVI_API_VERSION: version };
  if (caller?.session) Object.assign(headers, { "Set-Cookie": sessionCookies(caller.session.id, request.secure) });
  return { ...response, headers };
}

/** Requests above the rate wait; when too many wait, the rest are refused. One bucket is enough: all our clients share one address. */
class RequestLimiter {
  private readonly queueLimit = 64;
  private next = Number.NEGATIVE_INFINITY;

  constructor(private readonly perSecond: number | "off") {}

  /** Resolves to false when the answer to the request must be 429. */
  async admit(): Promise<boolean> {
    if (this.perSecond === "off") return true;
    const now = performance.now();
    const interval = 1000 / this.perSecond;
    const burst = this.perSecond; // a second's worth may come at once
    const due = Math.max(this.next, now - burst * interval) + interval;
    const wait = due - now;
    if (wait > this.queueLimit * interval) return false;
    this.next = due;
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    return true;
  }
}

/** Answers of real controllers with these statuses, used where a fault rule gives no body. */
const FAULT_BODIES: { [status: number]: string } = {
  401: "CSRF token missing or incorrect.",
  403: JSON.stringify({ error: "Configuration is disallowed during upgrade" }),
  409: JSON.stringify({ error: "Object with this Name already exists." }),
  412: JSON.stringify({ error: "Need to reload object data" }),
  419: "Session invalidated",
  429: "Too Many Requests",
  500: JSON.stringify({ error: "record not found" }),
  502: "<html><head><title>502 Bad Gateway</title></head></html>",
  503: "<html><body>INITIALIZING - controller not ready</body></html>",
  504: "<html><head><title>504 Gateway Time-out</title></head></html>",
};
