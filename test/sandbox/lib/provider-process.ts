import { type ChildProcess, spawn } from "node:child_process";
import { credentials, type ServiceError } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as pb from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { propsIn } from "./protobuf";
import { CallFailed, type Props } from "./protocol";

/** A call of the protocol that has one answer. */
export type Unary<Request, Response> = (request: Request, done: (error: ServiceError | null, response: Response) => void) => unknown;

/** A process that serves the protocol of providers. */
export interface ProviderProcess {
  readonly client: ResourceProviderClient;
  readonly pid: number;
  call<Request, Response>(method: Unary<Request, Response>, request: Request): Promise<Response>;
  /** Everything the process wrote to stdout and stderr. */
  output(): string;
  stop(): void;
}

/** Starts a process and reads its port from the first line that it writes, as the engine does. It answers within a second. */
export async function startProcess(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<ProviderProcess> {
  const child = spawn(process.execPath, args, { cwd, env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env } });
  let output = "";
  child.stdout.on("data", (data) => (output += data));
  child.stderr.on("data", (data) => (output += data));
  const port = await firstLine(child, () => output);
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
  return {
    client,
    pid: child.pid ?? 0,
    call: (method, request) =>
      new Promise((resolve, reject) => {
        method.call(client, request, (error, response) => (error ? reject(failed(error)) : resolve(response)));
      }),
    output: () => output,
    stop() {
      client.close();
      child.kill("SIGKILL");
    },
  };
}

/** The details of a failed create or update travel in a trailer, as the engine reads them. */
function failed(error: ServiceError): CallFailed {
  const [trailer] = error.metadata?.get("grpc-status-details-bin") ?? [];
  const message = error.details || error.message;
  if (!trailer) return new CallFailed(message, error.code);
  const [detail] = Status.deserializeBinary(trailer as Buffer).getDetailsList();
  const inner = pb.ErrorResourceInitFailed.deserializeBinary(detail?.getValue_asU8() as Uint8Array);
  const properties: Props = propsIn(inner.getProperties());
  return new CallFailed(message, error.code, { id: inner.getId(), properties, reasons: inner.getReasonsList() });
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
