import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { credentials, type ServiceError } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as pb from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { installedSources } from "./package";
import { type Struct, struct } from "./protobuf";

/** Inputs, outputs or configuration on the wire. */
export type Props = { [key: string]: unknown };

/** State left by a failed create or update. */
export interface Partial {
  id: string;
  properties: Props;
  reasons: string[];
}

/** An error as the engine gets it. */
export class CallFailed extends Error {
  constructor(
    message: string,
    readonly code: number,
    readonly partial?: Partial,
  ) {
    super(message);
  }
}

/** The real dynamic provider process, spoken to as the engine does. */
export interface Host {
  check(olds: Props, news: Props): Promise<{ inputs: Props; failures: { property: string; reason: string }[] }>;
  diff(id: string, olds: Props, news: Props): Promise<{ changes: boolean | undefined; replaces: string[]; deleteBeforeReplace: boolean }>;
  create(news: Props): Promise<{ id: string; outs: Props }>;
  read(id: string, last: Props): Promise<{ id: string; outs: Props; inputs: Props }>;
  update(id: string, olds: Props, news: Props): Promise<Props>;
  delete(id: string, last: Props): Promise<void>;
  /** Everything the process wrote to stdout and stderr. */
  output(): string;
  stop(): void;
}

export interface HostOptions {
  env?: { [name: string]: string };
  /** Stack configuration, e.g. `{ "avi:controller": ... }`. */
  config?: Props;
  /** Address of an engine to report to. */
  engine?: string;
}

/** Room for what lives shortly, and no TypeScript: a third of the time that the process takes to start. */
const FLAGS = ["--max-semi-space-size=64", "--require", join(__dirname, "without-compiler.cjs")];

/** Starts the process; it answers within a second. */
export async function startHost(options: HostOptions = {}): Promise<Host> {
  const cwd = installedSources();
  const script = require.resolve("@pulumi/pulumi/cmd/dynamic-provider/index.js");
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...options.env };
  const child = spawn(process.execPath, [...FLAGS, script, options.engine ?? "127.0.0.1:1"], { cwd, env });
  let output = "";
  child.stdout.on("data", (data) => (output += data));
  child.stderr.on("data", (data) => (output += data));
  const port = await firstLine(child, () => output);
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());

  const call = <Request, Response>(method: Unary<Request, Response>, request: Request): Promise<Response> =>
    new Promise((resolve, reject) => {
      method.call(client, request, (error, response) => (error ? reject(failed(error)) : resolve(response)));
    });

  const configure = new pb.ConfigureRequest();
  configure.setArgs(struct(options.config ?? {}));
  await call(client.configure as Unary<pb.ConfigureRequest, unknown>, configure);

  return {
    async check(olds, news) {
      const request = new pb.CheckRequest();
      request.setOlds(struct(olds));
      request.setNews(struct(news));
      const response = await call(client.check as Unary<pb.CheckRequest, pb.CheckResponse>, request);
      const failures = response.getFailuresList().map((f) => ({ property: f.getProperty(), reason: f.getReason() }));
      return { inputs: plain(response.getInputs()), failures };
    },
    async diff(id, olds, news) {
      const request = new pb.DiffRequest();
      request.setId(id);
      request.setOlds(struct(olds));
      request.setNews(struct(news));
      const response = await call(client.diff as Unary<pb.DiffRequest, pb.DiffResponse>, request);
      const { DIFF_SOME, DIFF_NONE } = pb.DiffResponse.DiffChanges;
      const answer = response.getChanges();
      return {
        changes: answer === DIFF_SOME ? true : answer === DIFF_NONE ? false : undefined,
        replaces: response.getReplacesList(),
        deleteBeforeReplace: response.getDeletebeforereplace(),
      };
    },
    async create(news) {
      const request = new pb.CreateRequest();
      request.setProperties(struct(news));
      const response = await call(client.create as Unary<pb.CreateRequest, pb.CreateResponse>, request);
      return { id: response.getId(), outs: plain(response.getProperties()) };
    },
    async read(id, last) {
      const request = new pb.ReadRequest();
      request.setId(id);
      request.setProperties(struct(last));
      const response = await call(client.read as Unary<pb.ReadRequest, pb.ReadResponse>, request);
      return { id: response.getId(), outs: plain(response.getProperties()), inputs: plain(response.getInputs()) };
    },
    async update(id, olds, news) {
      const request = new pb.UpdateRequest();
      request.setId(id);
      request.setOlds(struct(olds));
      request.setNews(struct(news));
      const response = await call(client.update as Unary<pb.UpdateRequest, pb.UpdateResponse>, request);
      return plain(response.getProperties());
    },
    async delete(id, last) {
      const request = new pb.DeleteRequest();
      request.setId(id);
      request.setProperties(struct(last));
      await call(client.delete as Unary<pb.DeleteRequest, unknown>, request);
    },
    output: () => output,
    stop() {
      client.close();
      child.kill("SIGKILL");
    },
  };
}

type Unary<Request, Response> = (request: Request, done: (error: ServiceError | null, response: Response) => void) => unknown;

function plain(from: Struct | undefined): Props {
  return (from?.toJavaScript() ?? {}) as Props;
}

/** The details of a failed create or update travel in a trailer, as the engine reads them. */
function failed(error: ServiceError): CallFailed {
  const [trailer] = error.metadata?.get("grpc-status-details-bin") ?? [];
  const message = error.details || error.message;
  if (!trailer) return new CallFailed(message, error.code);
  const [detail] = Status.deserializeBinary(trailer as Buffer).getDetailsList();
  const inner = pb.ErrorResourceInitFailed.deserializeBinary(detail?.getValue_asU8() as Uint8Array);
  const partial = { id: inner.getId(), properties: plain(inner.getProperties()), reasons: inner.getReasonsList() };
  return new CallFailed(message, error.code, partial);
}

function firstLine(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the provider process did not start: ${output()}`)), 60_000);
    const look = () => {
      const port = /^(\d+)\s/m.exec(output())?.[1];
      if (!port) return;
      clearTimeout(timer);
      resolve(port);
    };
    child.stdout?.on("data", look);
    child.once("exit", () => reject(new Error(`the provider process ended: ${output()}`)));
  });
}
