// A spinner on the terminal for work that takes longer than a second.
const PATIENCE_MS = 1_000;

/**
 * Says on stderr what is being waited for, when it takes longer than a second. Only on a terminal: logs get no spinners.
 *
 * @param what e.g. "Reading the cluster"
 */
export async function withProgress<T>(what: string, work: () => Promise<T>, output: NodeJS.WriteStream = process.stderr): Promise<T> {
  if (!output.isTTY) return work();
  let stop = () => {};
  const timer = setTimeout(async () => {
    // Loaded here: most calls are done before.
    const { default: spinner } = await import("yocto-spinner");
    const shown = spinner({ text: what, stream: output });
    if (stop === ended) return;
    shown.start();
    stop = () => shown.stop();
  }, PATIENCE_MS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    stop();
    stop = ended;
  }
}

/** The work was done while the spinner was loaded. */
function ended(): void {}
