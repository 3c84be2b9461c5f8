/**
 * A secret as people have them: with what JSON, URLs and shells write otherwise. A piece of it is a leak already, so both halves are
 * looked for.
 */
export const canary = (of: string): string => `${of}Begin7Qz"\\&%${of}End9Xw`;

const halves = (secret: string): string[] => secret.split('"\\&%');

/** In base64 a secret can be read, too. The offset decides how it looks; the middle of each form is the same wherever the secret is. */
const inBase64 = (secret: string): string[] =>
  [0, 1, 2].map((offset) =>
    Buffer.from(" ".repeat(offset) + secret)
      .toString("base64")
      .slice(4, -4),
  );

/** A line in the middle of a private key. */
export const lineOf = (pem: string): string => pem.split("\n")[3] ?? "";

/** Names of the secrets that can be read in a text. */
export function found(text: string, secrets: { readonly [name: string]: string }): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) =>
    [...halves(secret), ...halves(secret).flatMap(inBase64)].some((piece) => piece.length > 5 && text.includes(piece)) ? [name] : [],
  );
}
