import type { Bag, Context } from "./kind";

type Send = (urn: string, text: string, ephemeral: boolean) => void;

let sender: Send | undefined;

/**
 * Lines on the resource's own row. The host does not tell a dynamic resource its URN, so the resource class hides it in
 * the inputs as `__urn`; the engine's address is the host's only argument. Without either there is no line, and whatever
 * goes wrong here is never an error of the resource.
 */
export function reporter(bag: Bag): Pick<Context, "progress" | "notice"> {
  const urn = typeof bag.__urn === "string" ? bag.__urn : "";
  return {
    progress: (text) => send(urn, text, true),
    notice: (text) => send(urn, text, false),
  };
}

function send(urn: string, text: string, ephemeral: boolean): void {
  try {
    sender ??= connect(process.argv.at(-1) ?? "");
    sender(urn, text, ephemeral);
  } catch {
    sender = () => undefined;
  }
}

/** The part of `@pulumi/pulumi/proto` in use; required late because programs and tests load this package without an engine. */
interface EngineProto {
  EngineClient: new (address: string, credentials: unknown) => { log(request: LogRequest, done: (error: unknown) => void): void };
}
interface LogRequest {
  setSeverity(severity: number): void;
  setMessage(text: string): void;
  setUrn(urn: string): void;
  setEphemeral(ephemeral: boolean): void;
}

function connect(address: string): Send {
  // The contract tests start the host with port 1: nobody listens there, and every line would only cost a failed call.
  if (!/^[^\s/]+:\d+$/.test(address) || address.endsWith(":1")) return () => undefined;
  const load = (name: string): unknown => require(require.resolve(name, { paths: [process.cwd(), __dirname] }));
  const { EngineClient } = load("@pulumi/pulumi/proto/engine_grpc_pb") as EngineProto;
  const { LogRequest: Request, LogSeverity } = load("@pulumi/pulumi/proto/engine_pb") as {
    LogRequest: new () => LogRequest;
    LogSeverity: { INFO: number };
  };
  const grpc = load("@grpc/grpc-js") as { credentials: { createInsecure(): unknown } };
  const client = new EngineClient(address, grpc.credentials.createInsecure());
  return (urn, text, ephemeral) => {
    const request = new Request();
    request.setSeverity(LogSeverity.INFO);
    request.setMessage(text);
    request.setUrn(urn);
    request.setEphemeral(ephemeral);
    client.log(request, () => undefined);
  };
}
