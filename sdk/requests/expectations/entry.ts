// Turns a validated entry of an expectations file into a request and its expected answer.

import { parseRequest, type Request } from "../../../requests/answer/request";
import { isRequestUrl, requestFault } from "../request-faults";
import type { Expectation, ExpectationEntry, ExpectationInput, Fault } from "./expectation";
import { expectedFault } from "./expected-faults";

/** The expectation of an entry, or its fault. */
export function expectationOf(entry: ExpectationEntry, written: ExpectationInput): Expectation | Fault {
  const { request: text, headers, sni, from, port, address, clientCertificate, to, ...rest } = entry;
  const [, method = "GET", plain = ""] = /^(?:(\S+)\s+)?(\S+)$/.exec(text.trim()) ?? [];
  const url = port === undefined ? plain : withPort(plain, port);
  const request: Request = {
    url,
    method: method.toUpperCase(),
    ...(headers ? { headers } : {}),
    ...(sni === undefined ? {} : { sni }),
    ...(from === undefined ? {} : { from }),
    ...(address === undefined ? {} : { address }),
    ...(clientCertificate === undefined ? {} : { clientCertificate }),
  };
  const fault = sentFault(request, entry) ?? expectedFault(entry, url);
  if (fault) return fault;
  const shares = typeof to === "string" ? { [to]: 1 } : to;
  return { request, expected: { ...rest, ...(shares ? { to: shares } : {}) }, input: written };
}

/** Adds a port to the host, or to the Service of a layer 4 URL. */
const withPort = (url: string, port: number): string =>
  url.replace(/^((?:tcp|udp):\/\/(?:\[[^\]]*\]|[^:?#]+)|[a-z]+:\/\/(?:\[[^\]]*\]|[^/:?#]+))(?=$|[/?#])/i, `$1:${port}`);

/** Fault of a request that no client can send. */
function sentFault(request: Request, { request: text, port }: ExpectationEntry): Fault | undefined {
  const requestError = isRequestUrl(request.url) ? requestFault(request) : undefined;
  const written = JSON.stringify(text);
  if (requestError?.part === "url" || requestError?.part === "method")
    return { key: "request", fault: `request ${written}: ${requestError.message}` };
  if (requestError) return { key: requestError.part, fault: `${requestError.part}: ${requestError.message}` };
  const parsed = parseRequest(request);
  if (!parsed)
    return { key: "request", fault: `request ${written} is not a request: write a method and a URL, "GET https://shop.example.com/cart"` };
  if (port !== undefined && port !== parsed.port)
    return { key: "port", fault: `port ${port} and port ${parsed.port} of the URL cannot both be: leave one out` };
  return undefined;
}
