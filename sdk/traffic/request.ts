import type { LoggedAnswer } from "./logged-answer";

/** A request as a line of an access log has it. Nothing that no rule reads is in it. */
export interface LoggedRequest {
  /** Absent where the log does not hold it. */
  scheme?: "http" | "https";
  /** In lower case, without a port; empty where the client named none; absent where the log does not hold it. */
  host?: string;
  /** The port that the client named with the host. */
  port?: number;
  method: string;
  /** As sent, without its query. */
  path: string;
  /** The parameters that rules read; `?` where there are others alone, empty without a query. Absent where the log does not hold it. */
  search?: string;
  /** Address of the client, where rules read it and the log holds it. */
  client?: string;
  /** Headers that rules read and the log holds, by name in lower case; undefined: the request had none. */
  headers: ReadonlyMap<string, string | undefined>;
}

/** Properties of requests that rules read, beside host, path and method. */
export interface ReadParts {
  /** In lower case. */
  headers: ReadonlySet<string>;
  queries: ReadonlySet<string>;
  /** Ranges of clients. */
  clients: readonly string[];
}

/** One form of access logs. */
export interface LogFormat {
  /** Word of `--log-format`. */
  name: string;
  /** Undefined for a line that is no request of this form. */
  read(line: string, parts: ReadParts): LoggedRequest | undefined;
  /** The answer to the request of the line; undefined where the line has none. Absent where no line has one. */
  answer?(line: string): LoggedAnswer | undefined;
}
