// Types of a comparison of two routing tables: differences, and limits of the comparison.

import type { Answer } from "../answer/effect";
import type { Request } from "../answer/request";
import type { Condition, PathCondition, Protocol, ServedRule } from "../table/routing-table";

/** Requests of one host that the same pair of rules answers differently. */
export interface Difference {
  group: string;
  protocol: Protocol;
  port: number;
  /** As {@link ServedPort.hosts}: of a wildcard, requests without a narrower host on either side. */
  host: string;
  /** The narrower path of both rules. */
  path?: { match: PathCondition["is"]; value: string };
  /** An example request. */
  witness: Request;
  was: Answer;
  is: Answer;
  /** Absent if no rule matches. */
  wasRule?: ServedRule;
  isRule?: ServedRule;
  /** False where further requests may be affected that the search did not find. */
  certain: boolean;
}

/** Requests within the region of a difference whose answer stays the same. */
export interface UnchangedRequests {
  /** Paths within the region. */
  paths: PathCondition[];
  /** Further conditions within the region: requests that meet all of one list. */
  conditions: Condition[][];
}

/** Requests of one host that were not all compared; their answers may differ. */
export interface Limit {
  /** As {@link ServedPort.hosts}. */
  host: string;
  port: number;
  /** The reason: `more than 4096 kinds of requests`. */
  why: string;
}

export interface ComparisonResult {
  differences: Difference[];
  limits: Limit[];
}
