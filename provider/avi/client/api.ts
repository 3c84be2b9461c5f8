// Creates, reads, updates and deletes objects on an Avi controller.

import { AVI_TYPES, type AviBody, type AviType, describe } from "../../../resources/avi/body";
import type { LbError } from "../../../resources/diagnostic";
import type { Answer } from "../../http/transport";
import type { ConfigSource } from "../../lifecycle/handler";
import { failure } from "../../lifecycle/messages/errors";
import { sleep, waitFor } from "../../lifecycle/wait";
import { type AviObject, type AviRequest, ask, isAviObject, refusal, UnsureWrite } from "./answers";
import { Nonces } from "./nonces";
import { listAll } from "./pages";
import { type AviSession, sessionFor } from "./session";
import { readSettings } from "./settings";
import { type ObjectScope, SharedReads } from "./shared-reads";

export type { ObjectScope };

/** Result of a create: made now, or found under that name (another maker's, or ours from a run that was cut off). */
export interface Created {
  object: AviObject;
  found: boolean;
}

/** A write that must begin again with the object as it is now. */
export class ReadAgain extends Error {
  constructor(
    /** Error to report if no further look helps. */
    readonly reason: LbError,
    /** Somebody changed the object between our read and our write; else it is unknown whether our write happened. */
    readonly raced: boolean,
  ) {
    super(reason.message);
  }
}

/** Number of times that a create or a delete is sent when its answers get lost. */
const MAX_TRIES = 3;

/** The objects of one controller. */
export class AviApi {
  private readonly shared: SharedReads;
  private readonly nonces = new Nonces();

  constructor(readonly session: AviSession) {
    this.shared = new SharedReads(this);
  }

  /** Looks an object up by name, now. */
  async find(type: AviType, name: string, scope: ObjectScope): Promise<AviObject | undefined> {
    const cloud = AVI_TYPES[type].perCloud && scope.cloud ? `&cloud_ref.name=${encodeURIComponent(scope.cloud)}` : "";
    // @unverified avi/filter-by-name
    // @unverified avi/names-in-answers
    const query = `name=${encodeURIComponent(name)}&include_name=true${cloud}`;
    const candidates = (await this.list(type, query, scope.tenant, describe(type, name))).filter((object) => object.name === name);
    if (candidates.length > 1)
      throw failure("LB2018", { object: describe(type, name), message: `${candidates.length} objects carry this name` });
    return candidates[0];
  }

  /** As {@link find}, but the reads of one phase share a list of everything that carries this owner mark. */
  read(type: AviType, name: string, scope: ObjectScope, owner: string): Promise<AviObject | undefined> {
    return this.shared.read(type, name, scope, owner);
  }

  /** As {@link read} for a run that takes over what exists: its lists last as long as the run, and what they lack does not exist. */
  adopt(type: AviType, name: string, scope: ObjectScope, owner: string): Promise<AviObject | undefined> {
    return this.shared.adopt(type, name, scope, owner);
  }

  /** All objects of a type that a query selects. */
  list(type: string, query: string, tenant: string, object: string): Promise<AviObject[]> {
    return listAll(this.session, { path: `/api/${type}?${query}`, tenant, object }, (entry) =>
      isAviObject(entry) ? { key: entry.uuid, entry: this.nonces.taken(entry) } : undefined,
    );
  }

  /** The nonce of the run that created an object, as far as that was read. */
  nonceOf(uuid: string): string | undefined {
    return this.nonces.of(uuid);
  }

  /**
   * Creates first, and searches an object of that name only after a conflict or a lost create, whose answer did not come.
   *
   * @unverified avi/bodies-accepted
   */
  async create(type: AviType, declared: AviBody, scope: ObjectScope, nonce?: string): Promise<Created> {
    const { name } = declared;
    const body = this.nonces.given(declared, nonce);
    let lost: UnsureWrite | undefined;
    for (let tried = 0; tried < MAX_TRIES; tried++) {
      const answer = await this.post(type, body, scope);
      if (!(answer instanceof UnsureWrite)) {
        // @unverified avi/name-once
        if (answer.status === 409) return this.conflicting(type, body, scope);
        return { object: this.accepted(answer, describe(type, name), creating(type, scope)), found: false };
      }
      lost = answer;
      const object = await this.find(type, name, scope);
      if (object) return { object, found: true };
      // The controller did answer, with an error, and nothing was made: the same request would only fail again.
      if (lost.reason.code === "LB2008") break;
    }
    throw lost?.reason;
  }

  /**
   * Replaces an object; `desired` carries the `_last_modified` it is based on.
   *
   * @param nonce default: the one that it has
   */
  async replace(type: AviType, uuid: string, desired: AviBody, { tenant }: ObjectScope, nonce = this.nonceOf(uuid)): Promise<AviObject> {
    const body = this.nonces.given(desired, nonce);
    const object = describe(type, body.name);
    try {
      const request: AviRequest = { method: "PUT", path: `/api/${type}/${uuid}`, tenant, body };
      const answer = await this.write(request, object, body.name);
      // @unverified avi/stale-refused
      if (answer.status === 412 || answer.status === 404) throw new ReadAgain(refusal(this.session.settings, answer, object), true);
      return this.accepted(answer, object, request);
    } catch (error) {
      if (!(error instanceof UnsureWrite)) throw error;
      throw error.reason.code === "LB2008" ? error.reason : new ReadAgain(error.reason, false);
    }
  }

  /**
   * Deletes an object; one that is gone already counts as deleted. Whoever says 404, and whatever became of a lost answer: only a
   * list without the object says that it is gone.
   */
  async remove(type: AviType, { uuid, name }: AviObject, scope: ObjectScope): Promise<void> {
    const object = describe(type, name);
    let reason: LbError | undefined;
    for (let tried = 0; tried < MAX_TRIES; tried++) {
      if (tried > 0) await sleep(this.session.settings.retryDelayMs);
      const request: AviRequest = { method: "DELETE", path: `/api/${type}/${uuid}`, tenant: scope.tenant };
      const answer = await this.write(request, object, name).catch(unsure);
      if (!(answer instanceof UnsureWrite)) {
        if (answer.status === 204) return;
        // @unverified avi/gone-is-404
        if (answer.status !== 404) throw refusal(this.session.settings, answer, object, request);
      }
      const remaining = await this.find(type, name, scope);
      if (remaining?.uuid !== uuid) return;
      reason =
        answer instanceof UnsureWrite ? answer.reason : failure("LB2015", { object, message: "DELETE was answered 404, but it is there" });
    }
    throw reason;
  }

  /** A name stays taken for a moment after its object was deleted. */
  private async conflicting(type: AviType, body: AviBody, scope: ObjectScope): Promise<Created> {
    const { retryDelayMs } = this.session.settings;
    const object = describe(type, body.name);
    const outcome = await waitFor<Created>(
      async () => {
        const existing = await this.find(type, body.name, scope);
        if (existing) return { object: existing, found: true };
        const answer = await this.post(type, body, scope);
        return answer instanceof UnsureWrite || answer.status === 409
          ? undefined
          : { object: this.accepted(answer, object, creating(type, scope)), found: false };
      },
      { timeoutMs: retryDelayMs * 20, intervalMs: retryDelayMs, tries: 10 },
    );
    if (!outcome) throw failure("LB2012", { object, message: "the name is taken, but there is no object of that name" });
    return outcome;
  }

  private post(type: AviType, body: AviBody, scope: ObjectScope): Promise<Answer | UnsureWrite> {
    return this.write({ ...creating(type, scope), body }, describe(type, body.name), body.name).catch(unsure);
  }

  private async write(request: AviRequest, object: string, name: string): Promise<Answer> {
    this.shared.written(name);
    try {
      return await ask(this.session, request, object);
    } finally {
      this.shared.written(name);
    }
  }

  private accepted(answer: Answer, object: string, request: AviRequest): AviObject {
    if (answer.status >= 200 && answer.status < 300 && isAviObject(answer.body)) return this.nonces.taken(answer.body);
    throw refusal(this.session.settings, answer, object, request);
  }
}

const creating = (type: AviType, { tenant }: ObjectScope): AviRequest => ({ method: "POST", path: `/api/${type}`, tenant });

function unsure(error: unknown): UnsureWrite {
  if (error instanceof UnsureWrite) return error;
  throw error;
}

const apis = new WeakMap<AviSession, AviApi>();

/** The controller that the configuration names. */
export function apiFor(config: ConfigSource): AviApi {
  const session = sessionFor(readSettings(config));
  const cachedApi = apis.get(session);
  if (cachedApi) return cachedApi;
  const api = new AviApi(session);
  apis.set(session, api);
  return api;
}
