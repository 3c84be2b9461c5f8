import { generateKeyPairSync } from "node:crypto";
import { describeObject } from "../../resources/diagnostic";
import { withoutSecrets } from "../../sdk/plan";
import { TARGETS } from "../../sdk/targets";
import { PRIVATE_KEY } from "./pem";
import { PUBLIC_SETTINGS } from "./public-pem";

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const passphrase = { cipher: "aes-256-cbc", passphrase: "pass" };
export const RSA = privateKey.export({ type: "pkcs8", format: "pem" }).toString();

/** A private key in every form that people have. */
export const KEY_FORMS: { readonly [form: string]: string } = {
  EC: PRIVATE_KEY,
  "PKCS #8": RSA,
  "PKCS #1": privateKey.export({ type: "pkcs1", format: "pem" }).toString(),
  "encrypted PKCS #8": privateKey.export({ type: "pkcs8", format: "pem", ...passphrase }).toString(),
  "encrypted PKCS #1": privateKey.export({ type: "pkcs1", format: "pem", ...passphrase }).toString(),
  OpenSSH: `-----BEGIN OPENSSH PRIVATE KEY-----\n${Buffer.from(`openssh-key-v1\0${"x".repeat(90)}`).toString("base64")}\n-----END OPENSSH PRIVATE KEY-----\n`,
  "blanks around": RSA.replace(/^/gm, "   ").replaceAll("\n", "  \r\n"),
  "one line": RSA.replaceAll("\n", " "),
  "base64 of the file": Buffer.from(RSA).toString("base64"),
  "DER in base64": privateKey.export({ type: "pkcs8", format: "der" }).toString("base64"),
  "under the label of a certificate": RSA.replaceAll("PRIVATE KEY", "CERTIFICATE"),
};

/** Lines of a key that are in a text, also if the text is in base64 or JSON. */
export function partsIn(text: string, key: string): string[] {
  const lines = key.split(/\s+/).filter((line) => line.length > 30);
  const pieces = lines.map((line) => line.slice(0, 60));
  return pieces.filter((piece) => text.includes(piece) || text.includes(Buffer.from(piece).toString("base64").slice(4, -4)));
}

/** Everything of a translation that somebody may read, and what is reported. */
export function published(to: keyof typeof PUBLIC_SETTINGS, specs: object[]) {
  const target = TARGETS[to];
  const plan = target.translate(
    target.read(
      specs.map((value) => ({ value })),
      [],
    ),
    { settings: { ...PUBLIC_SETTINGS[to] } },
  );
  const { statuses, diagnostics } = plan;
  const text = JSON.stringify([target.objects(plan, {}), withoutSecrets(plan.resources, target.kinds), statuses, diagnostics, plan.facts]);
  const reported = statuses.flatMap(({ object, state, diagnostics: own }) =>
    own
      .filter(({ code }) => code === "LB1120")
      .map(({ severity, pointer, message }) => ({ object: describeObject(object), state, severity, pointer, message })),
  );
  return { text, told: reported, statuses };
}
