/**
 * Whether a route is inside the prefix that was delegated to its object, by whole path segments: `/finance` takes in
 * `/finance/x` and not `/financex` (contour.md 1.2, "Prefix rule"). Nothing is normalised.
 */
export function isWithin(match: string, delegated: string): boolean {
  if (delegated === "") return true;
  return match !== "" && closed(match).startsWith(closed(delegated));
}

const closed = (path: string) => (path.endsWith("/") ? path : `${path}/`);
