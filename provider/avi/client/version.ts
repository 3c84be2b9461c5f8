/** The newest API whose fields this package knows. */
const NEWEST_VERSION = "30.2.1";

/** Negative, zero or positive as `left` is older than, the same as or newer than `right`. */
export function compareVersions(left: string, right: string): number {
  const one = parts(left);
  const other = parts(right);
  for (let index = 0; index < 3; index++) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The version to speak: the controller's own, but none that is newer than what we know. */
export function negotiated(controller: string | undefined): string {
  const found = controller && /^\d+(\.\d+){1,2}/.exec(controller)?.[0];
  if (!found) return NEWEST_VERSION;
  return compareVersions(found, NEWEST_VERSION) > 0 ? NEWEST_VERSION : found;
}

function parts(version: string): number[] {
  return version.split(/[.-]/).slice(0, 3).map(Number);
}
