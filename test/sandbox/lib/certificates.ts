import { generate } from "selfsigned";

/** A certificate with its key, both PEM. */
export interface KeyPair {
  certificate: string;
  key: string;
}

/** Makes a certificate; keys are new for each run, none lies in the repository. */
export async function certificateFor(commonName: string): Promise<KeyPair> {
  const made = await generate([{ name: "commonName", value: commonName }], { keySize: 2048 });
  return { certificate: made.cert, key: made.private };
}
