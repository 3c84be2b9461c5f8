import { type CodeEntry, GRPC } from "./code-entry";

/** What can go wrong with the objects of Mizar and Arktos. */
export const MIZAR_KIND_CODES = {
  LB2060: {
    meaning: "Mizar could never provision this object as it is declared.",
    remedy: "Correct the named field: the API server accepts anything here, and the operator then leaves the object alone for ever.",
    grpc: GRPC.invalidArgument,
  },
  LB2061: {
    meaning: "An object to be taken over differs where only a new object could be as declared.",
    remedy: "Declare the named field as it is, or delete that object.",
    grpc: GRPC.failedPrecondition,
  },
  LB2062: {
    meaning: "The operator did not provision an object in time.",
    remedy: "Run the command again: it goes on waiting. `provisionTimeout` is the bound in seconds; the reason is the operator's last one.",
    grpc: GRPC.deadlineExceeded,
  },
  LB2063: {
    meaning: "The operator has given an object up, or the controller says that it failed.",
    remedy:
      "Correct what the reason names, then replace the object: `pulumi up --replace URN`. The operator tries a failed object only once.",
    grpc: GRPC.failedPrecondition,
  },
  LB2064: {
    meaning: "An object does not go although it was deleted: a finalizer holds it.",
    remedy:
      "Remove what it waits for and run the command again; `deleteTimeout` is the bound in seconds. As a last resort set `forceFinalizerRemoval: true`, run `pulumi up`, and delete again.",
    grpc: GRPC.deadlineExceeded,
  },
  LB2065: {
    meaning: "An object that is to be changed is gone, or is being deleted.",
    remedy: "Run `pulumi refresh`, then `pulumi up`.",
    grpc: GRPC.failedPrecondition,
  },
} as const satisfies Record<string, CodeEntry>;
