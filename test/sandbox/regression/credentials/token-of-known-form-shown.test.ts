import { describe, expect, it, test } from "vitest";
import { redact } from "../../../../provider";
import { bundleOf } from "../../../../sdk/cli/support-bundle/bundle";
import { list, name, object } from "../../../../sdk/cli/support-bundle/fields";
import { Names } from "../../../../sdk/cli/support-bundle/names";

// A token in a log or a message was in a support bundle with `--keep-names`, unless a name such as `token:` stood before it.

const random = (length: number) => "Zk3q9XbT7mWv2RnYc5Lp8HdJ4sGf6Ka1".repeat(4).slice(0, length);
const TOKENS = {
  "JSON Web Token": `eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.${random(40)}`,
  "JSON Web Token without a signature": "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.",
  GitHub: `ghp_${random(36)}`,
  "GitHub, fine-grained": `github_pat_${random(22)}_${random(59)}`,
  GitLab: `glpat-${random(20)}`,
  "GitLab, of a runner": `glrt-${random(20)}`,
  PyPI: `pypi-AgEIcHlwaS5vcmc${random(40)}`,
  Amazon: "AKIAIOSFODNN7EXAMPLE",
  Slack: `xoxb-123456789012-1234567890123-${random(24)}`,
  "with sk-": `sk-proj-${random(48)}`,
  Stripe: `sk_live_${random(24)}`,
  OpenStack: `gAAAAABl${random(60)}-_${random(40)}==`,
  Google: `AIza${random(35)}`,
  Vault: `hvs.${random(24)}`,
  OpenShift: `sha256~${random(43)}`,
  Pulumi: `pul-${"0123456789abcdef".repeat(3).slice(0, 40)}`,
};
const HEADERS = { bearer: `Bearer ${random(12)}`, basic: "Basic YWRtaW46c2VjcmV0", "lower case": `bearer ${random(24)}` };
const PEM = ["RSA PRIVATE KEY", "EC PRIVATE KEY", "PGP PRIVATE KEY BLOCK", "CERTIFICATE"].map(
  (label) => `-----BEGIN ${label}-----\n${`${random(64)}\n`.repeat(2)}${random(20)}=\n-----END ${label}-----`,
);

/** A bundle in which the text is everything that may be a name, and more. */
async function bundled(text: string): Promise<string> {
  const fields = list(object({ object: name, resource: name }));
  const make = async () => [{ object: text, resource: text, message: text, [text]: text }, text];
  const { files } = await bundleOf([{ file: "a", about: "a", fields, make, otherwise: "" }], new Names(true));
  return files.find(({ path }) => path === "a")?.content ?? "";
}

const forms = (secret: string) => [`1 2 the server said ${secret} twice (${secret}), "${secret}"`, secret, `url=${secret}&x=1`];

describe("a support bundle that keeps names has none", () => {
  it.each(Object.entries(TOKENS))("%s", async (_, token) => {
    for (const form of forms(token)) {
      const shown = await bundled(form);
      expect(shown).not.toContain(token.split(".").at(0)?.slice(-8) ?? "");
      expect(shown).not.toContain(token.slice(-12));
      // a long text is no name
      expect(shown).toMatch(form.length > 300 ? /"object": "name-/ : /\[secret\]/);
    }
    expect(redact(`it holds ${token}`)).toBe("it holds [secret]");
  });

  it.each(Object.entries(HEADERS))("%s", async (_, header) => {
    for (const form of forms(header)) expect(await bundled(form)).not.toContain(header.split(" ")[1]);
  });

  it.each(PEM)("%s", async (block) => {
    for (const form of [...forms(block), `key:\n${block}\nkey2`, block.split("\n").slice(0, -1).join("\n")]) {
      expect(await bundled(form)).not.toContain(random(20));
      expect(redact(form)).not.toContain(random(20));
    }
  });
});

test("words and names stay", async () => {
  const words = [
    "basic authentication of bearer tokens at shop.example.com",
    'WWW-Authenticate: Bearer realm="shop"',
    "Ingress sk-shop/web-frontend-v2 on c1--Shared-L7-0, pod web-7d4b9c6f5-x2x9z",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0ba822cd15d6c15b0f00a8",
    "xbox-series, glance-api-internal, 6f1d2c3b-4a5e-6789-abcd-ef0123456789",
    "Service team0/global-load-balancer-api, glance-api-public-endpoint.svc, https://global-frontdoor.apps.example.com/",
    "Ingress sk-bratislava-frontend-02, Pod pk-internal-payments-7d4b9c6f5-x2x9z, hvs.production-cluster-eu-01, pypi-mirror-of-the-company-2",
  ];
  for (const one of words) expect(redact(one)).toBe(one);
  for (const one of words.slice(2)) expect(await bundled(one)).toContain(one);
});

test("a text that is made for it takes no time", () => {
  const start = performance.now();
  for (const one of ["eyJa-", "eyJa.", "Bearer ", "gAAAA", "sk-", "-----BEGIN A-----\n"]) redact(one.repeat(200_000));
  expect(performance.now() - start).toBeLessThan(3_000);
});
