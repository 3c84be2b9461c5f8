// A request in an access log, and the type of log formats.

import type { LoggedAnswer } from "./logged-answer";

/** A request in a line of an access log, reduced to parts that rules read. */
export interface LoggedRequest {
  /** Absent if the log lacks it. */
  scheme?: "http" | "https";
  /** In lower case, without port; empty if the client sent none; absent if the log lacks it. */
  host?: string;
  /** Port in the Host header. */
  port?: number;
  method: string;
  /** As sent, without query. */
  path: string;
  /** Parameters that rules read; `?` if there are only others, empty without query. Absent if the log lacks it. */
  search?: string;
  /** Address of the client, if rules read it and the log has it. */
  client?: string;
  /** Headers that rules read and the log has, by name in lower case; undefined: the request had none. */
  headers: ReadonlyMap<string, string | undefined>;
}

/** Parts of requests that rules read, beside host, path and method. */
export interface ReadParts {
  /** In lower case. */
  headers: ReadonlySet<string>;
  queries: ReadonlySet<string>;
  /** Address ranges of clients. */
  clients: readonly string[];
}

/** A format of access logs. */
export interface LogFormat {
  /** Value of `--log-format`. */
  name: string;
  /** Undefined for a line without a request in this format. */
  read(line: string, parts: ReadParts): LoggedRequest | undefined;
  /** Answer in the line; undefined if it has none. Absent if the format has none. */
  answer?(line: string): LoggedAnswer | undefined;
}
