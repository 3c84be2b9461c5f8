import type { Controller, Outcome } from "./controller";
import type { FaultRule } from "./fault-rule";
import type { AviRequest, AviResponse } from "./http";
import { isObject, type Json } from "./json";

interface Armed {
  rule: FaultRule;
  left: number;
  toSkip: number;
}

/** What real controllers say with these statuses, used where a rule gives no body. */
const BODIES: { [status: number]: string } = {
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

/** The faults that are waiting for their request. */
export class Faults {
  private armed: Armed[] = [];

  add(rule: FaultRule): void {
    this.armed.push({ rule, left: rule.times ?? 1, toSkip: rule.skip ?? 0 });
  }

  clear(): void {
    this.armed = [];
  }

  size(): number {
    return this.armed.length;
  }

  /** The fault that hits this request, if any; it is used up by that. */
  take(request: AviRequest): Fault | undefined {
    for (const armed of this.armed) {
      if (!matches(armed.rule, request)) continue;
      if (armed.toSkip > 0) {
        armed.toSkip--;
        continue;
      }
      armed.left--;
      if (armed.left <= 0) this.armed = this.armed.filter((other) => other !== armed);
      return new Fault(armed.rule, request);
    }
    return undefined;
  }
}

function matches(rule: FaultRule, request: AviRequest): boolean {
  if (rule.method && rule.method.toUpperCase() !== request.method) return false;
  if (rule.body && !request.body.includes(rule.body)) return false;
  if (rule.path === undefined) return true;
  const pattern = typeof rule.path === "string" ? /^\/(.+)\/$/.exec(rule.path)?.[1] : undefined;
  const expression = rule.path instanceof RegExp ? rule.path : pattern?.match(/[\\^$*+?()[\]{}|]/) ? new RegExp(pattern) : undefined;
  const places = [request.written, request.path];
  return places.some((place) => (expression ? expression.test(place) : place.includes(String(rule.path))));
}

/** One rule meeting one request. */
export class Fault {
  constructor(
    private readonly rule: FaultRule,
    private readonly request: AviRequest,
  ) {}

  async before(controller: Controller, sleep: (ms: number) => Promise<void>): Promise<void> {
    if (this.rule.delayMs) await sleep(this.rule.delayMs);
    if (this.rule.expireSessions) controller.sessions.expireAll();
    if (this.rule.rotateCsrf) controller.sessions.rotateCsrf();
    if (this.rule.holdNamesMs) this.holdName(controller, this.rule.holdNamesMs);
  }

  /** The outcome that takes the place of the work. */
  instead(): Outcome | undefined {
    if (this.rule.dropBeforeCommit) return "drop";
    return this.rule.status !== undefined && !this.rule.commit ? this.answer(this.rule.status) : undefined;
  }

  /** What becomes of the real answer. */
  after(response: AviResponse): Outcome {
    if (this.rule.dropAfterCommit) return "drop";
    if (this.rule.status !== undefined) return this.answer(this.rule.status);
    let { body } = response;
    if (this.rule.extraFields || this.rule.removeFields) body = this.reshape(body);
    if (this.rule.truncateTo !== undefined) body = body.slice(0, this.rule.truncateTo);
    return { ...response, body, headers: { ...response.headers, ...this.rule.headers } };
  }

  private answer(status: number): AviResponse {
    const body = this.rule.responseBody ?? BODIES[status] ?? JSON.stringify({ error: `Fault ${status}` });
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

  private holdName(controller: Controller, ms: number): void {
    const [, , type = "", uuid = ""] = this.request.path.split("/");
    const name = controller.state.store.get(type, uuid)?.name;
    if (name !== undefined) controller.state.heldNames.set(`${type}/${String(name)}`, Date.now() + ms);
  }
}

function removeAt(value: Json, [head, ...rest]: string[]): void {
  if (head === undefined || typeof value !== "object" || value === null) return;
  const container = value as { [key: string]: Json };
  const inner = container[head];
  if (rest.length === 0) delete container[head];
  else if (inner !== undefined) removeAt(inner, rest);
}
