import { providerText } from "../../../resources/provider-text";
import { CallFailed, type Host, type Props } from "./host";

/** One resource as the engine keeps it. */
export interface State {
  id: string;
  inputs: Props;
  outs: Props;
  /** Set after a partial failure: the next run updates whatever diff says. */
  initErrors?: string[];
}

/** Result of a run. */
export type EngineStep = "same" | "created" | "updated" | "replaced";

/** The rules of the engine for one resource: which call follows which, and what stays in the state. */
export class Resource {
  state?: State;

  constructor(
    private readonly host: Host,
    readonly kind: string,
  ) {}

  /** Result of `pulumi preview`. */
  async preview(inputs: Props): Promise<{ changes: boolean; replaces: string[] }> {
    if (!this.state) return { changes: true, replaces: [] };
    return this.compared(this.state, await this.checked(inputs));
  }

  /** `pulumi up`. */
  async up(inputs: Props): Promise<EngineStep> {
    const news = await this.checked(inputs);
    if (!this.state) return this.create(news);
    const { changes, replaces } = await this.compared(this.state, news);
    if (replaces.length > 0) {
      await this.destroy();
      await this.create(news);
      return "replaced";
    }
    if (!changes && !this.state.initErrors) {
      this.state.inputs = news;
      return "same";
    }
    await this.update(news);
    return "updated";
  }

  /** `pulumi refresh`; false when the resource is gone. */
  async refresh(): Promise<boolean> {
    if (!this.state) return false;
    const { id, outs, inputs } = await this.host.read(this.state.id, this.state.outs);
    if (id === "") this.state = undefined;
    else this.state = { id, outs, inputs };
    return id !== "";
  }

  /** `pulumi import` with the short route: nothing but an id and the code; then a refresh. */
  async import(id: string): Promise<void> {
    const bag = { __provider: providerText(this.kind) };
    this.state = { id, inputs: bag, outs: bag };
    await this.refresh();
  }

  /** `pulumi destroy`. */
  async destroy(): Promise<void> {
    if (!this.state) return;
    await this.host.delete(this.state.id, this.state.outs);
    this.state = undefined;
  }

  private async checked(inputs: Props): Promise<Props> {
    const news = { ...inputs, __provider: providerText(this.kind) };
    const { inputs: accepted, failures } = await this.host.check(this.state?.inputs ?? {}, news);
    if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join("\n"));
    return accepted;
  }

  private async compared(state: State, news: Props): Promise<{ changes: boolean; replaces: string[] }> {
    const { changes, replaces, deleteBeforeReplace } = await this.host.diff(state.id, state.outs, news);
    if (replaces.length > 0 && !deleteBeforeReplace) throw new Error("names are unique: a replacement must delete first");
    return { changes: changes !== false, replaces };
  }

  private async create(news: Props): Promise<EngineStep> {
    try {
      const { id, outs } = await this.host.create(news);
      this.state = { id, inputs: news, outs };
      return "created";
    } catch (error) {
      this.keepPartial(error, news);
      throw error;
    }
  }

  private async update(news: Props): Promise<void> {
    const state = this.state as State;
    try {
      this.state = { id: state.id, inputs: news, outs: await this.host.update(state.id, state.outs, news) };
    } catch (error) {
      this.keepPartial(error, state.inputs);
      throw error;
    }
  }

  private keepPartial(error: unknown, inputs: Props): void {
    if (!(error instanceof CallFailed) || !error.partial) return;
    const { id, properties, reasons } = error.partial;
    if (properties.__provider === undefined) throw new Error("a partial state without __provider can never be destroyed");
    this.state = { id, inputs, outs: properties, initErrors: reasons };
  }
}
