/** A request free of node's streams. */
export interface HttpRequest {
  method: string;
  /** Path and query as the client wrote them. */
  written: string;
  /** Lower-case names. */
  headers: { [name: string]: string | undefined };
  body: string;
  secure: boolean;
}

export interface HttpResponse {
  status: number;
  headers: { [name: string]: string | string[] };
  /** Bytes where the content is not text. */
  body: string | Buffer;
  /** Writes the body bit by bit, in place of `body`; called once the head has been sent. */
  stream?: (stream: Stream) => void;
}

/** An answer that goes on until one side ends it. */
export interface Stream {
  write(text: string): void;
  end(): void;
  /** Called once, whoever ended it. */
  onClose(listener: () => void): void;
}

/** The answer to a request, or the order to cut the connection. */
export type Outcome = HttpResponse | "drop";

export function json(status: number, body: unknown, headers: HttpResponse["headers"] = {}): HttpResponse {
  return { status, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) };
}

/** Scheme, host and port the way the client addressed us; urls in answers must carry the same. */
export function baseOf(request: HttpRequest): string {
  return `${request.secure ? "https" : "http"}://${request.headers.host ?? "localhost"}`;
}

/** A path with its escapes resolved; one that cannot be resolved stays as it is. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
