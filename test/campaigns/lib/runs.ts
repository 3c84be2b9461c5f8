import { CallFailed, type Host, type Props } from "../../sandbox/lib/host";
import type { CampaignWorld } from "./world";

/** After so many runs the process makes room for another: modules of old runs stay in its memory. */
const RUNS = 40;

/**
 * The provider process as each run finds it: with modules of its own, so that what one run remembers (a login, a refusal, what it has reported
 * in full) is unknown to the next. A process for each run would cost a second of computing.
 */
export class Runs {
  private process?: Promise<Host>;
  private count = 0;

  constructor(private readonly start: () => Promise<Host>) {}

  /** The process for the next run. */
  async next(): Promise<Host> {
    if (this.count++ % RUNS === 0) await this.kill();
    this.process ??= this.start();
    return inRun(await this.process, this.count);
  }

  /** The process for what comes before a run, always with the same modules. */
  async steady(): Promise<Host> {
    this.process ??= this.start();
    return this.process;
  }

  /** As `kill -9` does; the next run gets another one. */
  async kill(): Promise<void> {
    const process = await this.process;
    this.process = undefined;
    process?.stop();
  }
}

/** The runs of one configuration, at its address and at others. */
export class RunsAt {
  private readonly known = new Map<string, Runs>();

  constructor(
    private readonly address: string,
    private readonly start: (address: string) => Promise<Host>,
  ) {}

  members(): Pick<CampaignWorld, "run" | "runs"> {
    return { run: (at = this.address) => this.at(at).next(), runs: this.at(this.address) };
  }

  async kill(): Promise<void> {
    for (const runs of this.known.values()) await runs.kill();
  }

  private at(address: string): Runs {
    const found = this.known.get(address) ?? new Runs(() => this.start(address));
    this.known.set(address, found);
    return found;
  }
}

function inRun(host: Host, run: number): Host {
  const sent = (props: Props): Props =>
    typeof props.__provider === "string" ? { ...props, __provider: prefix(run) + props.__provider } : props;
  const kept = (props: Props): Props =>
    typeof props.__provider === "string" ? { ...props, __provider: props.__provider.replace(prefix(run), "") } : props;
  return {
    ...host,
    async check(olds, news) {
      const { inputs, failures } = await host.check(sent(olds), sent(news));
      return { inputs: kept(inputs), failures };
    },
    diff: (id, olds, news) => host.diff(id, sent(olds), sent(news)),
    async create(news) {
      const { id, outs } = await host.create(sent(news)).catch(partial(kept));
      return { id, outs: kept(outs) };
    },
    async read(id, last) {
      const { outs, inputs, ...found } = await host.read(id, sent(last));
      return { ...found, outs: kept(outs), inputs: kept(inputs) };
    },
    update: async (id, olds, news) => kept(await host.update(id, sent(olds), sent(news)).catch(partial(kept))),
    delete: (id, last) => host.delete(id, sent(last)),
  };
}

/** Stands before the code of a resource: the first resource of a run throws the modules of the one before away. */
function prefix(run: number): string {
  const renew = 'for(const file of Object.keys(require.cache))if(file.includes("/pulumi-k8s-lb/dist/"))delete require.cache[file]';
  return `if(globalThis.k8sLbRun!==${run}){globalThis.k8sLbRun=${run};${renew}}`;
}

/** The code is also in what a failed create or update leaves in the state. */
const partial =
  (kept: (props: Props) => Props) =>
  (error: unknown): never => {
    if (error instanceof CallFailed && error.partial) error.partial.properties = kept(error.partial.properties);
    throw error;
  };
