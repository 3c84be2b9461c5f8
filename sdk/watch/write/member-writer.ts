// Writes servers to resources that exist.

import { isDeepStrictEqual } from "node:util";
import type { Properties } from "../../../provider";
import type { PoolMembers, ResourceInputs } from "../../../resources/members";
import { isUnknown } from "../../specs";
import { type RunStep, resourceOf } from "../stack/program";
import type { StateResource } from "../stack/stack-state";
import type { OpenConnection, StackView } from "../stack/stack-view";
import { isWrittenStatus } from "../status/written-status";
import { membersOf, withMembers, withPreserved } from "../terms/pool-members";
import type { EmptyPoolDelay } from "./empty-pool-delay";
import type { WriteOutcome } from "./write-queue";

type Servers = readonly unknown[];

/**
 * Writes servers of resources that exist: the declaration of the state with other servers. The same code as in `pulumi up` checks the owner
 * of the object, merges, and waits for its turn; unreviewed structure cannot slip in.
 */
export class MemberWriter {
  /** Servers declared last, by resource and pool. The state follows only with the next `up`. */
  private readonly last = new Map<string, ReadonlyMap<string, Servers>>();
  /** Resources whose write is under way. */
  private readonly running = new Set<string>();

  constructor(
    private readonly open: OpenConnection,
    private readonly emptying: EmptyPoolDelay,
    /** True in a dry run: nothing is written, everything else happens. */
    private readonly dry = false,
  ) {}

  /**
   * The state is read again, and what it declares counts again. The caller must check what was written since the last read, and what is
   * being written: the run that wrote the state may have overtaken it, or be overtaken by it.
   *
   * @returns the keys of those resources
   */
  reset(): string[] {
    const written = new Set([...this.last.keys(), ...this.running]);
    this.last.clear();
    return [...written];
  }

  /** True if servers were written that the state does not have, and that a run may overtake. */
  isAhead(): boolean {
    return this.last.size > 0;
  }

  /**
   * @param desired servers of the plan; undefined where the plan has no such resource any more
   * @returns a number: milliseconds until more may be written
   */
  async write(key: string, resource: StateResource, desired: PoolMembers | undefined): Promise<WriteOutcome | number | undefined> {
    if (!desired) return undefined;
    const { type, id } = resource;
    const lastWritten = this.heldBy(key, resource);
    const { servers, wait } = this.chosen(key, lastWritten, desired);
    if (servers.size === 0) return wait || undefined;
    const news = withPreserved(
      type,
      withMembers(type, resource.inputs, servers),
      [...lastWritten.keys()].filter((pool) => !servers.has(pool)),
    );
    const olds = withMembers(type, resource.outputs, lastWritten);
    this.running.add(key);
    try {
      if (!this.dry) await this.open(resource).update(id, declared(olds), declared(news));
    } finally {
      this.running.delete(key);
    }
    const after = new Map([...lastWritten, ...servers]);
    // pools that were compared and have not changed are as in the state
    const isChanged = !isDeepStrictEqual(after, lastWritten);
    if (isChanged) this.last.set(key, after);
    if (wait > 0) return wait;
    return isChanged ? { servers: [...after.values()].reduce((sum, list) => sum + list.length, 0) } : undefined;
  }

  /** True if the plan has servers that were not declared last. */
  differs(key: string, resource: StateResource, desired: PoolMembers | undefined): boolean {
    if (!desired) return false;
    const lastWritten = this.heldBy(key, resource);
    return [...lastWritten].some(([pool, servers]) => {
      const list = desired.get(pool);
      return list !== undefined && list !== "kept" && !isDeepStrictEqual(list, servers);
    });
  }

  /**
   * True if the load balancer has the servers declared last; false if that is unknown, or it does not answer. Calls of one moment share
   * lists, as in a refresh, whereas a write reads its object by itself.
   */
  async isCurrent(key: string, resource: StateResource): Promise<boolean> {
    const { type, id, inputs, outputs } = resource;
    const lastWritten = this.heldBy(key, resource);
    const provider = this.open(resource);
    try {
      const live = await provider.read(id, declared(withMembers(type, outputs, lastWritten)));
      if (live.id !== id || !live.props) return false;
      return !(await provider.diff(id, live.props, declared(withMembers(type, inputs, lastWritten)))).changes;
    } catch {
      return false;
    }
  }

  /** Steps of a refresh that somebody caused. Servers that were written and are not in the state yet do not count. */
  async unexplained(steps: readonly RunStep[], state: Pick<StackView, "of">): Promise<RunStep[]> {
    const unexplained: RunStep[] = [];
    for (const step of steps.filter((one) => !isWrittenStatus(one))) {
      const owner = String(step.before?.inputs.owner ?? "");
      const resource = state.of(owner).get(resourceOf(step));
      if (!resource || !(await this.explains(`${owner} ${resourceOf(step)}`, resource, step.after?.outputs))) unexplained.push(step);
    }
    return unexplained;
  }

  /** True if a resource that a refresh found changed differs only by what was written since the state was read. */
  private async explains(key: string, resource: StateResource, refreshed: ResourceInputs | undefined): Promise<boolean> {
    const { whole } = resource;
    const parts = whole ? whole.parts.map((part) => `${String(resource.inputs.owner)} ${part}`) : [key];
    const written = new Map(parts.flatMap((part) => [...(this.last.get(part) ?? [])]));
    if (written.size === 0 || !refreshed) return false;
    const news = withMembers(resource.type, whole?.inputs ?? resource.inputs, written);
    return !(await this.open(resource).diff(resource.id, declared(refreshed), declared(news))).changes;
  }

  private heldBy(key: string, { type, inputs }: StateResource): ReadonlyMap<string, Servers> {
    const lastServers = this.last.get(key);
    // a write that was under way when the state was read again knew the pools of before
    const pools = [...membersOf(type, inputs)];
    return new Map(pools.map(([pool, servers]) => [pool, lastServers?.get(pool) ?? (servers === "kept" ? [] : servers)]));
  }

  /** The pools that may be written now, and how long others must wait. */
  private chosen(key: string, held: ReadonlyMap<string, Servers>, plan: PoolMembers) {
    const servers = new Map<string, Servers>();
    let wait = 0;
    for (const [pool, now] of held) {
      const list = plan.get(pool);
      if (list === undefined || list === "kept" || hasUnknown(list)) continue;
      const remaining = list.length === 0 && now.length > 0 ? this.emptying.remaining(`${key} ${pool}`) : 0;
      if (list.length > 0) this.emptying.filled(`${key} ${pool}`);
      if (remaining === 0) servers.set(pool, list);
      else wait = wait === 0 ? remaining : Math.min(wait, remaining);
    }
    return { servers, wait };
  }
}

/** A state is JSON through and through; what a plan adds are servers, JSON too. */
const declared = (inputs: ResourceInputs) => inputs as Properties;

function hasUnknown(value: unknown): boolean {
  if (isUnknown(value)) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(hasUnknown);
}
