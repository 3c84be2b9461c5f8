import type { AviRequest } from "./http";

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

  add(request: AviRequest, status: number, durationMs: number): void {
    if (this.calls.length >= LIMIT) this.calls.shift();
    const tenant = request.headers["x-avi-tenant"] ?? request.headers["x-avi-tenant-uuid"];
    this.calls.push({ method: request.method, path: request.written, status, tenant, at: Date.now(), durationMs });
  }

  list(): Call[] {
    return [...this.calls];
  }

  clear(): void {
    this.calls = [];
  }
}
