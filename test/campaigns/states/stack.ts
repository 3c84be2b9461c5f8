import { providerText } from "../../../resources/provider-text";
import type { State } from "../../sandbox/lib/engine";
import { CallFailed, type Host, type Props } from "../../sandbox/lib/host";
import { identified } from "../../support/identified";

/** Declaration of a program, or a resource as a state has it. */
export interface DeclaredStack {
  urn: string;
  kind: string;
  /** Without the URN. */
  inputs: Props;
}

export interface StateEntry {
  urn: string;
  kind: string;
  state: State;
}

/** Sees to a call that may delete: the entry that it is about, and those of its stack that are there when the run ends. */
export type StateWatch = <T>(going: StateEntry | undefined, staying: readonly StateEntry[], call: () => Promise<T>) => Promise<T>;

/** A run that somebody kills. */
export class Killed extends Error {}

/** A stack as the engine runs it: checks and compares what is registered, creates, updates, replaces, and deletes the rest at the end. */
export class EditedStack {
  entries: StateEntry[] = [];
  program: DeclaredStack[] = [];

  constructor(
    readonly name: string,
    private readonly watch: StateWatch,
  ) {}

  find = (urn: string): StateEntry | undefined => this.entries.find((entry) => entry.urn === urn);

  /**
   * `pulumi up`, with `--refresh` where that is asked.
   *
   * @param killed the run ends before its deletes
   */
  async up(host: Host, { refresh = false, killed = false } = {}): Promise<void> {
    if (refresh) await this.refresh(host);
    const registered: StateEntry[] = [];
    for (const declared of this.program) registered.push(await this.register(host, declared, registered));
    if (killed) throw new Killed("killed before the deletes");
    const rest = this.entries.filter((entry) => !registered.includes(entry));
    for (const entry of rest.toReversed()) await this.delete(host, entry, registered);
  }

  /** `pulumi destroy`; all is tried, as with `--continue-on-error`. */
  async destroy(host: Host): Promise<unknown[]> {
    const failures: unknown[] = [];
    for (const entry of this.entries.toReversed()) await this.delete(host, entry, []).catch((error: unknown) => failures.push(error));
    return failures;
  }

  private async refresh(host: Host): Promise<void> {
    for (const entry of [...this.entries]) {
      const { id, outs, inputs } = await host.read(entry.state.id, entry.state.outs);
      if (id === "") this.entries = this.entries.filter((one) => one !== entry);
      else {
        // the engine compares what it read with what was declared
        await host.diff(id, outs, entry.state.inputs);
        entry.state = { id, outs, inputs };
      }
    }
  }

  private async register(host: Host, { urn, kind, inputs }: DeclaredStack, staying: readonly StateEntry[]): Promise<StateEntry> {
    const entry = this.find(urn);
    const expected = { ...inputs, ...identified(urn), __provider: providerText(kind) };
    const checked = async (olds: Props): Promise<Props> => {
      const { inputs: news, failures } = await host.check(olds, expected);
      if (failures.length > 0) throw new CallFailed(failures.map(({ reason }) => reason).join("\n"), 0);
      return news;
    };
    const news = await checked(entry?.state.inputs ?? {});
    if (!entry) return this.create(host, urn, kind, news, staying);
    const { id, outs, initErrors } = entry.state;
    const { changes, replaces } = await host.diff(id, outs, news);
    if (replaces.length > 0) {
      const again = await checked({});
      await this.delete(host, entry, staying);
      return this.create(host, urn, kind, again, staying);
    }
    if (changes === false && !initErrors) entry.state = { ...entry.state, inputs: news };
    else {
      const updated = await this.watch(entry, staying, () => host.update(id, outs, news));
      entry.state = { id, inputs: news, outs: updated };
    }
    return entry;
  }

  private async create(host: Host, urn: string, kind: string, news: Props, staying: readonly StateEntry[]): Promise<StateEntry> {
    const entry = { urn, kind, state: { inputs: news } as State };
    try {
      Object.assign(entry.state, await this.watch(undefined, staying, () => host.create(news)));
      this.entries.push(entry);
    } catch (error) {
      if (error instanceof CallFailed && error.partial) {
        const { id, properties, reasons } = error.partial;
        this.entries.push({ ...entry, state: { id, inputs: news, outs: properties, initErrors: reasons } });
      }
      throw error;
    }
    return entry;
  }

  private async delete(host: Host, entry: StateEntry, staying: readonly StateEntry[]): Promise<void> {
    await this.watch(entry, staying, () => host.delete(entry.state.id, entry.state.outs));
    this.entries = this.entries.filter((one) => one !== entry);
  }
}
