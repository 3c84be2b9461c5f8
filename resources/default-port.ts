// The default port of http and https, which URLs and locations leave out.

/** Default port of a scheme; undefined where the scheme has none. */
export function defaultPort(scheme: "http" | "https"): number;
export function defaultPort(scheme: string): number | undefined;
export function defaultPort(scheme: string): number | undefined {
  return scheme === "http" ? 80 : scheme === "https" ? 443 : undefined;
}
