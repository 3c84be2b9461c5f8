// Registers resources on a stack of its own, without stack traces, which cost time and fill the state.

/**
 * Runs what registers resources, on a stack of its own and without stack traces. The SDK writes down the stack of each promise of a resource, a
 * fifth of the time of a large program, and the frames of each registration go into the state. All of these frames are ours: the program's
 * own are gone since the specs were read.
 */
export function onOwnStack<T>(work: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    setImmediate(() => {
      const { stackTraceLimit } = Error;
      Error.stackTraceLimit = 0;
      try {
        resolve(work());
      } catch (error) {
        reject(error);
      } finally {
        Error.stackTraceLimit = stackTraceLimit;
      }
    });
  });
}
