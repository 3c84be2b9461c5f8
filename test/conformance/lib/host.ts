import { join } from "node:path";
import * as pb from "@pulumi/pulumi/proto/provider_pb";
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
  /** Process: Pulumi's host of dynamic providers, or the native plugin. Default: `K8S_LB_ADAPTER`, else the host. */
  adapter?: Adapter;
}

export type Adapter = "dynamic" | "native";

/** The process of whatever a test does not choose. */
const ADAPTER: Adapter = process.env.K8S_LB_ADAPTER === "native" ? "native" : "dynamic";

/** Room for what lives shortly, and no TypeScript: a third of the time that the process takes to start. */
const FLAGS = ["--max-semi-space-size=64", "--require", join(__dirname, "without-compiler.cjs")];

/** Address at which nobody listens. */
const NO_ENGINE = "127.0.0.1:1";

/** Starts the process; it answers within a second. */
export const startHost = (options: HostOptions = {}): Promise<Host> =>
  (options.adapter ?? ADAPTER) === "native" ? startPlugin(options) : startDynamic(options);

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
