import { type DynamicProvider, KINDS } from "../../provider";
import { dynamicProvider } from "../../provider/lifecycle/dynamic";
import { Run } from "../../provider/lifecycle/run";
import type { AviSandbox } from "../../sandbox/index";
import { CallFailed, type Host, type Props } from "../sandbox/lib/protocol";

/**
 * The provider as the host process runs it, without the process: a run of the engine in the environment of this one.
 *
 * @param values configuration, e.g. `{ "avi:controller": ... }`
 */
export const providerHere = async (values: { [key: string]: string }): Promise<Host> => runHere(values, process.env);

/**
 * A run of the engine without a process: what a run remembers is its own, what a process keeps from call to call (sessions, lists) is not.
 * It costs nothing to begin, so that a test may have thousands.
 *
 * @param env in place of the environment
 * @param say takes what resources say on their rows
 */
export function runHere(
  values: { [key: string]: string },
  env: NodeJS.ProcessEnv = {},
  say: (line: string) => void = () => undefined,
): Host {
  const run = new Run();
  const known = new Map<string, DynamicProvider>();
  const provider = (name: string): DynamicProvider => {
    const kind = KINDS.get(name);
    if (!kind) throw new Error(`there is no kind ${name}`);
    const made =
      known.get(name) ??
      dynamicProvider(kind, {
        report: () => ({ progress: () => undefined, notice: say, summary: async (line) => say(line), warn: async (line) => say(line) }),
        run,
        env,
      });
    known.set(name, made);
    return made;
  };
  return hostOver(provider, values);
}

function hostOver(provider: (kind: string) => DynamicProvider, values: { [key: string]: string }): Host {
  const of = async (bag: Props): Promise<DynamicProvider> => {
    const [, kind = ""] = /v1\("([^"]+)"\)/.exec(String(bag.__provider)) ?? [];
    const found = provider(kind);
    await found.configure({ config: { get: (key) => values[key] } });
    return found;
  };
  const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
  const awaited = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return plain((await work) ?? null) as T;
    } catch (error) {
      const { message, code = 0, id, properties, reasons } = error as Error & { code?: number } & Partial<PartialState>;
      throw new CallFailed(
        message,
        code,
        id === undefined ? undefined : { id, properties: plain(properties ?? {}), reasons: reasons ?? [] },
      );
    }
  };
  return {
    check: async (olds, news) => awaited((await of(news)).check(bag(olds), bag(news))),
    diff: async (id, olds, news) => awaited((await of(news)).diff(id, bag(olds), bag(news))),
    create: async (news) => withCode(news, await awaited((await of(news)).create(bag(news)))),
    read: async (id, last) => {
      const { props = {}, inputs = {}, ...found } = await awaited((await of(last)).read(id, bag(last)));
      return { id: found.id, outs: { ...props, __provider: last.__provider }, inputs: { ...inputs, __provider: last.__provider } };
    },
    update: async (id, olds, news) => ({
      ...(await awaited((await of(news)).update(id, bag(olds), bag(news)))).outs,
      __provider: news.__provider,
    }),
    delete: async (id, last) => awaited((await of(last)).delete(id, bag(last))),
    output: () => "",
    stop: () => undefined,
  };
}

/** The stack configuration for a sandbox, or for what is in front of it; waits are short and nothing is cached. */
export function aviConfig(avi: AviSandbox, controller = avi.url): { [key: string]: string } {
  const values = { controller, username: avi.username, password: avi.password, rateLimit: "off", retryDelay: "1", listCache: "0" };
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [`avi:${key}`, value]));
}

interface PartialState {
  id: string;
  properties: Props;
  reasons: string[];
}

type HandlerProperties = Parameters<DynamicProvider["create"]>[0];

const bag = (props: Props) => structuredClone(props) as HandlerProperties;

/** The host puts the code back into what a kind gives out. */
function withCode<T extends { id: string; outs: Props }>(news: Props, made: T): T {
  return { ...made, outs: { ...made.outs, __provider: news.__provider } };
}
