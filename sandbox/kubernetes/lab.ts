import { gatesGiven, type Operator, type OperatorOptions, startOperator } from "../mizar";
import { type HttpRequest, type HttpResponse, json } from "../shared/http";
import { asObject, type JsonObject } from "../shared/json";
import type { KubernetesSandboxOptions } from "./options";
import type { KubernetesService } from "./service";

/** The API, the operator beside it, and what tests do to both; without a token, for the sandbox listens on loopback only. */
export class Lab {
  private running: Operator | undefined;

  constructor(
    private readonly service: KubernetesService,
    private readonly connection: OperatorOptions,
    private readonly options: Pick<KubernetesSandboxOptions, "operator" | "seed">,
  ) {}

  async startOperator(settings: Partial<OperatorOptions> = {}): Promise<void> {
    const { operator, seed } = this.options;
    if (operator === false) return;
    this.running = await startOperator({ ...(seed === undefined ? {} : { seed }), ...operator, ...this.connection, ...settings });
  }

  async stopOperator(): Promise<void> {
    const running = this.running;
    this.running = undefined;
    await running?.stop();
  }

  /** Back to the start, or to the state of a case in place of everything; see the operator. */
  async reset(given?: JsonObject): Promise<void> {
    await this.stopOperator();
    this.service.reset();
    this.service.cluster.featureGates = gatesGiven(given ?? {});
    await this.startOperator(given ? { given } : {});
  }

  async answer({ written, body }: HttpRequest): Promise<HttpResponse> {
    const path = written.split("?")[0];
    try {
      const given = asObject(JSON.parse(body || "{}"));
      switch (path) {
        case "/_lab/reset":
          await this.reset();
          break;
        case "/_lab/given":
          await this.reset(given);
          break;
        case "/_lab/operator": // it forgets what it keeps in memory
          await this.stopOperator();
          await this.startOperator(given);
          break;
        case "/_lab/compact": // watches and lists from earlier are answered with 410
          this.service.cluster.store.compact();
          break;
        default:
          return json(404, { error: `no control ${path}` });
      }
      return json(200, {});
    } catch (error) {
      return json(400, { error: (error as Error).message });
    }
  }
}
