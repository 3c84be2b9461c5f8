// Runs work of `check` and `diff` so that no error stops a preview.

/** The result of `work`, or `otherwise` if it throws: check and diff run for every resource of a preview, and none may stop it. */
export function neverThrows<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
