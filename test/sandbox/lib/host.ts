import { join } from "node:path";
import * as pb from "@pulumi/pulumi/proto/provider_pb";
import { runHere } from "../../support/provider-here";
import { hostOver, type Wire } from "./calls";
import { introduce, NATIVE_WIRE } from "./native";
import { installedSources } from "./package";
import { struct } from "./protobuf";
import type { Host, Props } from "./protocol";
import { type ProviderProcess, startProcess, type Unary } from "./provider-process";

export { CallFailed, type Host, type Props } from "./protocol";

export interface HostOptions {
  env?: { [name: string]: string };
  /** Stack configuration, e.g. `{ "avi:controller": ... }`. */
  config?: Props;
  /** Address of an engine to report to. */
  engine?: string;
  /** Default: `K8S_LB_ADAPTER`, else `dynamic`; of a provider that reports to an engine `dynamic` in place of `here`. */
  adapter?: Adapter;
}

/** A process, of Pulumi's host of dynamic providers or of the native plugin; or a run in this process. */
const ADAPTERS = ["dynamic", "native", "here"] as const;
export type Adapter = (typeof ADAPTERS)[number];

/** The adapter of whatever a test does not choose. */
export const ADAPTER: Adapter = ADAPTERS.find((adapter) => adapter === process.env.K8S_LB_ADAPTER) ?? "dynamic";

/** The adapter of tests that are about the process too. */
export const PROCESS: Adapter = ADAPTER === "here" ? "dynamic" : ADAPTER;

/** Room for what lives shortly, and no TypeScript: a third of the time that the process takes to start. */
const FLAGS = ["--max-semi-space-size=64", "--require", join(__dirname, "without-compiler.cjs")];

/** Address at which nobody listens. */
const NO_ENGINE = "127.0.0.1:1";

/** Starts the provider; it answers within a second. */
export function startHost(options: HostOptions = {}): Promise<Host> {
  const { adapter = ADAPTER, engine } = options;
  if (adapter === "native") return startPlugin(options);
  return adapter === "here" && engine === undefined ? startHere(options) : startDynamic(options);
}

async function startHere({ env = {}, config = {} }: HostOptions): Promise<Host> {
  const values = Object.entries(config).map(([key, value]) => [key, String(value)]);
  return runHere(Object.fromEntries(values), { PATH: process.env.PATH, HOME: process.env.HOME, ...env });
}

async function startDynamic({ env = {}, engine = NO_ENGINE, config = {} }: HostOptions): Promise<Host> {
  const script = require.resolve("@pulumi/pulumi/cmd/dynamic-provider/index.js");
  const provider = await startProcess([...FLAGS, script, engine], installedSources(), env);
  const configure = new pb.ConfigureRequest().setArgs(struct(config));
  await provider.call(provider.client.configure as Unary<pb.ConfigureRequest, unknown>, configure);
  return hostOver(provider, PLAIN);
}

/** Dynamic resources carry their code, and get no URN. */
const PLAIN: Wire = { urn: () => "", sent: (props) => props, received: (answer) => answer };

async function startPlugin({ engine = NO_ENGINE, config = {}, ...options }: HostOptions): Promise<Host> {
  const provider = await pluginProcess({ engine, ...options });
  await introduce(provider, engine, config);
  return hostOver(provider, NATIVE_WIRE);
}

/** The plugin as the engine starts it, before the first call. */
function pluginProcess({ env = {}, engine = NO_ENGINE }: HostOptions = {}): Promise<ProviderProcess> {
  const cwd = installedSources();
  const flags = [...FLAGS, "--require", join(__dirname, "alone.cjs")];
  return startProcess([...flags, join(cwd, "node_modules/pulumi-k8s-lb/dist/plugin/main.js"), engine], cwd, env);
}
