// Lists and watches one kind for the operator.
import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { SandboxError } from "../../codes";
import { asArray, asObject, type JsonObject, text } from "../../shared/json";
import { ApiRefusal, type KubeClient } from "./client";
import { type KubeObject, keyOf, objectOf, pathOf, RESOURCES, type WatchedKind } from "./kinds";

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;
const PATIENCE_MS = 30_000;
/** After this the server ends a watch and it is taken up again, which also finds connections that died in silence. */
const WATCH_SECONDS = 300;

/** Keeps the cache of one kind as the server has it: a list, then a watch that is taken up where it ended. */
export class Informer {
  private readonly end = new AbortController();
  private readonly path: string;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly client: KubeClient,
    private readonly kind: WatchedKind,
    /** `all` for every tenant; undefined: a server without tenants. */
    tenant: string | undefined,
    private readonly cache: Cache,
  ) {
    this.path = pathOf(RESOURCES[kind], { tenant });
  }

  /**
   * Starts; resolves when the first list is in the cache. A kind that the server does not know yet counts as an empty one.
   *
   * @throws SandboxError LB5051 when the server refuses the list, or does not answer for half a minute
   */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      const patience = setTimeout(() => reject(this.unreadable("it does not answer")), PATIENCE_MS);
      const ready = (problem?: string) => {
        clearTimeout(patience);
        if (problem === undefined) resolve();
        else reject(this.unreadable(problem));
      };
      this.running = this.run(ready);
    });
  }

  async stop(): Promise<void> {
    this.end.abort();
    await this.running;
  }

  private unreadable(why: string): SandboxError {
    return new SandboxError({
      code: "LB5051",
      message: `The API server gives no list of ${this.path}: ${why}`,
      remedy: "Check URL, token and CA certificate; the operator must be able to read and write every kind that it serves.",
    });
  }

  private async run(ready: (problem?: string) => void): Promise<void> {
    let version: string | undefined;
    let pause = FIRST_PAUSE_MS;
    while (!this.end.signal.aborted) {
      try {
        version ??= await this.list();
        ready();
        version = await this.watch(version, () => {
          pause = FIRST_PAUSE_MS;
        });
        await this.sleep(FIRST_PAUSE_MS);
      } catch (error) {
        if (error instanceof ApiRefusal && error.status === 404) ready();
        if (error instanceof ApiRefusal && [401, 403].includes(error.status)) ready(error.message);
        if (error instanceof ApiRefusal) version = undefined;
        await this.sleep(pause);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
    }
    ready();
  }

  private async list(): Promise<string> {
    const answer = await this.client.get(this.path);
    const objects = asArray(answer.items).flatMap((item) => objectOf(this.kind, item) ?? []);
    this.cache.replace(this.kind, objects);
    return text(asObject(answer.metadata).resourceVersion);
  }

  /** Reads events until the stream ends; the version to go on from, undefined when only a new list helps. */
  private async watch(from: string, alive: () => void): Promise<string | undefined> {
    const query = new URLSearchParams({ watch: "true", allowWatchBookmarks: "true", timeoutSeconds: String(WATCH_SECONDS) });
    query.set("resourceVersion", from);
    const stream = await this.client.stream(`${this.path}?${query}`, this.end.signal);
    let version = from;
    for await (const line of linesOf(stream)) {
      const event = asObject(JSON.parse(line));
      if (event.type === "ERROR") return undefined;
      version = this.take(text(event.type), asObject(event.object)) ?? version;
      alive();
    }
    return version;
  }

  private take(type: string, value: JsonObject): string | undefined {
    const version = text(asObject(value.metadata).resourceVersion);
    const object = type === "BOOKMARK" ? undefined : objectOf(this.kind, value);
    if (object && type === "DELETED") this.cache.remove(object);
    else if (object) this.cache.put(object);
    return version || undefined;
  }

  private async sleep(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.end.signal }).catch(() => {}); // the end has come
  }
}

/** The lines of a stream that are not empty; what a broken stream leaves unfinished is dropped. */
async function* linesOf(stream: IncomingMessage): AsyncGenerator<string> {
  stream.setEncoding("utf8");
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + String(chunk)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines.filter((line) => line !== "");
  }
}

/** The objects of the server as far as they are known, and a word when one changes. */
export class Cache {
  private readonly kinds = new Map<WatchedKind, Map<string, KubeObject>>();
  /** `gone` is the last state of an object that no longer exists. */
  onChange: (kind: WatchedKind, key: string, gone?: KubeObject) => void = () => {};

  get(kind: WatchedKind, key: string): KubeObject | undefined {
    return this.kinds.get(kind)?.get(key);
  }

  list(kind: WatchedKind): KubeObject[] {
    return [...(this.kinds.get(kind)?.values() ?? [])];
  }

  /** Says of everything there is that it changed. */
  touch(): void {
    for (const [kind, table] of this.kinds) for (const key of table.keys()) this.onChange(kind, key);
  }

  /** Takes a newer state; an older one, as answers that cross with a watch bring them, is dropped. */
  put(object: KubeObject): void {
    const key = keyOf(object);
    const cached = this.get(object.kind, key);
    if (cached && cached.metadata.uid === object.metadata.uid && !isNewer(object, cached)) return;
    this.table(object.kind).set(key, object);
    this.onChange(object.kind, key);
  }

  remove(object: KubeObject): void {
    const key = keyOf(object);
    const cached = this.get(object.kind, key);
    if (!cached || cached.metadata.uid !== object.metadata.uid) return;
    this.table(object.kind).delete(key);
    this.onChange(object.kind, key, object);
  }

  /** A whole list: what is not in it is gone. */
  replace(kind: WatchedKind, objects: KubeObject[]): void {
    const present = new Set(objects.map(keyOf));
    for (const cached of this.list(kind)) if (!present.has(keyOf(cached))) this.remove(cached);
    for (const object of objects) this.put(object);
  }

  private table(kind: WatchedKind): Map<string, KubeObject> {
    const table = this.kinds.get(kind);
    if (table) return table;
    const made = new Map<string, KubeObject>();
    this.kinds.set(kind, made);
    return made;
  }
}

/** Versions are numbers that rise, on every server there is. */
function isNewer(object: KubeObject, than: KubeObject): boolean {
  return Number(object.metadata.resourceVersion) > Number(than.metadata.resourceVersion);
}
