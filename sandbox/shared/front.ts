import { CallLog } from "./calls";
import { type FaultSurroundings, Faults } from "./faults";
import type { HttpRequest, HttpResponse, Outcome } from "./http";

/** What stands before a service: the log of its calls, its latency, and the faults that are waiting for a request. */
export class Front {
  readonly calls = new CallLog();
  readonly faults: Faults;

  constructor(
    private readonly latencyMs: number,
    surroundings: FaultSurroundings,
    /** Whose request it is, for the log. */
    private readonly projectOf: (request: HttpRequest) => string | undefined,
  ) {
    this.faults = new Faults(surroundings);
  }

  async handle(request: HttpRequest, process: (request: HttpRequest) => HttpResponse): Promise<Outcome> {
    const started = Date.now();
    const outcome = await this.answer(request, process);
    this.calls.add(request, outcome === "drop" ? 0 : outcome.status, Date.now() - started, this.projectOf(request));
    return outcome;
  }

  private async answer(request: HttpRequest, process: (request: HttpRequest) => HttpResponse): Promise<Outcome> {
    if (this.latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, this.latencyMs));
    const fault = this.faults.take(request);
    if (fault) await fault.before();
    const instead = fault?.instead();
    if (instead) return instead;
    const response = process(request);
    return fault ? fault.after(response) : response;
  }
}
