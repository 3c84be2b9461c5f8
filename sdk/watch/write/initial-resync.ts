import type { ComponentWatch } from "../follow/watched-component";
import { hasMembers } from "../judge/structure-or-members";
import type { StackView } from "../stack/stack-view";
import type { Writer } from "./member-writer";

/**
 * Looks at all servers, when a watch begins and when it begins to lead: another watch may have died between two writes. What the state
 * shows to be stale is named at once; of all else the load balancer is asked, which takes a few lists where a write of each would read
 * each by itself.
 */
export class FirstLook {
  private servers = false;
  private structure = false;
  private busy: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly state: Pick<StackView, "of">,
    private readonly writer: Pick<Writer, "differs" | "isCurrent">,
  ) {}

  /** True if all servers have been looked at, and the structure, which takes as long to compute as many writes. */
  get done(): boolean {
    return this.servers && this.structure;
  }

  /** Structure has been compared with the state. */
  judged(): void {
    this.structure = true;
  }

  /** @param found hears of each resource whose servers are stale, or may be */
  begin(watches: readonly ComponentWatch[], found: (watch: ComponentWatch, id: string) => void): void {
    this.busy = Promise.all(watches.flatMap((watch) => this.looksAt(watch, found))).then(() => {
      this.servers = true;
    });
  }

  /** Resolves when nothing is looked at any more. */
  async idle(): Promise<void> {
    await this.busy;
  }

  private looksAt(watch: ComponentWatch, found: (watch: ComponentWatch, id: string) => void): Promise<void>[] {
    return [...this.state.of(watch.owner)].map(async ([id, resource]) => {
      const [key, wanted] = [`${watch.owner} ${id}`, watch.picture?.resources.get(id)?.inputs];
      if (!wanted || !hasMembers(resource.type)) return;
      if (this.writer.differs(key, resource, wanted) || !(await this.writer.isCurrent(key, resource))) found(watch, id);
    });
  }
}
