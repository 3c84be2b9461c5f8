import { z } from "zod";
import { askedOf, type Request } from "../../../kinds/requests/request";

const SHARE = 'must be a part such as "90 %"';

/** Parts of the requests: `90 %`, or a number up to 1. */
const share = z.union(
  [
    z
      .string()
      .regex(/^\d+(\.\d+)?\s*%$/)
      .transform((text) => Number.parseFloat(text) / 100),
    z.number().min(0, SHARE).max(1, SHARE),
  ],
  SHARE,
);

/** A Service with or without its port, or a status that a part of the requests gets. */
const SERVICE = /^[^/\s:]+\/[^/\s:]+(:\d+)?$|^status \d{3}$/;
const service = z.string().regex(SERVICE, "must be a Service such as default/web:80");
const texts = z.record(z.string(), z.string());

/** One request, and what it must get. */
export const expectationSchema = z.strictObject({
  request: z.string().min(1).describe("Method and URL: `GET https://shop.example.com/cart`; without a method GET."),
  headers: texts.optional().describe("Headers of the request."),
  sni: z.string().optional().describe("Name of the TLS handshake; default: the host of the URL."),
  from: z.string().optional().describe("Address of the client; default: one that may connect."),
  port: z.number().int().min(1).max(65535).optional().describe("Port of the request, where the URL names none."),
  address: z.string().optional().describe("Virtual service or load balancer; default: the one that has the name in DNS."),
  clientCertificate: z.boolean().optional().describe("`false`: the client shows no certificate."),
  to: z
    .union([service, z.record(service, share)], "must be a Service such as default/web:80, or Services with their shares")
    .optional()
    .describe("The Service that gets the request, or Services with their shares."),
  servers: z.array(z.string()).min(1).optional().describe("All servers behind it, ready or not: `10.0.0.1:8080`."),
  redirect: z.string().optional().describe("The location that a redirect leads to."),
  status: z.number().int().min(100).max(599).optional().describe("The status of a redirect or of an answer without a server."),
  closed: z.literal(true, "must be true: leave it out where the connection is not closed").optional().describe("The connection is closed."),
  path: z.string().optional().describe("The path that arrives at the servers."),
  host: z.string().optional().describe("The host that arrives at the servers."),
  arrives: z
    .record(z.string(), z.string().nullable())
    .optional()
    .describe("Headers that arrive at the servers by name; `null` for one that is taken off."),
});

/** One request and what it must get, as a file or a program writes it. */
export type ExpectationInput = z.input<typeof expectationSchema>;

type Given = z.output<typeof expectationSchema>;

/** The answer that a request must get; what is absent may be anything. */
export interface Expected extends Pick<Given, "servers" | "redirect" | "status" | "closed" | "path" | "host" | "arrives"> {
  /** Parts of the requests by Service. */
  to?: Record<string, number>;
}

/** A request with what it must get, and where that is written. */
export interface Expectation {
  request: Request;
  expected: Expected;
  /** As it is written. */
  given: ExpectationInput;
  file?: string;
  line?: number;
}

/** The parts of an expectation that was checked by its schema, or what is wrong with it. */
export function expectationOf(given: Given, written: ExpectationInput): Expectation | { fault: string } {
  const { request: text, headers, sni, from, port, address, clientCertificate, to, ...rest } = given;
  const [, method = "GET", plain = ""] = /^(?:([A-Za-z]+)\s+)?(\S+)$/.exec(text.trim()) ?? [];
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
  if (!askedOf(request))
    return { fault: `request ${JSON.stringify(text)} is no request: write a method and a URL, "GET https://shop.example.com/cart"` };
  const fault = contradiction(given);
  if (fault !== undefined) return { fault };
  const shares = typeof to === "string" ? { [to]: 1 } : to;
  return { request, expected: { ...rest, ...(shares ? { to: shares } : {}) }, given: written };
}

const withPort = (url: string, port: number): string => url.replace(/^([a-z]+:\/\/(?:\[[^\]]*\]|[^/:?#]+))(?=$|[/?#])/i, `$1:${port}`);

/** Keys that say what servers get. */
const FORWARDED = ["to", "servers", "path", "host", "arrives"] as const;

function contradiction(given: Given): string | undefined {
  const forwarded = FORWARDED.find((key) => given[key] !== undefined);
  const others = (["redirect", "status", "closed"] as const).filter((key) => given[key] !== undefined);
  const [first, second] = [forwarded, ...others].filter((key) => key !== undefined);
  if (first === undefined) return "says nothing that the request must get: add to, redirect, status or closed";
  if (second === undefined || (first === "redirect" && second === "status" && others.length === 2)) return undefined;
  return `${first} and ${second} cannot both be: a request gets one answer`;
}
