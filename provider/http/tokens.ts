// Masks credentials in texts that are recognised by their form, such as tokens of well-known issuers.

/** A capital or an underscore: names of Kubernetes and hosts have neither, tokens of 16 characters have one. */
const NOT_A_NAME = String.raw`(?=[\w-]*[A-Z_])`;

/** Formats of well-known issuers. No word character precedes a token, so that a text is searched once. */
const TOKENS: readonly string[] = [
  // JSON Web Tokens, signed or encrypted
  String.raw`eyJ[\w-]+\.[\w-]*(?:\.[\w-]*){0,3}`,
  // Fernet, of OpenStack
  String.raw`gAAAA[\w-]{20,}={0,2}`,
  // GitHub and GitLab
  String.raw`(?:gh[a-z]_|github_pat_)\w{16,}`,
  String.raw`(?:gl(?:pat|oas|dt|rt|rtr|cbt|ptt|ft|imt|agent|wt|soat|ffct)-|GR1348941)[\w.-]{16,}`,
  // Amazon, Google, DigitalOcean
  "(?:AKIA|ASIA|ABIA|ACCA|AGPA|AIDA|AIPA|ANPA|ANVA|AROA)[A-Z0-9]{12,}",
  String.raw`(?:AIza|ya29\.|GOCSPX-)[\w.-]{16,}`,
  String.raw`do[oprt]_v1_\w{16,}`,
  // Slack
  String.raw`(?:xox[a-z](?:\.xox[a-z])?|xapp)-[\w-]{8,}`,
  // OpenAI, Anthropic, Stripe
  String.raw`(?:sk|rk|pk)${NOT_A_NAME}[-_][\w-]{16,}`,
  // Vault, OpenShift, Pulumi, npm, PyPI, Docker, Grafana, SendGrid, Hugging Face
  String.raw`hv[bsr]\.${NOT_A_NAME}[\w-]{16,}`,
  String.raw`sha256~[\w-]{20,}`,
  "pul-[0-9a-f]{20,}",
  String.raw`(?:npm_|pypi-${NOT_A_NAME}|dckr_[a-z]+_|glc_|glsa_|hf_)[\w-]{16,}`,
  String.raw`SG\.[\w-]{10,}\.[\w-]{10,}`,
];
const TOKEN = new RegExp(String.raw`(?<![\w-])(?:${TOKENS.join("|")})`, "g");

/** Schemes of HTTP authentication with their credentials. */
const SCHEME = /(?<!\w)((?:bearer|basic|negotiate|apikey)\s{1,4})([\w+/.~-]{6,}={0,2})/gi;

/** A text with its tokens masked. */
export function withoutTokens(text: string): string {
  return text
    .replace(SCHEME, (whole: string, scheme: string, value: string) => (isCredential(value) ? `${scheme}[secret]` : whole))
    .replace(TOKEN, "[secret]");
}

/** A word of prose has neither digits nor capitals within. */
const isCredential = (value: string): boolean => /\d|[a-z][A-Z]|[A-Z]{2,}[a-z]|\w{21}/.test(value);
