import { X509Certificate } from "node:crypto";
import { generate } from "selfsigned";
import { readIfThere, writeAtomically } from "./atomic-file";

export interface TlsIdentity {
  key: string;
  cert: string;
}

const YEAR = 365 * 86_400_000;

/**
 * A self-signed certificate for loopback. With `file` it is kept there and used again, so that a stack which was told to
 * trust it yesterday still does.
 */
export async function tlsIdentity(file?: string): Promise<TlsIdentity> {
  const kept = file === undefined ? undefined : readKept(file);
  if (kept) return kept;
  const identity = await make();
  if (file !== undefined) writeAtomically(file, JSON.stringify(identity));
  return identity;
}

function readKept(file: string): TlsIdentity | undefined {
  const content = readIfThere(file);
  if (content === undefined) return undefined;
  try {
    const { key, cert } = JSON.parse(content) as TlsIdentity;
    return new Date(new X509Certificate(cert).validTo).getTime() > Date.now() ? { key, cert } : undefined;
  } catch {
    return undefined; // half written by something else: make a new one
  }
}

async function make(): Promise<TlsIdentity> {
  const made = await generate([{ name: "commonName", value: "k8s-lb sandbox" }], {
    algorithm: "sha256",
    keyType: "ec",
    notBeforeDate: new Date(Date.now() - 86_400_000), // clocks of other machines and containers may be behind
    notAfterDate: new Date(Date.now() + 10 * YEAR),
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", digitalSignature: true, keyCertSign: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      {
        name: "subjectAltName",
        altNames: [
          { type: 2, value: "localhost" },
          { type: 7, ip: "127.0.0.1" },
          { type: 7, ip: "::1" },
        ],
      },
    ],
  });
  return { key: made.private, cert: made.cert };
}
