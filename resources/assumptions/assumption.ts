// Type of an assumption about a server, which code marks with `@unverified ID`.

/** Statement about a server that its schema and its clients do not prove. Code that relies on it carries the mark `@unverified ID`. */
export interface Assumption {
  /** Question that a real server answers with yes or no. */
  readonly question: string;
  /** The answer that the code relies on, as a statement. */
  readonly assumed: string;
  /** Consequences of the other answer. */
  readonly otherwise: string;
  /** `api`: bodies and answers of the API tell. `requests`: only requests of clients tell. `person`: neither; somebody has to look. */
  readonly by: "api" | "requests" | "person";
  /** Way to find out. */
  readonly check: string;
  /** Codes of warnings and notices that only say that the answer is not known: a report that has the answer takes them back. */
  readonly settles?: readonly string[];
}

/** By ID: the name of the back end, a slash, and words. */
export type Assumptions = { readonly [id: string]: Assumption };
