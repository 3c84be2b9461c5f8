// Part of `k8s-lb verify`: sends the requests of one run to Octavia.

import { reasonOf } from "../../../resources/diagnostic";
import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import { Inconclusive, Interrupted } from "../../verify/check";
import { VERIFY_MARK, type VerifyPlace } from "../../verify/verification";
import { LBAAS, type OpenStack } from "../client";
import { OpenStackError } from "../client/errors";
import { active, type LoadBalancerTarget, type Waits } from "../lock";
import { textIn } from "../tree/compare";
import { apiObject } from "../tree/read-tree";
import type { OctaviaVerifySettings } from "./settings";

/** Outcome of a request: its object, or the status and the words of a refusal. */
export type Outcome = { status: 200; object: JsonObject } | { status: number; refused: string };

/** Requests of one run to a project. Whatever it creates is in load balancers that carry the prefix and the mark. */
export class OctaviaVerifySession {
  private first?: Promise<JsonObject>;

  constructor(
    readonly stack: OpenStack,
    readonly settings: OctaviaVerifySettings,
    readonly place: Omit<VerifyPlace, "settings">,
    private readonly waits: Waits,
  ) {}

  name(word: string): string {
    return `${this.place.prefix}-${word}`;
  }

  target(name: string): LoadBalancerTarget {
    return { octavia: this.stack.octavia.of("a check"), waits: this.waits, name, progress: () => undefined };
  }

  /** Sends a change and returns its outcome. An object that is gone already counts as deleted. */
  async attempt(method: "POST" | "PUT" | "DELETE", path: string, body?: JsonObject): Promise<Outcome> {
    if (this.place.signal.aborted) throw new Interrupted();
    const { octavia } = this.stack;
    const full = `${LBAAS}${path}`;
    try {
      if (method === "DELETE") {
        await octavia.delete(full);
        return { status: 200, object: {} };
      }
      const answer = method === "POST" ? await octavia.post(full, body ?? {}) : await octavia.put(full, body ?? {});
      const [object] = Object.values(answer ?? {});
      return { status: 200, object: isObject(object) ? object : {} };
    } catch (error) {
      if (error instanceof OpenStackError && error.status > 0) return { status: error.status, refused: error.text };
      throw new Inconclusive(reasonOf(error).split("\n")[0]);
    }
  }

  /** A change that the check needs, after which the load balancer is active again. */
  async done(id: string, method: "POST" | "PUT" | "DELETE", path: string, body?: JsonObject): Promise<JsonObject> {
    const outcome = await this.attempt(method, path, body);
    if (!("object" in outcome)) throw new Inconclusive(`${method} was answered ${outcomeText(outcome)}`);
    await this.rest(id);
    return outcome.object;
  }

  /** Waits until the load balancer is active. */
  async rest(id: string): Promise<void> {
    await active(this.target(this.place.prefix), id);
  }

  async list(path: string, key: string, query: { [name: string]: string | number } = {}): Promise<JsonObject[]> {
    const { [key]: entries } = await this.stack.octavia.get(`${LBAAS}${path}`, query);
    return Array.isArray(entries) ? entries.filter(isObject) : [];
  }

  /** Body of a load balancer of this run, on the network that the settings name. */
  body(word: string, fields: JsonObject = {}): JsonObject {
    const { subnet, network, provider, flavor, zone } = this.settings;
    return {
      loadbalancer: {
        name: this.name(word),
        description: VERIFY_MARK,
        ...(subnet ? { vip_subnet_id: subnet } : {}),
        ...(network ? { vip_network_id: network } : {}),
        ...(provider && provider !== "default" ? { provider } : {}),
        ...(flavor ? { flavor_id: flavor } : {}),
        ...(zone ? { availability_zone: zone } : {}),
        ...fields,
      },
    };
  }

  /** The load balancer of all checks: amphorae take minutes to start. Made when it is first needed, bare where one call does not do. */
  base(): Promise<JsonObject> {
    this.first ??= this.make("base", {});
    return this.first;
  }

  async make(word: string, fields: JsonObject): Promise<JsonObject> {
    const outcome = await this.attempt("POST", "/loadbalancers", this.body(word, fields));
    if (!("object" in outcome)) throw new Inconclusive(`the load balancer was answered ${outcomeText(outcome)}`);
    await this.rest(textIn(outcome.object.id));
    return outcome.object;
  }

  /** The load balancer of all checks from now on. */
  keep(made: JsonObject): void {
    this.first = Promise.resolve(apiObject(made));
  }

  /** A pool of HTTP in the load balancer of all checks. */
  async pool(word: string, fields: JsonObject = {}): Promise<string> {
    const id = textIn((await this.base()).id);
    const common = { name: this.name(word), protocol: "HTTP", lb_algorithm: "ROUND_ROBIN", loadbalancer_id: id };
    return textIn((await this.done(id, "POST", "/pools", { pool: { ...common, ...fields } })).id);
  }

  /** A listener of HTTP in the load balancer of all checks. */
  async listener(word: string, port: number): Promise<string> {
    const id = textIn((await this.base()).id);
    const listener = { name: this.name(word), protocol: "HTTP", protocol_port: port, loadbalancer_id: id };
    return textIn((await this.done(id, "POST", "/listeners", { listener })).id);
  }
}

/** Status, and the words of a refusal. */
export const outcomeText = (outcome: Outcome): string => ("refused" in outcome ? `${outcome.status} ${outcome.refused}` : "with success");
