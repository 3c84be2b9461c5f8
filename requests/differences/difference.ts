import type { Answer } from "../answer/effect";
import type { Request } from "../answer/request";
import type { Condition, PathCondition, Protocol, ServedRule } from "../table/routing-table";

/** Requests of one name that the same two rules answer, differently. */
export interface Difference {
  group: string;
  protocol: Protocol;
  port: number;
  /** As {@link ServedPort.hosts}: of a broad name, the requests that no narrower one of both sides takes. */
  host: string;
  /** The narrower path of both rules. */
  path?: { match: PathCondition["is"]; value: string };
  /** One of the requests. */
  witness: Request;
  was: Answer;
  is: Answer;
  /** Absent where no rule takes them. */
  wasRule?: ServedRule;
  isRule?: ServedRule;
  /** False where there may be others beside, that could not be found. */
  certain: boolean;
}

/** Requests that the words for a difference would include, and that are answered all the same. */
export interface UnchangedRequests {
  /** Paths within it. */
  paths: PathCondition[];
  /** Further conditions of rules for its path: requests that meet all of one list. */
  conditions: Condition[][];
}

/** Requests of one name that were not all compared: of some it is not known whether they are answered alike. */
export interface Limit {
  /** As {@link ServedPort.hosts}. */
  host: string;
  port: number;
  /** The reason, in words: `more than 4096 kinds of requests`. */
  why: string;
}

export interface ComparisonResult {
  differences: Difference[];
  limits: Limit[];
}
