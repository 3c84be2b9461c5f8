import { existsSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { parse } from "yaml";
import { withoutMarkedSecrets } from "../../../provider";
import { isKubeconfigText } from "../../../resources/kubeconfig-text";
import { isSecretField } from "../../../resources/quoted";
import { isRecord } from "../../specs";
import { isSecret } from "../../watch/stack/stack-state";
import { isCommon } from "./plain-words";

/** Variables and settings that hold a secret. */
const SECRET_NAME = /pass|pwd|secret|token|cred|private|cookie|api_?key|access_?key|_key$|keydata$|^key$/i;
/** Names of what leads to a secret, and of words about one. */
const NO_SECRET = /(?:name|namespace|ref|refs|file|path|timeout|type|kind)s?$/i;
const SECRET_IN_KUBECONFIG = /token|password|-data$|^value$|secret|cookie|key$/i;
const HIDDEN = "[secret]";
/** Fewer letters are a word. */
const SHORTEST = 4;
/** So many secrets are looked for; a state may have thousands of keys, which are found by their form too. */
const MOST = 3_000;
/** Larger files are no kubeconfig. */
const LARGEST = 4_000_000;
/** So much of the beginning of a secret is one, where a message was cut. */
const BEGINNING = 8;

/** Secrets of this machine, of a stack and of its state, by value: wherever one has got, no text of a bundle has it. */
export class KnownSecrets {
  private readonly values = new Set<string>();

  /** Takes a value, and its lines where it has several. */
  add(value: unknown): void {
    if (typeof value !== "string") return;
    for (const part of [value.trim(), ...value.split(/\r?\n/).map((line) => line.trim())]) {
      const isPem = part.startsWith("-----") && !part.includes("\n");
      if (part.length >= SHORTEST && !isPem && !isCommon(part) && this.values.size < MOST) this.values.add(part);
    }
  }

  /** Variables whose names say so, credentials in addresses, and those of every kubeconfig that would be read. */
  addEnvironment(env: NodeJS.ProcessEnv): void {
    for (const [name, value = ""] of Object.entries(env)) this.addNamed(name, value);
    const files = (env.KUBECONFIG ?? join(env.HOME ?? homedir(), ".kube", "config")).split(delimiter);
    for (const file of files) this.addKubeconfigAt(file);
  }

  /** The value of a variable or a setting. */
  addNamed(name: string, value: string, secret = false): void {
    if (secret || holdsSecret(name)) this.add(value);
    if (isKubeconfigText(value)) this.addKubeconfig(value);
    else if (/kubeconfig$/i.test(name)) this.addKubeconfigAt(value);
    for (const [, user = "", password = ""] of value.matchAll(/:\/\/([^:@/\s]*):?([^@/\s]*)@/g))
      for (const one of [user, password]) this.add(one);
    for (const [, parameter = ""] of value.matchAll(/[?&][^=&\s]+=([^&\s#]+)/g)) this.add(parameter);
  }

  /** Secrets that a document holds by the names of its fields, or by the engine's mark. */
  addIn(value: unknown, path: readonly string[] = [], depth = 0): void {
    if (depth > 60) return;
    if (Array.isArray(value)) for (const one of value) this.addIn(one, path, depth + 1);
    else if (isSecret(value)) this.addPlaintext(value);
    else if (isRecord(value)) for (const [key, inner] of Object.entries(value)) this.addIn(inner, [...path.slice(-1), key], depth + 1);
    else if (isSecretField(path) || holdsSecret(path.at(-1) ?? "")) this.add(value);
  }

  private addPlaintext(value: unknown): void {
    const text = isRecord(value) && typeof value.plaintext === "string" ? value.plaintext : "null";
    const leaves = (inner: unknown): void => {
      if (typeof inner === "object" && inner !== null) Object.values(inner).forEach(leaves);
      // lines of a key are found by their form, and there may be thousands
      else if (typeof inner === "string" && inner.includes("-----BEGIN")) this.values.size < MOST && this.values.add(inner.trim());
      else this.add(inner);
    };
    leaves(JSON.parse(text));
  }

  private addKubeconfigAt(file: string): void {
    try {
      if (file !== "" && existsSync(file) && statSync(file).size <= LARGEST) this.addKubeconfig(readFileSync(file, "utf8"));
    } catch {
      // a file that cannot be read has no secret that anything could print
    }
  }

  private addKubeconfig(text: string): void {
    const walk = (value: unknown, key: string, depth: number): void => {
      if (depth > 60) return;
      if (typeof value === "object" && value !== null) for (const [name, inner] of Object.entries(value)) walk(inner, name, depth + 1);
      else if (SECRET_IN_KUBECONFIG.test(key)) this.add(value);
    };
    try {
      walk(parse(text), "", 0);
    } catch {
      this.add(text);
    }
  }

  /** The text without any of them, as they are, in JSON, in base64 and in an address; without certificates and all that looks like a key. */
  clean(text: string): string {
    const forms = new Set([...this.values].flatMap(formsOf).sort((a, b) => b.length - a.length));
    let shown = text;
    for (const form of forms) if (shown.includes(form)) shown = shown.split(form).join(HIDDEN);
    for (const form of forms) shown = withoutCut(shown, form);
    return withoutMarkedSecrets(shown.replace(PEM, "[certificate]")).replace(CREDENTIALS, "$1").replace(QUERY, "$1?[query]");
  }
}

const holdsSecret = (name: string): boolean => SECRET_NAME.test(name) && !NO_SECRET.test(name);

const PEM = /-----BEGIN [A-Z0-9 ]*(?:CERTIFICATE|PUBLIC KEY|PARAMETERS|CRL)[A-Z0-9 ]*-----[\s\S]*?(?:-----END [A-Z0-9 ]+-----|$)/g;
const CREDENTIALS = /\b([a-z][a-z0-9+.-]*:\/\/)[^@/\s"']*@/gi;
const QUERY = /\b([a-z][a-z0-9+.-]*:\/\/[^\s"'?<>]*)\?[^\s"'<>]*/gi;

function formsOf(value: string): string[] {
  const bytes = Buffer.from(value, "utf8");
  const base64 = bytes.toString("base64");
  const forms = [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)];
  // the base64 of a short text is a word
  return value.length < 6 ? forms : [...forms, base64, base64.replace(/=+$/, ""), bytes.toString("base64url")];
}

/** A text without the beginnings of a secret that a cut message has left. */
function withoutCut(text: string, secret: string): string {
  const beginning = secret.slice(0, BEGINNING);
  if (secret.length < BEGINNING + 4 || /[/\s]|:\/\//.test(beginning) || /^[a-z]+$/i.test(beginning)) return text;
  let shown = text;
  // as often as it can stand in a line that is worth reading
  for (let found = shown.indexOf(beginning), times = 0; found >= 0 && times < 1_000; found = shown.indexOf(beginning, found), times++) {
    const end = found + beginning.length + (/^[^\s"',;]*/.exec(shown.slice(found + beginning.length, found + 4_096))?.[0].length ?? 0);
    shown = shown.slice(0, found) + HIDDEN + shown.slice(end);
  }
  return shown;
}
