import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type HandedComponent, UNKNOWN_MARK } from "../../components/hand-over";
import { isRecord, UNKNOWN } from "../../specs";

/** Socket to which components hand over their inputs, in a folder that only this user may enter. */
export class HandOverSocket {
  private heard: HandedComponent[] = [];

  private constructor(
    private readonly server: Server,
    readonly folder: string,
    readonly path: string,
  ) {}

  static async listen(): Promise<HandOverSocket> {
    const folder = await mkdtemp(join(tmpdir(), "k8s-lb-"));
    const path = process.platform === "win32" ? `\\\\.\\pipe\\${folder.replace(/[^A-Za-z0-9-]/g, "-")}` : join(folder, "watch.sock");
    // the program ends its side when it has sent everything
    const server = createServer({ allowHalfOpen: true });
    const socket = new HandOverSocket(server, folder, path);
    server.on("connection", (connection) => {
      let text = "";
      connection.setEncoding("utf8");
      connection.on("data", (chunk) => {
        text += String(chunk);
      });
      connection.on("end", () => {
        socket.hear(text);
        connection.end();
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
  take(): HandedComponent[] {
    const heard = this.heard;
    this.heard = [];
    return heard;
  }

  async close(): Promise<void> {
    await new Promise((done) => this.server.close(done));
    await rm(this.folder, { recursive: true, force: true });
  }

  private hear(text: string): void {
    const told = parsed(text);
    if (isHandedComponent(told)) this.heard.push(told);
  }
}

/** A program that ends in the middle of a word has failed, and its run tells why. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown) => (value === UNKNOWN_MARK ? UNKNOWN : value));
  } catch {
    return undefined;
  }
}

/** The program may have another release of this package: what it says in another form is not for us. */
function isHandedComponent(told: unknown): told is HandedComponent {
  if (!isRecord(told) || !isRecord(told.options)) return false;
  const lists = [told.clusters, told.files, told.objects];
  return [told.target, told.kind, told.name, told.options.owner].every((text) => typeof text === "string") && lists.every(Array.isArray);
}
