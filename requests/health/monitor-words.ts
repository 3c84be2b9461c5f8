// Describes what a health monitor of Octavia expects from a server.

/** Fields of an Octavia health monitor that describe its request and the expected answer. */
export interface MonitorFacts {
  readonly type?: unknown;
  readonly http_method?: unknown;
  readonly url_path?: unknown;
  readonly expected_codes?: unknown;
  readonly timeout?: unknown;
  readonly admin_state_up?: unknown;
}

/** `GET / did not answer 200 within 5 s`: Octavia gives no reason for a member that is down, so this names what its monitor expects. */
export function monitorText({ type, http_method, url_path, expected_codes, timeout }: MonitorFacts): string {
  const within = typeof timeout === "number" ? ` within ${timeout} s` : "";
  switch (type) {
    case "HTTP":
    case "HTTPS": {
      const tls = type === "HTTPS" ? " over TLS" : "";
      return `${textOr(http_method, "GET")} ${textOr(url_path, "/")}${tls} did not answer ${textOr(expected_codes, "200")}${within}`;
    }
    case "TCP":
      return `no TCP connection${within}`;
    case "TLS-HELLO":
      return `no TLS handshake${within}`;
    case "PING":
      return `no answer to ping${within}`;
    case "UDP-CONNECT":
      return "the port is unreachable over UDP";
    case "SCTP":
      return `no SCTP association${within}`;
    default:
      return "no answer to the monitor, or a wrong one";
  }
}

const textOr = (value: unknown, otherwise: string): string => (typeof value === "string" && value !== "" ? value : otherwise);
