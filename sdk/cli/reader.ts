/** `k8s-lb translate ... | head` has read enough: that is no failure, and the rest has no reader. */
export function endWithReader(output: NodeJS.EventEmitter, end: () => void): void {
  output.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    end();
  });
}
