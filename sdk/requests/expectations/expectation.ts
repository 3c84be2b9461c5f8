import { z } from "zod";
import type { Request } from "../../../requests/answer/request";
import { isPort, isServiceName } from "../request-faults";

/** A Service with or without its port, or a status that a part of the requests gets. */
function isRecipient(text: string): boolean {
  if (/^status [2-5]\d\d$/.test(text)) return true;
  const [name = "", port, ...more] = text.split(":");
  return isServiceName(name) && (port === undefined || isPort(port)) && more.length === 0;
}

/** Words for a text that {@link isRecipient} refuses. */
const RECIPIENT = "must be a Service such as default/web:80";

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

const service = z.string().refine(isRecipient, RECIPIENT);
const texts = z.record(z.string(), z.string());

export const expectationSchema = z.strictObject({
  request: z.string().min(1).describe("Method and URL: `GET https://shop.example.com/cart`; without a method GET."),
  headers: texts.optional().describe("Headers of the request."),
  sni: z.string().optional().describe("Name of the TLS handshake; default: the host of the URL."),
  from: z.string().optional().describe("Address of the client; default: one that may connect."),
  port: z.number().int().min(1).max(65535).optional().describe("Port of the request, where the URL names none."),
  address: z.string().optional().describe("Virtual service or load balancer; default: the one that has the name in DNS."),
  clientCertificate: z.boolean().optional().describe("`false`: the client shows no certificate."),
  to: z
    .union([service, z.record(service, share)], `${RECIPIENT}, or Services with their shares`)
    .optional()
    .describe("The Service that gets the request, or Services with their shares."),
  servers: z.array(z.string()).min(1).optional().describe("All servers behind it, ready or not: `10.0.0.1:8080`."),
  redirect: z.string().optional().describe("The location that a redirect leads to."),
  status: z.number().int().min(200).max(599).optional().describe("The status of a redirect or of an answer without a server."),
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

/** An expectation that was checked by its schema. */
export type ExpectationEntry = z.output<typeof expectationSchema>;

/** The answer that a request must get; what is absent may be anything. */
export interface Expected extends Pick<ExpectationEntry, "servers" | "redirect" | "status" | "closed" | "path" | "host" | "arrives"> {
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

/** Something wrong with a part of an expectation; without a key with all of it. */
export interface Fault {
  key?: keyof ExpectationEntry;
  fault: string;
}
