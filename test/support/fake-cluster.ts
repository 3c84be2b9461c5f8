import { KubernetesError } from "../../provider/kubernetes/errors";
import type { KubernetesClient, KubernetesObject, ResourceType, WatchEvent, WatchOptions } from "../../provider/kubernetes/types";
import type { Patience } from "../../sdk/kubernetes/stream";

interface OpenStream {
  kind: string;
  options: WatchOptions;
  end(error?: unknown): void;
}

/** A cluster in memory whose streams a test breaks, delays, repeats and reorders. */
export class FakeCluster {
  private revision = 100;
  private readonly held = new Map<string, KubernetesObject>();
  private readonly log: { revision: number; kind: string; event: WatchEvent }[] = [];
  private readonly opened = new Set<OpenStream>();
  /** Events that are held back, until they are let go. */
  private late: (() => void)[] | undefined;
  private heldKind: string | undefined;
  /** Versions before this one are forgotten. */
  private compacted = 0;
  /** Every event is sent twice. */
  twice = false;
  lists = 0;
  told: { involvedObject: unknown; message: string }[] = [];

  objects(): KubernetesObject[] {
    return [...this.held.values()];
  }

  put(object: KubernetesObject): void {
    const key = keyOf(object);
    const known = this.held.has(key);
    const stored = { ...object, metadata: { ...object.metadata, resourceVersion: String(++this.revision) } };
    this.held.set(key, stored);
    this.pass(object.kind, { type: known ? "MODIFIED" : "ADDED", object: stored });
  }

  remove(kind: string, name: string, namespace = "shop"): void {
    const key = `${kind} ${namespace}/${name}`;
    const known = this.held.get(key);
    if (!known) return;
    this.held.delete(key);
    this.pass(kind, { type: "DELETED", object: { ...known, metadata: { ...known.metadata, resourceVersion: String(++this.revision) } } });
  }

  /** Reports only how far everything has been sent. */
  bookmark(): void {
    for (const { kind, options } of this.opened) {
      const object = { apiVersion: "v1", kind, metadata: { name: "", resourceVersion: String(this.revision) } };
      options.event({ type: "BOOKMARK", object });
    }
  }

  /** Breaks every connection; with `forget` the server no longer knows what was sent until now, and answers 410. */
  reset(forget = false): void {
    // something else was written too, so that no client has seen all that is forgotten
    if (forget) this.compacted = ++this.revision;
    for (const { end } of [...this.opened]) end(new KubernetesError({ reason: "unavailable", status: 0, text: "socket hang up" }));
  }

  /** Holds events back, of all kinds or of one. */
  hold(kind?: string): void {
    this.late ??= [];
    this.heldKind = kind;
  }

  /** Drops the events held back: bookmarks go past them, and then the server has forgotten them (410). */
  forgetHeld(): void {
    if (!this.late) return;
    this.late = undefined;
    this.bookmark();
    this.reset(true);
  }

  /** Lets go what was held back; `backwards` in the wrong order. */
  release(backwards = false): void {
    const late = this.late ?? [];
    this.late = undefined;
    for (const tell of backwards ? late.reverse() : late) tell();
  }

  readonly patience: Patience = { random: Math.random, sleep: () => new Promise((done) => setTimeout(done, 1)) };

  readonly client: KubernetesClient = {
    where: async () => ({ url: "https://fake", context: "fake" }),
    get: async () => undefined,
    list: async () => [],
    listed: async (type) => {
      this.lists++;
      return { objects: this.objects().filter(({ kind }) => kind === type.kind), resourceVersion: String(this.revision) };
    },
    watch: (type, options) => this.watch(type, options),
    create: async (_key, body) => {
      this.told.push(body as never);
      return body as never;
    },
    mergePatch: refuse,
    apply: refuse,
    delete: async () => undefined,
    serves: async () => true,
    find: async () => undefined,
  };

  private watch({ kind }: ResourceType, options: WatchOptions): Promise<void> {
    const from = Number(options.resourceVersion);
    if (from < this.compacted)
      return Promise.reject(new KubernetesError({ reason: "expired", status: 410, text: "too old resource version" }));
    return new Promise((done, failed) => {
      const open: OpenStream = {
        kind,
        options,
        end: (error) => {
          this.opened.delete(open);
          if (error === undefined) done();
          else failed(error);
        },
      };
      options.signal.addEventListener("abort", () => open.end());
      this.opened.add(open);
      options.answered();
      for (const { revision, event, kind: of } of this.log) if (of === kind && revision > from) options.event(event);
    });
  }

  private pass(kind: string, event: WatchEvent): void {
    this.log.push({ revision: this.revision, kind, event });
    const tell = () => {
      for (const open of this.opened) {
        if (open.kind !== kind) continue;
        open.options.event(event);
        if (this.twice) open.options.event(event);
      }
    };
    if (this.late && (this.heldKind ?? kind) === kind) this.late.push(tell);
    else tell();
  }
}

const keyOf = ({ kind, metadata: { namespace, name } }: KubernetesObject) => `${kind} ${namespace}/${name}`;

const refuse = () => Promise.reject(new Error("nobody writes here"));
