/** A version of the Octavia API; a server has everything up to its version. */
export interface ApiVersion {
  readonly major: number;
  readonly minor: number;
}

/** Reads `2.26`, `v2.26`; undefined for anything else. */
export function parseVersion(text: string): ApiVersion | undefined {
  const found = /^v?(\d+)\.(\d+)$/i.exec(text.trim());
  return found ? { major: Number(found[1]), minor: Number(found[2]) } : undefined;
}

/** `2.26`. */
export function versionText({ major, minor }: ApiVersion): string {
  return `${major}.${minor}`;
}

/** True when `version` is `least` or newer. */
export function atLeast(version: ApiVersion, least: ApiVersion): boolean {
  return version.major !== least.major ? version.major > least.major : version.minor >= least.minor;
}

/** The largest of several versions; as numbers, so that 2.10 is newer than 2.9. */
export function newest(versions: readonly ApiVersion[]): ApiVersion | undefined {
  return versions.reduce<ApiVersion | undefined>((best, one) => (best && atLeast(best, one) ? best : one), undefined);
}
