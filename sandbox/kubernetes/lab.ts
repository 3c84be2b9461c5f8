// Test controls of the Kubernetes sandbox.

import { type Operator, type OperatorOptions, startOperator } from "../mizar/operator";
import { seedFeatureGates } from "../mizar/seed-input";
import { type HttpRequest, type HttpResponse, json } from "../shared/http";
import { asObject, type JsonObject } from "../shared/json";
import type { ApiServer } from "./server";

/** The API, the operator beside it, and what tests do to both; without a token, for the sandbox listens on loopback only. */
export class KubernetesLab {
  private running: Operator | undefined;

  constructor(
    private readonly server: ApiServer,
    private readonly connection: OperatorOptions,
    private readonly options: Partial<OperatorOptions> | false,
  ) {}

  async startOperator(settings: Partial<OperatorOptions> = {}): Promise<void> {
    if (this.options === false) return;
    this.running = await startOperator({ ...this.options, ...this.connection, ...settings });
  }

  async stopOperator(): Promise<void> {
    const running = this.running;
    this.running = undefined;
    await running?.stop();
  }

  /** Back to the start, or to the state of a case in place of everything; see the operator. */
  async reset(seedInput?: JsonObject): Promise<void> {
    await this.stopOperator();
    this.server.reset();
    this.server.cluster.featureGates = seedFeatureGates(seedInput ?? {});
    await this.startOperator(seedInput ? { given: seedInput } : {});
  }

  async answer({ written, body }: HttpRequest): Promise<HttpResponse> {
    const path = written.split("?")[0];
    try {
      const settings = asObject(JSON.parse(body || "{}"));
      switch (path) {
        case "/_lab/reset":
          await this.reset();
          break;
        case "/_lab/given":
          await this.reset(settings);
          break;
        case "/_lab/operator": // it forgets what it keeps in memory
          await this.stopOperator();
          await this.startOperator(settings);
          break;
        case "/_lab/compact": // watches and lists from earlier are answered with 410
          this.server.cluster.store.compact();
          break;
        default:
          return json(404, { error: `no control ${path}` });
      }
      return json(200, {});
    } catch (error) {
      return json(400, { error: error instanceof Error ? error.message : String(error) });
    }
  }
}
