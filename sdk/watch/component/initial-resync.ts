// Compares all servers with the load balancer when a watch begins or begins to lead.

import type { StackView } from "../stack/stack-view";
import { hasMembers } from "../terms/pool-members";
import type { MemberWriter } from "../write/member-writer";
import type { WatchedComponent } from "./watched-component";

/**
 * Resync of all servers when a watch begins and when it begins to lead: another watch may have died between two writes. What the state
 * shows to be stale is enqueued at once; all else is compared with the load balancer, with a few lists where a write of each would
 * read each by itself.
 */
export class InitialResync {
  private hasComparedServers = false;
  private hasComparedStructure = false;
  private busy: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly state: Pick<StackView, "of">,
    private readonly writer: Pick<MemberWriter, "differs" | "isCurrent">,
  ) {}

  /** True if all servers have been compared, and the structure, which takes as long to compute as many writes. */
  get done(): boolean {
    return this.hasComparedServers && this.hasComparedStructure;
  }

  /** Structure has been compared with the state. */
  structureCompared(): void {
    this.hasComparedStructure = true;
  }

  /** @param enqueue called for each resource whose servers are stale, or may be */
  begin(watches: readonly WatchedComponent[], enqueue: (watch: WatchedComponent, id: string) => void): void {
    this.busy = Promise.all(watches.flatMap((watch) => this.check(watch, enqueue))).then(() => {
      this.hasComparedServers = true;
    });
  }

  /** Resolves when all comparisons have ended. */
  async idle(): Promise<void> {
    await this.busy;
  }

  private check(watch: WatchedComponent, enqueue: (watch: WatchedComponent, id: string) => void): Promise<void>[] {
    return [...this.state.of(watch.owner)].map(async ([id, resource]) => {
      const [key, desired] = [`${watch.owner} ${id}`, watch.reviewedPlan?.servers.get(id)];
      if (!desired || !hasMembers(resource.type, resource.inputs)) return;
      if (this.writer.differs(key, resource, desired) || !(await this.writer.isCurrent(key, resource))) enqueue(watch, id);
    });
  }
}
