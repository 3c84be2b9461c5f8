// Runs a Pulumi command so that SIGTERM ends it (twice if needed) before the Pod is killed and the lock stays.

import { CLOCK, type Clock } from "../terms/clock";

/**
 * Time that an interrupted run of Pulumi has to end the step that it is in, ms. A Pod of our manifests is killed 30 s after SIGTERM, with the lock
 * of its stack.
 */
const STEP_MS = 20_000;

/**
 * Runs a command of Pulumi. The signal interrupts it as Ctrl-C does, and once more after {@link STEP_MS}: Pulumi then leaves the step that it is
 * in, writes the state and gives back the lock. After the signal nothing begins.
 *
 * The Automation API never lets go of a signal that it was given: each run has one of its own.
 */
export async function interruptible<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>, clock: Clock = CLOCK): Promise<T> {
  signal.throwIfAborted();
  const controller = new AbortController();
  let noSecond: (() => void) | undefined;
  const interrupt = () => {
    controller.abort();
    noSecond = clock.after(STEP_MS, () => controller.signal.dispatchEvent(new Event("abort")));
  };
  signal.addEventListener("abort", interrupt);
  try {
    return await work(controller.signal);
  } finally {
    signal.removeEventListener("abort", interrupt);
    noSecond?.();
  }
}
