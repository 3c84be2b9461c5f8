// Part of `k8s-lb verify`: sends the requests of one run to an Avi controller.

import { AVI_TYPES, type AviType, describe, referenceTo } from "../../../resources/avi/body";
import { reasonOf } from "../../../resources/diagnostic";
import type { Answer } from "../../http/transport";
import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import { Inconclusive, Interrupted } from "../../verify/check";
import { VERIFY_MARK, type VerifyPlace } from "../../verify/verification";
import { type AviObject, ask, isAviObject } from "../client/answers";
import type { AviApi } from "../client/api";
import type { AviVerifySettings } from "./settings";

/** An object of this run that an answer of the controller has named. */
interface MadeObject {
  type: AviType;
  uuid: string;
  name: string;
}

/** Requests of one run to a controller. Whatever it creates carries the prefix and the mark of the run. */
export class AviVerifySession {
  readonly made: MadeObject[] = [];

  constructor(
    readonly api: AviApi,
    readonly settings: AviVerifySettings,
    readonly place: Omit<VerifyPlace, "settings">,
  ) {}

  get tenant(): string {
    return this.settings.tenant ?? this.api.session.settings.tenant;
  }

  name(word: string): string {
    return `${this.place.prefix}-${word}`;
  }

  /** A reference by name to an object of this run. */
  ref(type: AviType, word: string): string {
    return referenceTo(type, this.name(word));
  }

  /** One request, and its answer of any status. */
  ask(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: JsonObject): Promise<Answer> {
    if (this.place.signal.aborted) throw new Interrupted();
    return this.send(method, path, body);
  }

  /** Sends a request even after the run was ended: objects are removed then. */
  send(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: JsonObject): Promise<Answer> {
    const request = { method, path, tenant: this.tenant, ...(body ? { body } : {}) };
    return ask(this.api.session, request, "a check").catch((error: unknown) => {
      throw new Inconclusive(reasonOf(error).split("\n")[0]);
    });
  }

  body(type: AviType, word: string, fields: JsonObject = {}): JsonObject {
    const { ownerField, perCloud } = AVI_TYPES[type];
    return {
      name: this.name(word),
      ...(ownerField ? { [ownerField]: VERIFY_MARK } : {}),
      ...(perCloud ? { cloud_ref: referenceTo("cloud", this.settings.cloudName) } : {}),
      ...fields,
    };
  }

  /** Tries to create an object. */
  async post(type: AviType, word: string, fields?: JsonObject): Promise<Answer> {
    const answer = await this.ask("POST", `/api/${type}`, this.body(type, word, fields));
    if (answer.status < 300 && isAviObject(answer.body)) this.made.push({ type, uuid: answer.body.uuid, name: answer.body.name });
    return answer;
  }

  /** Creates an object that the check needs. */
  async make(type: AviType, word: string, fields?: JsonObject): Promise<AviObject> {
    const answer = await this.post(type, word, fields);
    if (answer.status < 300 && isAviObject(answer.body)) return answer.body;
    throw new Inconclusive(`${describe(type, word)} was refused: ${refusalText(answer)}`);
  }

  /** A pool with the mark of the run and no servers. */
  pool(word: string, fields: JsonObject = {}): Promise<AviObject> {
    return this.make("pool", word, { vrf_ref: this.vrf, ...fields });
  }

  get vrf(): string {
    return referenceTo("vrfcontext", this.settings.vrfName);
  }

  /** Objects of one page of a list. */
  async page(path: string): Promise<{ count: unknown; next: unknown; results: JsonObject[] }> {
    const { body } = await this.ask("GET", path);
    if (!isObject(body) || !Array.isArray(body.results)) throw new Inconclusive("the answer is no list");
    return { count: body.count, next: body.next, results: body.results.filter(isObject) };
  }
}

/** Status and words of a refusal. */
export function refusalText({ status, body }: Answer): string {
  const text = isObject(body) ? (body.error ?? body.detail) : undefined;
  return `${status}${typeof text === "string" ? ` ${text}` : ""}`;
}
