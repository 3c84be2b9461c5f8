// Fails the calls of components whose resources fail.

/** Calls under way that make a component: what fails each. */
const open = new Set<(error: unknown) => void>();

/** Time in which a call reports an error of its own: it awaits the outputs that fail. */
const OWN_MS = 1_000;

let listening = false;

/**
 * Runs what makes a component. Outputs that nobody awaits fail with it, and would end the process; an error that no call under way has reported
 * after a moment fails all of them, because one of them has caused it.
 */
export async function underWay<T>(work: () => Promise<T>): Promise<T> {
  listen();
  let fail: (error: unknown) => void = () => undefined;
  const lost = new Promise<never>((_, reject) => {
    fail = reject;
  });
  open.add(fail);
  try {
    return await Promise.race([work(), lost]);
  } finally {
    open.delete(fail);
  }
}

function listen(): void {
  if (listening) return;
  listening = true;
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error: unknown) => {
      const affected = [...open];
      setTimeout(() => {
        for (const fail of affected) if (open.has(fail)) fail(error);
      }, OWN_MS).unref();
    });
  }
}
