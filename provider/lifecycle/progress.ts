// Shows progress, notices and warnings on the rows of resources.

import { identityIn } from "../../resources/identity";
import { printableLines } from "../../resources/printable";
import type { Properties } from "./bodies/json";
import { driftReporter } from "./drift";
import type { Context, DynamicProvider } from "./handler";

type Send = (urn: string, text: string, ephemeral: boolean, isWarning?: boolean) => Promise<void>;

let sender: Send | undefined;

/** By URN: done when the engine has every line so far. */
const sent = new Map<string, Promise<void>>();

/** By URN: what the work is at, until it is reported to the engine. */
const pending = new Map<string, { text: string; timer: NodeJS.Timeout }>();

/** No one can read a line that is shown for less; each is a call, which the answer waits for. */
const READABLE_MS = 200;

/**
 * Lines on the resource's own row. The host does not give a dynamic resource its URN, so the resource class hides it in
 * the inputs; the engine's address is the host's only argument. Without either there is no line, and whatever
 * goes wrong here is never an error of the resource.
 */
export function reporter(properties: Properties): Pick<Context, "progress" | "notice" | "drift" | "summary" | "warn"> {
  const urn = urnOf(properties);
  const notice = (text: string) => void send(urn, text, false);
  const component = typeof properties.__component === "string" ? properties.__component : urn;
  return {
    progress: (text) => progress(urn, text),
    notice,
    drift: driftReporter(properties, notice),
    summary: (text) => send(component, text, false),
    warn: (text) => send(component, text, false, true),
  };
}

/** A line of the run as a whole, of no row; a command prints it. */
export function announce(text: string): void {
  sender ??= connectOrNot();
  if (sender === nobody) process.stderr.write(`${printableLines(text)}\n`);
  else void send("", text, false);
}

/** The words for a login with the credentials of the environment, after those of the configuration were refused. */
export const takenFromEnvironment = (refused: string, taken: string, variable: string): string =>
  `${refused}, with the credentials of the configuration or of the last \`pulumi up\`; ${taken} of the environment (${variable} ...) is used instead. A plain \`pulumi up\` takes the configuration of today into the state.`;

/** The URN that the resource class hides in the inputs; empty where it did not. */
export const urnOf = (properties: Properties): string => identityIn(properties).urn;

function progress(urn: string, text: string): void {
  const timer = pending.get(urn)?.timer ?? setTimeout(() => void send(urn, taken(urn) ?? "", true), READABLE_MS).unref();
  pending.set(urn, { text, timer });
}

/** Takes out the line that is still to report. */
function taken(urn: string): string | undefined {
  const line = pending.get(urn);
  clearTimeout(line?.timer);
  pending.delete(urn);
  return line?.text;
}

/** One line after the other: calls that are under way together arrive in any order. */
function send(urn: string, text: string, ephemeral: boolean, isWarning = false): Promise<void> {
  sender ??= connectOrNot();
  const line = (sent.get(urn) ?? Promise.resolve()).then(() => sender?.(urn, text, ephemeral, isWarning));
  sent.set(urn, line);
  return line;
}

/**
 * Shows the address of a resource on its row when the work is done.
 * The answer waits for the lines, since one that came after it would stay for good.
 */
export function withRows(provider: DynamicProvider): DynamicProvider {
  async function settled<T>(
    properties: Properties,
    work: Promise<T>,
    outs: (done: T) => Properties | undefined = () => undefined,
  ): Promise<T> {
    const urn = urnOf(properties);
    const address = await work.then((done) => addressIn(outs(done) ?? {})).catch(() => undefined);
    taken(urn);
    if (sent.has(urn) || address !== undefined) await send(urn, address ?? "", true);
    sent.delete(urn);
    return work;
  }
  return {
    ...provider,
    create: (inputs) => settled(inputs, provider.create(inputs), ({ outs }) => outs),
    read: (id, props, importer) => settled(props, provider.read(id, props, importer)),
    update: (id, olds, news) => settled(news, provider.update(id, olds, news), ({ outs }) => outs),
    delete: (id, props) => settled(props, provider.delete(id, props)),
  };
}

/** Address, at the place where the outputs of each target have it. */
const addressIn = ({ address, vip }: Properties): string | undefined => [address, vip].find((value) => typeof value === "string");

function connectOrNot(): Send {
  try {
    return connect(process.argv.at(-1) ?? "");
  } catch {
    return nobody;
  }
}

const nobody: Send = () => Promise.resolve();

/** An engine that does not answer must not hold a resource. */
const PATIENCE_MS = 5_000;

/** The part of `@pulumi/pulumi/proto` in use; required late because programs and tests load this package without an engine. */
interface EngineProto {
  EngineClient: new (
    address: string,
    credentials: unknown,
  ) => { log(request: LogRequest, options: { deadline: number }, done: (error: unknown) => void): void };
}
interface LogRequest {
  setSeverity(severity: number): void;
  setMessage(text: string): void;
  setUrn(urn: string): void;
  setEphemeral(ephemeral: boolean): void;
}

function connect(address: string): Send {
  // The contract tests start the host with port 1: nothing listens there, and every line would only cost a failed call.
  if (!/^[^\s/]+:\d+$/.test(address) || address.endsWith(":1")) return nobody;
  const load = (name: string): unknown => require(require.resolve(name, { paths: [process.cwd(), __dirname] }));
  const { EngineClient } = load("@pulumi/pulumi/proto/engine_grpc_pb") as EngineProto;
  const { LogRequest: Request, LogSeverity } = load("@pulumi/pulumi/proto/engine_pb") as {
    LogRequest: new () => LogRequest;
    LogSeverity: { INFO: number; WARNING: number };
  };
  const grpc = load("@grpc/grpc-js") as { credentials: { createInsecure(): unknown } };
  const client = new EngineClient(address, grpc.credentials.createInsecure());
  return (urn, text, ephemeral, isWarning) =>
    new Promise((resolve) => {
      const request = new Request();
      request.setSeverity(isWarning ? LogSeverity.WARNING : LogSeverity.INFO);
      request.setMessage(printableLines(text));
      request.setUrn(urn);
      request.setEphemeral(ephemeral);
      client.log(request, { deadline: Date.now() + PATIENCE_MS }, () => resolve());
    });
}
