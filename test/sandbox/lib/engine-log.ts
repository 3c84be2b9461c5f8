import { Server, ServerCredentials } from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { empty } from "./protobuf";

/** An engine that writes down what resources say on their rows. */
export interface EngineLog {
  /** For {@link startHost}. */
  address: string;
  lines: string[];
  stop(): void;
}

export async function engineLog(): Promise<EngineLog> {
  const lines: string[] = [];
  const engine = new Server();
  const log = (call: { request: { getMessage(): string; getEphemeral(): boolean } }, done: (error: null, answer: object) => void) => {
    if (!call.request.getEphemeral()) lines.push(call.request.getMessage());
    done(null, empty());
  };
  engine.addService(EngineService, { log } as never);
  const port = await new Promise<number>((resolve, reject) =>
    engine.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) => (error ? reject(error) : resolve(bound))),
  );
  return { address: `127.0.0.1:${port}`, lines, stop: () => engine.forceShutdown() };
}
