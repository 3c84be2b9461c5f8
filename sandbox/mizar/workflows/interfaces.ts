import { createHash } from "node:crypto";

/** The namespace of URLs among name-based UUIDs (RFC 9562, 6.6). */
const URLS = Buffer.from("6ba7b8119dad11d180b400c04fd430c8", "hex");

/** The two ends of an endpoint's virtual cable: named after the first eight digits of a version 3 UUID of the endpoint's name. */
export function interfaceNames(endpoint: string): { itf: string; veth: string } {
  const id = createHash("md5").update(URLS).update(endpoint).digest("hex").slice(0, 8);
  return { itf: `eth-${id}`, veth: `veth-${id}` };
}
