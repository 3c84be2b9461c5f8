// Schema and types of expected requests.

import { z } from "zod";
import type { Request } from "../../../requests/answer/request";
import { isPort, isServiceName } from "../request-faults";

/** True for a Service with or without port, or `status 503`. */
function isRecipient(text: string): boolean {
  if (/^status [2-5]\d\d$/.test(text)) return true;
  const [name = "", port, ...more] = text.split(":");
  return isServiceName(name) && (port === undefined || isPort(port)) && more.length === 0;
}

/** Message for a text that {@link isRecipient} refuses. */
const RECIPIENT = "must be a Service such as default/web:80";

const SHARE = 'must be a part such as "90 %"';

/** Share of the requests: `90 %`, or a number up to 1. */
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

/** An expected request, as written in a file or program. */
export type ExpectationInput = z.input<typeof expectationSchema>;

/** An entry that passed the schema. */
export type ExpectationEntry = z.output<typeof expectationSchema>;

/** The expected answer; absent parts may have any value. */
export interface Expected extends Pick<ExpectationEntry, "servers" | "redirect" | "status" | "closed" | "path" | "host" | "arrives"> {
  /** Shares of the requests by Service. */
  to?: Record<string, number>;
}

/** A request, its expected answer, and where it is written. */
export interface Expectation {
  request: Request;
  expected: Expected;
  /** The entry as written. */
  input: ExpectationInput;
  file?: string;
  line?: number;
}

/** Fault of a part of an expectation; without `key`, of all of it. */
export interface Fault {
  key?: keyof ExpectationEntry;
  fault: string;
}
