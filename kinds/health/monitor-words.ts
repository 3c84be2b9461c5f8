/** A health monitor of Octavia, as far as it says what it asks. */
export interface MonitorFacts {
  readonly type?: unknown;
  readonly http_method?: unknown;
  readonly url_path?: unknown;
  readonly expected_codes?: unknown;
  readonly timeout?: unknown;
  readonly admin_state_up?: unknown;
}

/** `the monitor asks GET / and wants 200`: Octavia gives no reason for a member that is down, so this is what it did not do. */
export function monitorText({ type, http_method, url_path, expected_codes, timeout }: MonitorFacts): string {
  const within = typeof timeout === "number" ? ` within ${timeout} s` : "";
  switch (type) {
    case "HTTP":
    case "HTTPS": {
      const tls = type === "HTTPS" ? " over TLS" : "";
      return `the monitor asks ${textOr(http_method, "GET")} ${textOr(url_path, "/")}${tls} and wants ${textOr(expected_codes, "200")}${within}`;
    }
    case "TCP":
      return `the monitor opens a TCP connection${within}`;
    case "TLS-HELLO":
      return `the monitor begins a TLS handshake and wants an answer${within}`;
    case "PING":
      return `the monitor sends a ping and wants an answer${within}`;
    case "UDP-CONNECT":
      return "the monitor sends a UDP datagram and wants no ICMP error";
    case "SCTP":
      return `the monitor opens an SCTP association${within}`;
    default:
      return "the answer to the monitor is missing or wrong";
  }
}

const textOr = (value: unknown, otherwise: string): string => (typeof value === "string" && value !== "" ? value : otherwise);
