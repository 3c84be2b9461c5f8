/** `k8s-lb translate ... | head` has read enough: that is no failure, and the rest is for nobody. */
export function endWithReader(output: NodeJS.EventEmitter, end: () => void): void {
  output.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    end();
  });
}
