// Follows the objects of a cluster: lists, watches, and writes back statuses and Events.

import { isDeepStrictEqual } from "node:util";
import { connect, mustHaveNamespace, type StatusChange, writeStatus } from "../../provider/kubernetes";
import type { KubernetesClient, KubernetesObject, ResourceType } from "../../provider/kubernetes/types";
import type { ObjectRef } from "../../resources/diagnostic";
import { type Definitions, type Family, withDefinitions } from "../frontends";
import type { KindSource } from "../specs";
import { readDefinitions, typesOf } from "./definitions";
import { type ClusterSelection, FAMILIES } from "./kinds";
import { Outages, type WatchOutage } from "./outages";
import { chosen, firstOfEach, namedIn, tidy } from "./read-cluster";
import { followList, type Patience, type StreamListener } from "./stream";
import { Newest } from "./versions";

/** Listener of a cluster that is followed, with kinds as a selection names them. */
export interface FollowListener {
  /** All objects of a kind changed at once, because they were listed. */
  listed(kind: string): void;
  event(kind: string, type: "added" | "modified" | "deleted", object: KubernetesObject): void;
  state(kind: string, state: "open" | "expired" | "broken"): void;
  outage(outage: WatchOutage): void;
}

/** One list of a kind: everywhere, or in one namespace. */
interface Stream {
  source: KindSource;
  type: ResourceType;
  held: Newest;
  /** `late`: not read yet, and nothing waits for it. `listed`: read, and no watch has answered yet. */
  state: "listing" | "late" | "listed" | "open" | "broken";
  stop: AbortController;
}

/**
 * A cluster that is read as `readCluster` reads it, and then followed: the same kinds, namespaces and selectors, as one picture that is
 * always whole. What is known stays while a connection is broken.
 */
export class FollowedCluster {
  private readonly streams: Stream[] = [];
  private readonly named = new Map<string, Stream>();
  private readonly stopped = new AbortController();
  private wasWhole = false;
  private definitions: Definitions | undefined;
  private readonly outages: Outages;

  private constructor(
    private readonly client: KubernetesClient,
    /** Of the kubeconfig. */
    readonly context: string,
    private readonly sources: readonly KindSource[],
    private readonly selection: Pick<ClusterSelection, "namespaces" | "labelSelector">,
    private readonly listener: FollowListener,
    private readonly patience: Patience,
  ) {
    this.outages = new Outages((outage) => listener.outage(outage));
  }

  /**
   * Begins to follow; resolves at once, the lists come when they come. A namespace that does not exist is refused.
   *
   * @param listener made with the name of the cluster
   */
  static async begin(
    { namespaces, labelSelector, kinds, ...settings }: ClusterSelection,
    family: Family,
    listener: (context: string) => FollowListener,
    { client = connect(settings), patience = PATIENCE }: { client?: KubernetesClient; patience?: Patience } = {},
  ): Promise<FollowedCluster> {
    const { context } = await client.where();
    await Promise.all([...new Set(namespaces)].map((namespace) => mustHaveNamespace(client, namespace, context)));
    const sources = chosen(FAMILIES[family], kinds);
    const cluster = new FollowedCluster(client, context, sources, { namespaces, labelSelector }, listener(context), patience);
    await cluster.followServed("listing");
    return cluster;
  }

  /** Follows the kinds that the server has had since it was looked at last: a CustomResourceDefinition may be installed at any time. */
  async lookForKinds(): Promise<void> {
    if (this.stopped.signal.aborted) return;
    await this.followServed("late");
  }

  private async followServed(state: "listing" | "late"): Promise<void> {
    const { namespaces, labelSelector } = this.selection;
    // everything that may fail comes first: a stream runs until it is closed
    const types = await Promise.all(this.sources.map((source) => (this.isFollowed(source) ? [] : typesOf(this.client, source))));
    const before = this.definitions;
    this.definitions = await readDefinitions(this.client, this.sources);
    if (state === "late" && !isDeepStrictEqual(this.definitions, before)) this.listener.listed("GatewayClass");
    for (const [index, source] of this.sources.entries()) {
      const isClusterWide = namespaces === undefined || source.tenant !== undefined;
      for (const type of types[index] ?? []) {
        if (this.isFollowed(source, type) || this.stopped.signal.aborted) continue;
        for (const namespace of isClusterWide || !type.namespaced ? [undefined] : [...new Set(namespaces)]) {
          const where = { namespace, labelSelector: source.selectable ? labelSelector : undefined };
          this.streams.push(this.follow(source, type, where, state));
        }
      }
    }
  }

  /**
   * True if this type of a kind is followed, or another that serves for it. Without a type: true if nothing of the kind is left to
   * follow.
   */
  private isFollowed(source: KindSource, type?: ResourceType): boolean {
    const followedTypes = new Set(this.streams.filter((stream) => stream.source === source).map((stream) => stream.type));
    if (!source.apart) return followedTypes.size > 0;
    return type ? followedTypes.has(type) : source.types.every((one) => followedTypes.has(one));
  }

  /**
   * All objects, in the order of their kinds; undefined until every list has been read once. A Secret or ConfigMap that is named later is missing
   * until it has been read, see {@link isWhole}.
   */
  objects(): KubernetesObject[] | undefined {
    if (this.streams.some(({ state }) => state === "listing")) return undefined;
    const sources = [...new Set(this.streams.map(({ source }) => source))];
    const objects = sources.flatMap((source) => {
      const all = firstOfEach(this.streams.filter((stream) => stream.source === source).flatMap(({ held }) => held.all()));
      return source.endsAtOnce ? all.filter(({ metadata }) => !metadata.deletionTimestamp) : all;
    });
    if (sources.some(({ kind }) => kind === "Secret")) objects.push(...this.namedOf(objects));
    this.wasWhole ||= this.isWhole();
    return this.wasWhole ? objects.map((object) => this.shown(object)) : undefined;
  }

  /** True if every list is followed at this moment, so that an object that is not listed does not exist. */
  isWhole(): boolean {
    return [...this.streams, ...this.named.values()].every(({ state }) => state !== "listing");
  }

  /** True if nothing is interrupted. */
  isOpen(): boolean {
    return [...this.streams, ...this.named.values()].every(({ state }) => state === "open" || state === "late");
  }

  /** Leaves an Event on an object, for people who look at it. */
  async tell(
    { apiVersion, kind, namespace, name }: ObjectRef,
    event: { reason: string; message: string; warning: boolean },
  ): Promise<void> {
    const { reason, message, warning } = event;
    const now = new Date().toISOString();
    const unique = `${name.slice(0, 200)}.${Date.now().toString(16)}${Math.random().toString(16).slice(2, 8)}`;
    const uid = this.find({ apiVersion, kind, namespace, name })?.metadata.uid;
    await this.client.create(
      { type: EVENT, namespace, name: unique },
      {
        apiVersion: "v1",
        kind: "Event",
        metadata: { name: unique, namespace },
        involvedObject: { apiVersion, kind, namespace, name, ...(uid ? { uid } : {}) },
        reason,
        // the API server takes no longer ones
        message: message.slice(0, 1000),
        type: warning ? "Warning" : "Normal",
        source: { component: "k8s-lb-watch" },
        firstTimestamp: now,
        lastTimestamp: now,
        count: 1,
      },
    );
  }

  /**
   * Writes fields of the status of an object that is followed, where they are not as wanted. What the server answers counts at once, so that
   * the next look at the object does not see the status of before.
   *
   * @returns whether something was written
   */
  async writeStatus(object: KubernetesObject, change: StatusChange): Promise<boolean> {
    const now = await writeStatus(this.client, object, change);
    if (!now) return false;
    const { apiVersion, kind, metadata } = object;
    const ref = { apiVersion, kind, namespace: metadata.namespace ?? "", name: metadata.name };
    const stream = this.streams.find(({ held }) => held.all().some((one) => isCalled(one, ref)));
    if (stream?.held.take("modified", now)) this.listener.event(stream.source.kind, "modified", this.shown(now));
    return true;
  }

  /** The object of that name, where the cluster has it. */
  find(ref: ObjectRef): KubernetesObject | undefined {
    return this.streams.flatMap(({ held }) => held.all()).find((one) => isCalled(one, ref));
  }

  /** Another is followed in its place: what kept this one from being followed no longer matters. */
  leave(): void {
    this.close();
    this.outages.end();
  }

  close(): void {
    this.stopped.abort();
    for (const { stop } of [...this.streams, ...this.named.values()]) stop.abort();
  }

  /** Secrets and ConfigMaps that are named and not listed: each is followed by its name, for as long as it is named. */
  private namedOf(objects: readonly KubernetesObject[]): KubernetesObject[] {
    const named = new Map(namedIn(objects).map((one) => [`${one.type.kind} ${one.namespace}/${one.name}`, one]));
    for (const [key, stream] of this.named) {
      if (named.has(key)) continue;
      stream.stop.abort();
      this.outages.open(stream);
      this.named.delete(key);
    }
    for (const [key, { type, namespace, name }] of named) {
      if (this.named.has(key) || this.stopped.signal.aborted) continue;
      const source = { kind: type.kind, types: [type] };
      this.named.set(key, this.follow(source, type, { namespace, fieldSelector: `metadata.name=${name}` }));
    }
    return [...this.named.values()].flatMap(({ held }) => held.all());
  }

  private shown(object: KubernetesObject): KubernetesObject {
    return this.definitions ? withDefinitions(tidy(object), this.definitions) : tidy(object);
  }

  private follow(
    source: KindSource,
    type: ResourceType,
    where: { namespace?: string; labelSelector?: string; fieldSelector?: string },
    begins: "listing" | "late" = "listing",
  ): Stream {
    const { kind, fieldSelector, tenant } = source;
    const stream: Stream = { source, type, held: new Newest(), state: begins, stop: new AbortController() };
    const listener: StreamListener = {
      list: (objects) => {
        stream.held.replace(objects);
        stream.state = "listed";
        this.listener.listed(kind);
      },
      event: (event, object) => {
        if (stream.held.take(event, object)) this.listener.event(kind, event, this.shown(object));
      },
      state: (state, error) => {
        if (stream.state !== begins || state === "open") stream.state = state === "open" ? "open" : "broken";
        this.listener.state(kind, state);
        if (state === "open") this.outages.open(stream);
        if (state === "broken") this.outages.broken(stream, kind, error);
      },
    };
    const options = { fieldSelector, tenant, ...where };
    void followList(this.client, type, options, listener, { signal: stream.stop.signal, patience: this.patience });
    return stream;
  }
}

const EVENT: ResourceType = { group: "", version: "v1", plural: "events", kind: "Event", namespaced: true, tenanted: true };

function isCalled(object: KubernetesObject, { kind, namespace, name }: ObjectRef): boolean {
  return object.kind === kind && (object.metadata.namespace ?? "") === namespace && object.metadata.name === name;
}

const PATIENCE: Patience = {
  random: Math.random,
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener("abort", done);
    }),
};
