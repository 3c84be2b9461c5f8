// The components of the program and the clusters that watch follows for them.

import { LbError } from "../../../resources/diagnostic";
import type { LastKnownGood } from "../../components/last-known-good";
import type { ComponentDescriptor } from "../../components/register-with-watch";
import type { FollowedCluster, FollowListener } from "../../kubernetes/follow";
import type { followClusters } from "../follow/follow-clusters";
import type { StackView } from "../stack/stack-view";
import { type Clock, until } from "../terms/clock";
import { WatchedComponent } from "./watched-component";

/** Interval of the check whether all lists have come, ms. */
const WHOLE_CHECK_MS = 20;

/** The components of the program that read live clusters, and these clusters as they are followed. */
export class FollowedComponents {
  private components: ReadonlyMap<ComponentDescriptor, WatchedComponent> = new Map();
  private clusters: readonly FollowedCluster[] = [];
  /** Clusters that replace them when every list has been read. */
  private next: readonly FollowedCluster[] = [];
  private closed = false;
  private followedText = "";

  constructor(
    private readonly follow: typeof followClusters,
    private readonly clock: Clock,
    private readonly stack: StackView,
  ) {}

  /** True if these are the components that are followed. */
  are(components: readonly ComponentDescriptor[]): boolean {
    return componentsText(components) === this.followedText;
  }

  /**
   * Follows the clusters of these components in place of all; what was followed before stays until every list has been read.
   *
   * @param texts possible texts of a kubeconfig that is known by its digest
   * @throws LbError LB2082 where none of them reads a cluster
   */
  async begin(
    components: readonly ComponentDescriptor[],
    texts: readonly string[],
    listener: (watches: () => WatchedComponent[], context: string) => FollowListener,
  ): Promise<void> {
    const live = components.filter(({ clusters }) => clusters.length > 0);
    if (live.length === 0) throw nothingToFollow(components.length);
    const clustersByComponent = await this.follow(live, texts, (readers, context) =>
      listener(() => readers.flatMap((reader) => this.components.get(reader) ?? []), context),
    );
    const watches = new Map(
      [...clustersByComponent].map(([component, clusters]) => [component, new WatchedComponent(component, clusters)]),
    );
    this.next = [...new Set([...clustersByComponent.values()].flat())];
    // a list that is refused may never come, and nothing must wait for it
    await until(this.clock, WHOLE_CHECK_MS, () => this.closed || [...watches.values()].every((watch) => watch.isWhole()));
    if (this.closed) return this.close();
    for (const cluster of this.clusters) cluster.leave();
    this.components = watches;
    this.clusters = this.next;
    this.followedText = componentsText(components);
  }

  all(): WatchedComponent[] {
    return [...this.components.values()];
  }

  /** Objects that are held at their last known good version. */
  lastKnownGood(): LastKnownGood[] {
    return this.all().flatMap((watch) => watch.lastKnownGood());
  }

  /** Holds further faulty objects; false if there are none. */
  holdFaulty(): boolean {
    return this.all().filter((watch) => watch.holdFaulty(this.stack.of(watch.owner))).length > 0;
  }

  /** Holds objects that would send requests to new pools without servers. */
  holdUnserved(): void {
    for (const watch of this.all()) watch.holdUnserved(this.stack.of(watch.owner));
  }

  each(): readonly FollowedCluster[] {
    return this.clusters;
  }

  /** The clusters of the components of a name, `web` as states have it; all of them where it is not known. */
  of(component: string | undefined): readonly FollowedCluster[] {
    const named = this.all().filter(({ owner }) => owner.split("/").slice(3).join("/") === component);
    return named.length === 0 ? this.clusters : [...new Set(named.flatMap(({ clusters }) => clusters))];
  }

  /** Follows kinds that were installed since; the streams that are followed already report an API server that does not answer. */
  async lookForKinds(): Promise<void> {
    await Promise.allSettled(this.clusters.map((cluster) => cluster.lookForKinds()));
  }

  /** True if every list has been read. */
  isWhole(): boolean {
    return this.clusters.every((cluster) => cluster.isWhole());
  }

  /** True if nothing is interrupted. */
  isOpen(): boolean {
    return this.clusters.every((cluster) => cluster.isOpen());
  }

  close(): void {
    this.closed = true;
    for (const cluster of [...this.clusters, ...this.next]) cluster.close();
  }
}

/** Components are registered side by side: their order has no meaning. */
const componentsText = (components: readonly ComponentDescriptor[]) =>
  components
    .map((component) => JSON.stringify(component))
    .sort()
    .join("\n");

function nothingToFollow(components: number): LbError {
  return new LbError({
    code: "LB2082",
    message:
      components === 0
        ? "the program has no component of ours that was previewed"
        : `none of the ${components} components of the program reads a live cluster`,
    remedy: "Use `specs: liveCluster({ ... })` of pulumi-k8s-lb/cluster in the component that the watch should follow.",
  });
}
