// Ends a command quietly when its reader closes the pipe (EPIPE).

/** Ignores EPIPE: `head` closed the pipe. Ends the process, whose further output has no reader. */
export function endOnBrokenPipe(output: NodeJS.EventEmitter, end: () => void): void {
  output.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    end();
  });
}
