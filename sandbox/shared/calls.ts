import type { HttpRequest } from "./http";

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

export class CallLog {
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
