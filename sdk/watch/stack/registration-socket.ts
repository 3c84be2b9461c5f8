// The socket on which components register with watch, and read which objects it holds.

import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ASKS_LAST_KNOWN_GOOD, type LastKnownGood } from "../../components/last-known-good";
import { type ComponentDescriptor, UNKNOWN_MARK } from "../../components/register-with-watch";
import { isRecord, UNKNOWN } from "../../specs";

/** Socket on which components register, and from which they read the held objects, in a folder that only this user may enter. */
export class RegistrationSocket {
  /** Objects that are held at their last known good version. */
  lastKnownGood: () => readonly LastKnownGood[] = () => [];
  private received: ComponentDescriptor[] = [];

  private constructor(
    private readonly server: Server,
    readonly folder: string,
    readonly path: string,
  ) {}

  static async listen(): Promise<RegistrationSocket> {
    const folder = await mkdtemp(join(tmpdir(), "k8s-lb-"));
    const path = process.platform === "win32" ? `\\\\.\\pipe\\${folder.replace(/[^A-Za-z0-9-]/g, "-")}` : join(folder, "watch.sock");
    // the program ends its side when it has sent everything
    const server = createServer({ allowHalfOpen: true });
    const socket = new RegistrationSocket(server, folder, path);
    server.on("connection", (connection) => {
      let text = "";
      connection.setEncoding("utf8");
      connection.on("data", (chunk) => {
        text += String(chunk);
      });
      connection.on("end", () => {
        connection.end(socket.receive(text));
      });
      connection.on("error", () => undefined);
    });
    await new Promise<void>((done, failed) => {
      server.once("error", failed);
      server.listen(path, done);
    });
    return socket;
  }

  /** Components handed over since the last call. */
  take(): ComponentDescriptor[] {
    const received = this.received;
    this.received = [];
    return received;
  }

  async close(): Promise<void> {
    await new Promise((done) => this.server.close(done));
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Takes a component; the answer to a question. */
  private receive(text: string): string {
    const value = parsed(text);
    if (isComponentDescriptor(value)) this.received.push(value);
    return isRecord(value) && value.asks === ASKS_LAST_KNOWN_GOOD ? JSON.stringify(this.lastKnownGood()) : "";
  }
}

/** A program that ends in the middle of a word has failed, and its run shows why. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown) => (value === UNKNOWN_MARK ? UNKNOWN : value));
  } catch {
    return undefined;
  }
}

/** The program may have another release of this package, whose form is another: that is ignored. */
function isComponentDescriptor(value: unknown): value is ComponentDescriptor {
  if (!isRecord(value) || !isRecord(value.options)) return false;
  const lists = [value.clusters, value.files, value.objects];
  return (
    [value.target, value.kind, value.name, value.options.owner].every((text) => typeof text === "string") && lists.every(Array.isArray)
  );
}
