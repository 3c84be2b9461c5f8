import { CallLog } from "../shared/calls";
import { Faults } from "../shared/faults";
import type { HttpRequest, Outcome } from "../shared/http";
import { authenticate, type Caller } from "./authenticate";
import { sessionCookies } from "./cookies";
import { auxiliary, open } from "./endpoints";
import { collection, item } from "./endpoints/objects";
import { AviError } from "./errors";
import { FAULT_BODIES, holdName } from "./fault-surroundings";
import { type AviRequest, type AviResponse, failure, parseTarget } from "./http";
import { lab } from "./lab";
import { RateLimiter } from "./rate-limiter";
import { seedController } from "./seed";
import { Sessions } from "./sessions";
import { ADMIN_TENANT, ControllerState, type Scope, type Settings } from "./state";
import { Tokens } from "./tokens";
import { negotiate, OLDEST_VERSION } from "./version";

/** One controller: its configuration, its sessions, and the order in which a request meets them. */
export class Controller {
  state: ControllerState;
  readonly sessions = new Sessions();
  readonly tokens = new Tokens();
  readonly faults = new Faults({
    bodies: FAULT_BODIES,
    expireSessions: () => this.sessions.expireAll(),
    rotateCsrf: () => this.sessions.rotateCsrf(),
    holdName: (path, ms) => holdName(this.state, path, ms),
  });
  readonly calls = new CallLog();
  private readonly limiter: RateLimiter;

  constructor(readonly settings: Settings) {
    this.limiter = new RateLimiter(settings.rateLimit);
    this.state = this.seeded();
  }

  private seeded(): ControllerState {
    const state = new ControllerState(this.settings);
    state.passwords.set(this.settings.username, this.settings.password);
    seedController(state);
    return state;
  }

  /** As new: seed objects, no sessions, no faults, an empty call log. */
  reset(): void {
    const { onChange } = this.state.store;
    this.state = this.seeded();
    this.state.store.onChange = onChange;
    this.sessions.expireAll();
    this.sessions.unlockAll();
    this.tokens.clear();
    this.faults.clear();
    this.calls.clear();
    onChange();
  }

  async handle(received: HttpRequest): Promise<Outcome> {
    const request: AviRequest = { ...received, ...parseTarget(received.written) };
    if (request.path.startsWith("/_lab/")) return lab(this, request);
    const started = Date.now();
    const outcome = await this.answer(request);
    const tenant = request.headers["x-avi-tenant"] ?? request.headers["x-avi-tenant-uuid"];
    this.calls.add(request, outcome === "drop" ? 0 : outcome.status, Date.now() - started, tenant);
    return outcome;
  }

  private async answer(request: AviRequest): Promise<Outcome> {
    if (this.settings.latencyMs > 0) await sleep(this.settings.latencyMs);
    const fault = this.faults.take(request);
    if (fault) await fault.before();
    const instead = fault?.instead();
    if (instead) return instead;
    if (!(await this.limiter.admit())) return failure(new AviError(429, "Too Many Requests", "plain"));
    const response = this.process(request);
    return fault ? fault.after(response) : response;
  }

  private process(request: AviRequest): AviResponse {
    let caller: Caller | undefined;
    let response: AviResponse;
    try {
      const anonymous = open(this, request);
      if (anonymous) return anonymous;
      caller = authenticate(this, request);
      const scope = this.scope(request);
      response = auxiliary(this, request, scope, caller) ?? this.objects(request, scope);
    } catch (error) {
      if (!(error instanceof AviError)) throw error;
      response = failure(error);
    }
    return this.dress(response, request, caller);
  }

  private scope(request: AviRequest): Scope {
    const { headers } = request;
    const version = negotiate(headers["x-avi-version"], this.settings.version);
    const uuid = headers["x-avi-tenant-uuid"];
    const name = headers["x-avi-tenant"];
    if (name === "*" || uuid === "*") return { tenant: ADMIN_TENANT, allTenants: true, version, cloud: headers["x-avi-cloud"] };
    const wanted = uuid ?? name ?? ADMIN_TENANT;
    const found = uuid ? this.state.store.get("tenant", uuid) : this.state.store.named("tenant", wanted)[0];
    if (!found) throw new AviError(403, `Tenant '${wanted}' does not exist!`);
    return { tenant: String(found.uuid), allTenants: false, version, cloud: headers["x-avi-cloud"] };
  }

  private objects(request: AviRequest, scope: Scope): AviResponse {
    const [, api, type, uuid, ...rest] = request.path.split("/");
    if (api !== "api" || rest.length > 1) throw new AviError(404, `Not Found: ${request.path}`);
    return uuid ? item(this, request, scope, type ?? "", uuid) : collection(this, request, scope, type ?? "");
  }

  /** Every answer to a logged-in client prolongs the same session; neither it nor the CSRF token ever changes. */
  private dress(response: AviResponse, request: AviRequest, caller: Caller | undefined): AviResponse {
    const version = request.headers["x-avi-version"] ?? OLDEST_VERSION.replaceAll(".", "_");
    const headers = { ...response.headers, AVI_API_VERSION: version };
    if (caller?.session) Object.assign(headers, { "Set-Cookie": sessionCookies(caller.session.id, request.secure) });
    return { ...response, headers };
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
