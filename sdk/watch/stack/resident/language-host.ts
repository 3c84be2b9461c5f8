// A language host that runs a program in a process that stays.

import { createRequire } from "node:module";

/** A run that the engine asks for, as arguments of `@pulumi/pulumi/cmd/run`. */
export interface RunRequest {
  args: string[];
  env: { [name: string]: string };
  /** Aborts when the engine does not wait any longer. */
  cancelled: AbortSignal;
}

/** End of a run. `bail`: the engine knows what is wrong. */
export interface RunResult {
  error?: string;
  bail?: boolean;
}

/** Runs a program; `log` shows what it prints. */
type RunProgram = (request: RunRequest, log: (text: string) => void) => Promise<RunResult>;

/** The fields of a `RunRequest` that count; older engines have no info. */
interface RunFields {
  getArgsList(): string[];
  getConfigMap(): { toObject(): [string, string][] };
  getConfigsecretkeysList(): string[];
  getDryrun(): boolean;
  getInfo?(): { getEntryPoint(): string; getRootDirectory(): string } | undefined;
  getMonitorAddress(): string;
  getOrganization(): string;
  getParallel(): number;
  getProgram(): string;
  getProject(): string;
  getPwd(): string;
  getStack(): string;
}

interface Call {
  request: RunFields;
  on(event: "cancelled", listener: () => void): void;
}

type Answer = (error: unknown, message?: object) => void;

/** The parts of gRPC that are needed; the SDK brings it. */
interface GrpcServer {
  addService(service: object, methods: object): void;
  bindAsync(address: string, credentials: unknown, done: (error: Error | null, port: number) => void): void;
  forceShutdown(): void;
}

const LONGEST_MESSAGE = 400 * 2 ** 20;

/** Modules of the SDK that speak the engine's protocol. */
function protocol() {
  const sdk = createRequire(createRequire(__filename).resolve("@pulumi/pulumi/package.json"));
  return {
    grpc: sdk("@grpc/grpc-js"),
    language: sdk("./proto/language_pb"),
    services: sdk("./proto/language_grpc_pb"),
    plugin: sdk("./proto/plugin_pb"),
    engine: sdk("./proto/engine_pb"),
    engines: sdk("./proto/engine_grpc_pb"),
  };
}

/** Serves `pulumirpc.LanguageRuntime` on loopback, for `pulumi up --client`. */
export class LanguageHost {
  private constructor(
    private readonly server: GrpcServer,
    readonly address: string,
  ) {}

  static async listen(run: RunProgram): Promise<LanguageHost> {
    const { grpc, language, services, plugin } = protocol();
    const limits = { "grpc.max_receive_message_length": LONGEST_MESSAGE, "grpc.max_send_message_length": LONGEST_MESSAGE };
    const server: GrpcServer = new grpc.Server(limits);
    server.addService(services.LanguageRuntimeService, {
      getPluginInfo: (_call: Call, done: Answer) => done(null, new plugin.PluginInfo()),
      // packages name the plugin that they need with each resource
      getRequiredPlugins: (_call: Call, done: Answer) => done(null, new language.GetRequiredPluginsResponse()),
      run: (call: Call, done: Answer) => {
        const log = logOf(engineOf(call.request));
        const answer = ({ error, bail }: RunResult) => {
          const response = new language.RunResponse();
          if (error !== undefined) response.setError(error);
          if (bail) response.setBail(true);
          log.close();
          done(null, response);
        };
        run(requestOf(call), log.write).then(answer, (error: unknown) => answer({ error: String(error) }));
      },
    });
    const port = await new Promise<number>((done, failed) => {
      server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) => (error ? failed(error) : done(bound)));
    });
    return new LanguageHost(server, `127.0.0.1:${port}`);
  }

  close(): void {
    this.server.forceShutdown();
  }
}

/** The engine gives its address as the first argument of a program that is served. */
const engineOf = (request: RunFields): string => request.getArgsList()[0] ?? "";

/** As Pulumi's own host starts the program. */
function requestOf(call: Call): RunRequest {
  const { request } = call;
  const cancelled = new AbortController();
  call.on("cancelled", () => cancelled.abort());
  const info = request.getInfo?.();
  const flags = {
    "--monitor": request.getMonitorAddress(),
    "--engine": engineOf(request),
    "--organization": request.getOrganization(),
    "--project": request.getProject(),
    "--stack": request.getStack(),
    "--pwd": request.getPwd(),
    "--root-directory": info?.getRootDirectory() || request.getPwd(),
    "--parallel": request.getParallel(),
  };
  const args = Object.entries(flags).flatMap(([name, value]) => (value ? [name, String(value)] : []));
  if (request.getDryrun()) args.push("--dry-run");
  args.push(request.getProgram() || info?.getEntryPoint() || ".");
  return {
    args,
    env: {
      PULUMI_CONFIG: JSON.stringify(Object.fromEntries(request.getConfigMap().toObject())),
      PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(request.getConfigsecretkeysList()),
    },
    cancelled: cancelled.signal,
  };
}

/** Shows what a program prints as the engine does it: one message for each piece. */
function logOf(address: string) {
  const { grpc, engine, engines } = protocol();
  const client = new engines.EngineClient(address, grpc.credentials.createInsecure());
  let last: Promise<unknown> = Promise.resolve();
  return {
    write(text: string) {
      const request = new engine.LogRequest();
      request.setSeverity(engine.LogSeverity.INFO);
      request.setMessage(text);
      last = last.then(() => new Promise((done) => client.log(request, done)));
    },
    close: () => void last.then(() => client.close()),
  };
}
