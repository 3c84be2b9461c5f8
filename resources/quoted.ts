// Quotes values in messages, without secrets.

/** Names of fields whose values are secrets, in manifests, settings and bodies alike. */
const SECRET = /^(?:key|tls\.key|key_?passphrase|private_?key|password|passphrase|token|secret|client_?secret|payload)$/i;
/** In place of what is not shown. */
const HIDDEN = "[secret]";

/** True for a field that is a secret itself, or lies within one. */
export function isSecretField(path: readonly PropertyKey[]): boolean {
  return path.some((part) => typeof part === "string" && SECRET.test(part));
}

/**
 * A wrong value as a message shows it: JSON in one line, and not too long. Members that are secrets are hidden, and texts that look like the
 * content of a key, which may be in any field when somebody has indented wrongly.
 */
export function quoted(value: unknown, longest: number): string {
  const text = JSON.stringify(value, (name, member: unknown) => (hides(name, member) ? HIDDEN : member)) ?? String(value);
  return text.length > longest ? `${text.slice(0, longest)}...` : text;
}

function hides(name: string, member: unknown): boolean {
  if (typeof member === "string") return SECRET.test(name) || isKeyMaterial(member);
  return SECRET.test(name) && typeof member === "object" && member !== null;
}

/** Letters of base64 without a break that no name and no hash in hexadecimal digits has. */
const LINE = 40;

function isKeyMaterial(text: string): boolean {
  if (text.includes("-----BEGIN")) return true;
  return text.split(/[^A-Za-z0-9+/=]+/).some((word) => word.length >= LINE && /[A-Z]/.test(word) && /[a-z]/.test(word) && /\d/.test(word));
}

/** An address without the user and the password in it, where no one should have put them. */
export function withoutUserInfo(address: string): string {
  return address.replace(/^([a-z]+:\/\/).*@|^[^@:]+:.*@/i, "$1********@");
}
