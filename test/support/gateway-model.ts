import type { GatewayModel, RequestPort, Rule } from "../../sdk/routing";

/** A request as a client sends it. */
export interface GatewayRequest {
  port: number;
  /** As in the header: in any case of letters, perhaps with a port. */
  host: string;
  path: string;
  /** Without the question mark. */
  query?: string;
  method?: string;
  headers?: Readonly<Record<string, string>>;
}

/** The rule of a Gateway that takes a request: the first by rank; undefined where none does. */
export function ruleFor({ ports }: Pick<GatewayModel, "ports">, request: GatewayRequest): Rule | undefined {
  const port = ports.find((one): one is RequestPort => one.port === request.port && "rules" in one);
  return port?.rules.find((rule) => takes(rule, request));
}

function takes({ host, except, match }: Rule, request: GatewayRequest): boolean {
  const name = request.host.replace(/:\d+$/, "").toLowerCase();
  const pairs = new URLSearchParams(request.query ?? "");
  const headers = new Map(Object.entries(request.headers ?? {}).map(([key, value]) => [key.toLowerCase(), value]));
  const fits = (is: string, expected: string, value: string | undefined | null) =>
    typeof value === "string" && (is === "exact" ? value === expected : new RegExp(`^(?:${expected})$`).test(value));
  return (
    isHost(host, name) &&
    !except.some((one) => isHost(one, name)) &&
    isPath(match.path, request.path) &&
    (match.method === undefined || match.method === (request.method ?? "GET")) &&
    match.headers.every(({ name: header, is, value }) => fits(is, value, headers.get(header.toLowerCase()))) &&
    match.queryParams.every(({ name: param, is, value }) => fits(is, value, pairs.get(param)))
  );
}

/** True for the host itself, for any number of labels before a wildcard's, and for every host where none is named. */
const isHost = (host: string, name: string): boolean =>
  host === "" || (host.startsWith("*.") ? name.endsWith(host.slice(1)) && name.length > host.length - 1 : name === host);

function isPath({ is, value }: Rule["match"]["path"], path: string): boolean {
  if (is === "exact") return path === value;
  if (is === "regex") return new RegExp(value).test(path);
  const stem = value.replace(/\/+$/, "");
  return path === stem || path.startsWith(`${stem}/`);
}
