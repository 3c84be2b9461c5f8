import { createPrivateKey, X509Certificate } from "node:crypto";
import { isUnknown, type Unknown } from "../../specs";

/** Whether a proxy could load it; what is not known yet passes. */
export function isCertificate(text: string | Unknown): boolean {
  return isUnknown(text) || parses(() => new X509Certificate(text));
}

export function isPrivateKey(text: string | Unknown): boolean {
  return isUnknown(text) || parses(() => createPrivateKey(text));
}

function parses(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
