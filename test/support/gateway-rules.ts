import fc from "fast-check";
import type { RequestPort, Rule } from "../../sdk/routing";
import { HTTP_LISTENER } from "../../sdk/routing";
import { type GatewayRequest, specOf } from "./octavia-gateway";

const owner = specOf("HTTPRoute", "web");

/** A rule as a test draws it. */
export interface Drawn {
  host: string;
  except: string[];
  match: Rule["match"];
  redirects: boolean;
}

/** Rules whose answers name their index: a pool `3`, or a redirect to the host `3.to`. */
export const port = (drawn: readonly Drawn[]): RequestPort => ({
  protocol: "HTTP",
  port: 80,
  certificates: [],
  rules: drawn.map(({ redirects, ...rule }, index) => ({
    ...rule,
    listener: HTTP_LISTENER,
    owner,
    at: "/spec/rules/0",
    index,
    to: redirects ? { redirect: { hostname: `${index}.to`, statusCode: 302 as const } } : { answer: 500 as const },
  })),
});

const HOSTS = ["", "a.com", "*.a.com", "b.a.com", "*.b.a.com", "other.org"];
const path = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom("/", "/a", "/a/", "/ab", "/a/b", "/a/b/c", "/c").map((value) => ({ is: "segments" as const, value })),
  },
  { weight: 2, arbitrary: fc.constantFrom("/", "/a", "/a/b", "/c'd&e").map((value) => ({ is: "exact" as const, value })) },
  fc.constantFrom("/a.*", "/[ac]", "/c['&].*").map((value) => ({ is: "regex" as const, value })),
);
const header = fc.record({
  name: fc.constantFrom("X", "y"),
  is: fc.constantFrom("exact" as const, "exact" as const, "regex" as const),
  value: fc.constantFrom("1", "-i", "1|2", "a b"),
});
/** Rules that meet one another often. */
export const drawnRule: fc.Arbitrary<Drawn> = fc.record({
  host: fc.constantFrom(...HOSTS),
  except: fc.uniqueArray(fc.constantFrom("b.a.com", "*.b.a.com", "a.com", "*.a.com"), { maxLength: 2 }),
  match: fc.record({
    path,
    headers: fc.oneof(
      { weight: 3, arbitrary: fc.constant<Rule["match"]["headers"]>([]) },
      fc.uniqueArray(header, { maxLength: 2, selector: ({ name }) => name }),
    ),
    queryParams: fc.constant<Rule["match"]["queryParams"]>([]),
  }),
  redirects: fc.boolean(),
});

const HEADERS: readonly GatewayRequest["headers"][] = [{}, { x: "1" }, { x: "2", y: "1" }, { x: "-i" }, { y: "a b", x: "1" }, { y: "1" }];

/** Requests that tell such rules apart. */
export const REQUESTS: GatewayRequest[] = ["a.com", "A.com:8080", "b.a.com", "c.b.a.com:80", "d.a.com", "other.org", "xa.com"].flatMap(
  (host) =>
    ["/", "/a", "/a/", "/ab", "/a/b", "/a/b/c", "/a/bc", "/c", "/c'd&e", "/c&"].flatMap((one) =>
      HEADERS.map((headers) => ({ host, path: one, headers })),
    ),
);
