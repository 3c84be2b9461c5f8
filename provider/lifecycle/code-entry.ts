/** The gRPC status numbers an error of ours may carry; never an HTTP status. */
export const GRPC = {
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  alreadyExists: 6,
  permissionDenied: 7,
  failedPrecondition: 9,
  aborted: 10,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
} as const;

/** One row of the table of errors; the docs are rendered from it. */
export interface CodeEntry {
  /** One line: what it means. */
  meaning: string;
  /** What a person does about it. */
  remedy: string;
  /** gRPC status the engine gets: UNKNOWN, INTERNAL and DATA_LOSS would mark the state as possibly corrupt. */
  grpc: number;
}
