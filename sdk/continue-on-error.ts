// Makes outputs of failed resources unknown, so that exports do not fail a second time.

import * as pulumi from "@pulumi/pulumi";
import * as outputs from "@pulumi/pulumi/output";

/** The SDK's words for an output of a resource that failed in a run with `--continue-on-error`. */
const FAILED = /failed to register$/;

/**
 * An output that is unknown, instead of rejecting, when its resource failed and the run continues. The engine has printed the failure; an export
 * that rejects would end the program with a second one, printed with everything that can be reached from it. Older SDKs have no `recover`,
 * and no such outputs.
 */
export function unknownOnFailure<T>(output: pulumi.Output<T>): pulumi.Output<T> {
  const { recover }: { recover?: typeof outputs.recover } = outputs;
  if (!recover) return output;
  return recover(output, (error: unknown): pulumi.Input<T> => {
    if (error instanceof Error && FAILED.test(error.message)) return pulumi.output<unknown>(outputs.unknown) as pulumi.Output<T>;
    throw error;
  });
}
