// A time limit for work that nobody else ends.

/**
 * The result of the work, if it comes in time. The work itself goes on.
 *
 * @param missing what did not come, for the message: `no answer within 20 s`
 * @throws Error when the time is over
 */
export async function withTimeLimit<T>(work: Promise<T>, limitMs: number, missing: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${missing} within ${limitMs / 1000} s`)), limitMs);
    timer.unref(); // the work holds the process, if anything does
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
