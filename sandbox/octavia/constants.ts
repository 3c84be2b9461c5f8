// Values that the Octavia server knows, from its code and its default configuration.

/** Facts of the real server's code and of its default configuration. */
export const LISTENER_PROTOCOLS = ["TCP", "HTTPS", "HTTP", "TERMINATED_HTTPS", "UDP", "SCTP", "PROMETHEUS"];
export const POOL_PROTOCOLS = ["TCP", "HTTP", "HTTPS", "PROXY", "PROXYV2", "UDP", "SCTP"];
export const LB_ALGORITHMS = ["LEAST_CONNECTIONS", "ROUND_ROBIN", "SOURCE_IP", "SOURCE_IP_PORT"];
export const PERSISTENCE_TYPES = ["SOURCE_IP", "HTTP_COOKIE", "APP_COOKIE"];
export const MONITOR_TYPES = ["HTTP", "HTTPS", "PING", "TCP", "TLS-HELLO", "UDP-CONNECT", "SCTP"];
export const HTTP_METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "TRACE", "OPTIONS", "CONNECT", "PATCH"];
export const POLICY_ACTIONS = ["REJECT", "REDIRECT_TO_URL", "REDIRECT_TO_POOL", "REDIRECT_PREFIX"];
export const REDIRECT_CODES = [301, 302, 303, 307, 308];
export const RULE_TYPES = ["HOST_NAME", "PATH", "FILE_TYPE", "HEADER", "COOKIE", "SSL_CONN_HAS_CERT", "SSL_VERIFY_RESULT", "SSL_DN_FIELD"];
export const COMPARE_TYPES = ["REGEX", "STARTS_WITH", "ENDS_WITH", "CONTAINS", "EQUAL_TO"];
export const CLIENT_AUTHENTICATION = ["NONE", "OPTIONAL", "MANDATORY"];
export const ALPN_PROTOCOLS = ["h2", "http/1.1", "http/1.0"];
export const TLS_VERSIONS = ["SSLv3", "TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3"];

/** Protocols of the pools that a listener of each protocol can have. */
export const POOLS_OF_LISTENER: { [protocol: string]: string[] } = {
  TCP: ["HTTP", "HTTPS", "PROXY", "PROXYV2", "TCP"],
  HTTP: ["HTTP", "PROXY", "PROXYV2"],
  HTTPS: ["HTTPS", "PROXY", "PROXYV2", "TCP"],
  TERMINATED_HTTPS: ["HTTP", "PROXY", "PROXYV2"],
  UDP: ["UDP"],
  SCTP: ["SCTP"],
  PROMETHEUS: [],
};

/** A port can be used once per layer 4 protocol. */
export const layer4 = (protocol: string): string => (protocol === "UDP" || protocol === "SCTP" ? protocol : "TCP");

export const isDatagram = (protocol: unknown): boolean => protocol === "UDP" || protocol === "SCTP";

export const HTTP_HEADERS = ["X-Forwarded-For", "X-Forwarded-Port", "X-Forwarded-Proto", "X-Forwarded-IP", "X-Client-IP", "X-Real-IP"];
export const SSL_HEADERS = [
  "X-SSL-Client-Verify",
  "X-SSL-Client-Has-Cert",
  "X-SSL-Client-DN",
  "X-SSL-Client-CN",
  "X-SSL-Issuer",
  "X-SSL-Client-SHA1",
  "X-SSL-Client-Not-Before",
  "X-SSL-Client-Not-After",
];

export const DEFAULT_CIPHERS = [
  "TLS_AES_128_GCM_SHA256",
  "TLS_AES_256_GCM_SHA384",
  "TLS_CHACHA20_POLY1305_SHA256",
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES128-GCM-SHA256",
  "ECDHE-ECDSA-AES256-GCM-SHA384",
  "ECDHE-RSA-AES256-GCM-SHA384",
  "ECDHE-ECDSA-CHACHA20-POLY1305",
  "ECDHE-RSA-CHACHA20-POLY1305",
  "DHE-RSA-AES128-GCM-SHA256",
  "DHE-RSA-AES256-GCM-SHA384",
  "DHE-RSA-CHACHA20-POLY1305",
].join(":");
export const DEFAULT_TLS_VERSIONS = ["TLSv1.2", "TLSv1.3"];

export const TIMEOUTS = { timeout_client_data: 50000, timeout_member_connect: 5000, timeout_member_data: 50000, timeout_tcp_inspect: 0 };
export const LONGEST_TIMEOUT = 24 * 24 * 60 * 60 * 1000;
export const RESERVED_ADDRESSES = ["169.254.169.254"];
export const MOST_RULES_PER_POLICY = 50;
export const LAST_POSITION = 2147483647;
/** Seconds between UDP-CONNECT checks. */
export const SHORTEST_UDP_DELAY = 3;
export const LARGEST_BODY = 114688;
export const LARGEST_PAGE = 1000;
