// Front of each service: call log, latency, injected faults.
import { SANDBOX_CODES, SandboxError } from "../codes";
import type { FaultRule } from "./fault-rule";
import { decodePath, type HttpOutcome, type HttpRequest, type HttpResponse, json } from "./http";
import { asObject, isObject, type Json } from "./json";
import { patternTest } from "./pattern";

/** Front of a service: the log of its calls, its latency, and the faults that wait for a request. */
export class Front {
  readonly calls = new CallLog();
  readonly faults: Faults;

  constructor(
    private readonly latencyMs: number,
    surroundings: FaultSurroundings,
    /** Finds the project of a request, for the log. */
    private readonly projectOf: (request: HttpRequest) => string | undefined,
    faults: FaultRule[] = [],
  ) {
    this.faults = new Faults(surroundings);
    for (const rule of faults) this.faults.add(rule);
  }

  /** No faults, and nothing counted yet. */
  reset(): void {
    this.faults.clear();
    this.calls.clear();
  }

  /** The test control that every back end has: what was asked of it. Undefined for another one. */
  answerLab({ method, written }: HttpRequest): HttpResponse | undefined {
    if (written !== "/_lab/calls") return undefined;
    if (method === "DELETE") this.calls.clear();
    const calls = this.calls.list().map(({ tenant, ...call }) => (tenant === undefined ? call : { ...call, tenant }));
    return json(200, { count: calls.length, calls });
  }

  async handle<R extends HttpRequest>(request: R, process: (request: R) => HttpResponse | Promise<HttpResponse>): Promise<HttpOutcome> {
    const started = performance.now();
    const outcome = await this.answer(request, process);
    this.calls.add(request, outcome === "drop" ? 0 : outcome.status, Math.round(performance.now() - started), this.projectOf(request));
    return outcome;
  }

  private async answer<R extends HttpRequest>(
    request: R,
    process: (request: R) => HttpResponse | Promise<HttpResponse>,
  ): Promise<HttpOutcome> {
    if (this.latencyMs > 0) await sleep(this.latencyMs);
    const fault = this.faults.take(request);
    if (fault) await fault.before();
    const instead = fault?.instead();
    if (instead) return instead;
    const response = await process(request);
    return fault ? fault.after(response) : response;
  }
}

/** One API call as tests and benches count them; never a body, because bodies hold secrets. */
export interface Call {
  method: string;
  path: string;
  status: number;
  tenant?: string;
  at: number;
  durationMs: number;
}

const LIMIT = 100_000;

class CallLog {
  private calls: Call[] = [];

  add(request: HttpRequest, status: number, durationMs: number, tenant?: string): void {
    if (this.calls.length >= LIMIT) this.calls.shift();
    this.calls.push({ method: request.method, path: request.written, status, tenant, at: Date.now(), durationMs });
  }

  list(): Call[] {
    return [...this.calls];
  }

  clear(): void {
    this.calls = [];
  }
}

interface Armed {
  rule: FaultRule;
  isPath: (path: string) => boolean;
  left: number;
  toSkip: number;
}

/** Parts of a fault that differ between back ends. */
interface FaultSurroundings {
  /** Answers of the real back end by status, used where a rule gives no body. */
  bodies: { [status: number]: string };
  expireSessions?(): void;
  rotateCsrf?(): void;
  /** Keeps the name of the object that this path means taken for a while after its deletion. */
  holdName?(path: string, ms: number): void;
}

/** The faults that are waiting for their request. */
class Faults {
  private armed: Armed[] = [];

  constructor(private readonly surroundings: FaultSurroundings) {}

  add(rule: FaultRule): void {
    this.armed.push({ rule, isPath: pathTest(rule), left: rule.times ?? 1, toSkip: rule.skip ?? 0 });
  }

  clear(): void {
    this.armed = [];
  }

  size(): number {
    return this.armed.length;
  }

  /** The fault that hits this request, if any; it is used up by that. */
  take(request: HttpRequest): PendingFault | undefined {
    for (const armed of this.armed) {
      if (!matches(armed, request)) continue;
      if (armed.toSkip > 0) {
        armed.toSkip--;
        continue;
      }
      armed.left--;
      if (armed.left <= 0) this.armed = this.armed.filter((other) => other !== armed);
      return new PendingFault(armed.rule, request, this.surroundings);
    }
    return undefined;
  }
}

function matches({ rule, isPath }: Armed, request: HttpRequest): boolean {
  if (rule.method && rule.method.toUpperCase() !== request.method) return false;
  if (rule.body && !request.body.includes(rule.body)) return false;
  if (rule.path === undefined) return true;
  return [request.written, pathOf(request)].some(isPath);
}

/** @throws SandboxError LB5001 for an expression that RE2 does not know */
function pathTest({ path = "" }: FaultRule): (path: string) => boolean {
  if (path instanceof RegExp) return (place) => path.test(place);
  const [, pattern] = /^\/(.+)\/$/.exec(path) ?? [];
  if (!pattern || !/[\\^$*+?()[\]{}|]/.test(pattern)) return (place) => place.includes(String(path));
  const test = patternTest(pattern);
  if (test) return test;
  throw new SandboxError({ code: "LB5001", message: `${path} is no regular expression of RE2`, remedy: SANDBOX_CODES.LB5001.remedy });
}

/** Doubled slashes and a last one mean nothing. */
const pathOf = (request: HttpRequest): string =>
  decodePath((request.written.split("?")[0] ?? "").replace(/\/{2,}/g, "/").replace(/(.)\/$/, "$1"));

/** One rule meeting one request. */
class PendingFault {
  constructor(
    private readonly rule: FaultRule,
    private readonly request: HttpRequest,
    private readonly surroundings: FaultSurroundings,
  ) {}

  async before(): Promise<void> {
    if (this.rule.delayMs) await sleep(this.rule.delayMs);
    if (this.rule.expireSessions) this.surroundings.expireSessions?.();
    if (this.rule.rotateCsrf) this.surroundings.rotateCsrf?.();
    if (this.rule.holdNamesMs) this.surroundings.holdName?.(pathOf(this.request), this.rule.holdNamesMs);
  }

  /** The outcome that takes the place of the work. */
  instead(): HttpOutcome | undefined {
    if (this.rule.dropBeforeCommit) return "drop";
    return this.rule.status !== undefined && !this.rule.commit ? this.answer(this.rule.status) : undefined;
  }

  /** Outcome of a request that the service has answered. */
  after(response: HttpResponse): HttpOutcome {
    if (this.rule.dropAfterCommit) return "drop";
    if (this.rule.status !== undefined) return this.answer(this.rule.status);
    let { body } = response;
    if ((this.rule.extraFields || this.rule.removeFields) && typeof body === "string") body = this.reshape(body);
    if (this.rule.truncateTo !== undefined) body = body.slice(0, this.rule.truncateTo) as typeof body;
    return { ...response, body, headers: { ...response.headers, ...this.rule.headers } };
  }

  private answer(status: number): HttpResponse {
    const body = this.rule.responseBody ?? this.surroundings.bodies[status] ?? JSON.stringify({ error: `Fault ${status}` });
    return { status, headers: { "Content-Type": "application/json", ...this.rule.headers }, body };
  }

  private reshape(body: string): string {
    let parsed: unknown;
    try {
      parsed = JSON.parse(body);
    } catch {
      return body;
    }
    if (!isObject(parsed)) return body;
    const objects = Array.isArray(parsed.results) ? parsed.results.filter(isObject) : [parsed];
    for (const object of objects) {
      Object.assign(object, this.rule.extraFields);
      for (const path of this.rule.removeFields ?? []) removeAt(object, path.split("."));
    }
    return JSON.stringify(parsed);
  }
}

function removeAt(value: Json, [head, ...rest]: string[]): void {
  if (head === undefined) return;
  const inner = Array.isArray(value) ? value[Number(head)] : asObject(value)[head];
  if (rest.length > 0) removeAt(inner ?? null, rest);
  else if (Array.isArray(value)) value.splice(Number(head), 1);
  else delete asObject(value)[head];
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
