// Reads certificates in PEM.

/** One whole certificate. */
const CERTIFICATE = /-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----/g;
const BEGIN = "-----BEGIN CERTIFICATE-----";
/** First or last line of a private key of any label, with whatever blanks and dashes are around it; and the key files of PuTTY. */
const KEY_LINE = /\b(?:BEGIN|END)\s{1,9}(?:[A-Z0-9]{1,20}\s{1,9}){0,4}PRIVATE\s{1,9}KEY\b|PuTTY-User-Key-File/i;
/** A text in base64 that is long enough for a key, over any number of lines. */
const BASE64 = /[A-Za-z0-9+/][A-Za-z0-9+/\s]{30,}={0,2}/g;
/** A text may be in base64 that is in base64 already, no deeper. */
const MOST_LAYERS = 2;

/** The content of a field for certificates, which everybody may read. */
export interface PublicPem {
  /** The certificates, without anything else where there is something else; empty if all that is there is a private key. */
  text: string;
  /** A private key is in the field too. It is not in the text. */
  holdsKey: boolean;
}

/** Takes what may be published of a field for certificates. A text that is neither a certificate nor a key stays as it is. */
export function publicPem(text: string): PublicPem {
  const blocks = [...text.matchAll(CERTIFICATE)].filter(([, body = ""]) => !isKeyInBase64(body)).map(([block]) => block);
  const certificates = blocks.join("\n");
  if (holdsPrivateKey(text)) return { text: blocks.length > 0 ? `${certificates}\n` : "", holdsKey: true };
  const rest = text.replace(CERTIFICATE, "");
  // one that is cut off is told by its own fault
  const isWhole = blocks.length === 0 || rest.trim() === "" || rest.includes(BEGIN);
  return { text: isWhole ? text : `${certificates}\n`, holdsKey: false };
}

/** True for a text in which a private key is, whatever its form: PEM of any label, DER or a whole file in base64, beside certificates or alone. */
export function holdsPrivateKey(text: string, layer = 0): boolean {
  if (KEY_LINE.test(text)) return true;
  if ([...text.matchAll(CERTIFICATE)].some(([, body = ""]) => isKeyInBase64(body))) return true;
  return (text.replace(CERTIFICATE, " - ").match(BASE64) ?? []).some((match) => {
    if (isKeyInBase64(match)) return true;
    const inside = Buffer.from(match, "base64").toString("latin1");
    return KEY_LINE.test(inside) || (layer + 1 < MOST_LAYERS && /^[\s\w+/=-]+$/.test(inside) && holdsPrivateKey(inside, layer + 1));
  });
}

/** True for text with a certificate in PEM. */
export const holdsCertificate = (text: string): boolean => text.includes(BEGIN);

const OPENSSH = "openssh-key-v1\0";
/** The algorithms of an encrypted key of PKCS #8: those of PKCS #5 and #12 (RFC 8018, RFC 7292). */
const ENCRYPTION = ["2a864886f70d0105", "2a864886f70d010c01"];

function isKeyInBase64(text: string): boolean {
  const bytes = Buffer.from(text.slice(0, 200), "base64");
  return bytes.toString("latin1").startsWith(OPENSSH) || isKeyInDer(bytes);
}

/**
 * True for the first bytes of a private key. PKCS #1, PKCS #8, SEC 1 and PKCS #12 are sequences that begin with a version; a certificate,
 * a request and a public key begin with a sequence or a large number.
 */
function isKeyInDer(bytes: Buffer): boolean {
  const version = contentOf(bytes, 0, 0x30);
  if (version === undefined) return false;
  if (bytes[version] === 0x02) return bytes[version + 1] === 1 && (bytes[version + 2] ?? 9) <= 3;
  const algorithm = contentOf(bytes, version, 0x30);
  const name = algorithm === undefined ? undefined : contentOf(bytes, algorithm, 0x06);
  return name !== undefined && ENCRYPTION.some((oid) => bytes.subarray(name).toString("hex").startsWith(oid));
}

/** Place of the content of an element with this tag; undefined if another one is there. */
function contentOf(bytes: Buffer, at: number, tag: number): number | undefined {
  const length = bytes[at + 1];
  if (bytes[at] !== tag || length === undefined) return undefined;
  return at + 2 + (length > 0x80 && length < 0x85 ? length - 0x80 : 0);
}
