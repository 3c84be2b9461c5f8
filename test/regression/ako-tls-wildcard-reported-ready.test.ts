import { describe, expect, it } from "vitest";
import { ingressV1, secret, served } from "../support/manifests";
import { CERTIFICATE, PRIVATE_KEY } from "../support/pem";
import { onAviAs } from "../support/said";

// AKO writes a wildcard host into rules that compare whole names; the Ingress was ready, though no request fits such a rule.

const wild = ingressV1("w", [{ host: "*.w.com", path: "/", service: "a" }], { tls: ["*.w.com"] });
const plain = ingressV1("w", [{ host: "*.w.com", path: "/", service: "a" }]);
const around = [...served("a", 1), secret("cert", CERTIFICATE, PRIVATE_KEY)];
const asWritten = "the rule names *.w.com as it is written, and no request has this name";

describe("an Ingress for *.w.com", () => {
  it("is served by nobody with ako-1.2", () => {
    const { state, said } = onAviAs("ako-1.2", [...around, wild]).about("w");
    expect(state).toBe("partial");
    expect(said).toContain(`LB1301 *.w.com/ is not served on TLS: ${asWritten}`);
    expect(said).toContain(`LB1301 clear text of *.w.com is not redirected and not served: ${asWritten}`);
  });

  it("is not served in clear text with ako-2", () => {
    const { state, said } = onAviAs("ako-2", [...around, wild]).about("w");
    expect(state).toBe("partial");
    expect(said.filter((text) => text.startsWith("LB1301"))).toEqual([
      `LB1301 clear text of *.w.com is not redirected and not served: ${asWritten}`,
    ]);
  });

  it("is served in clear text, where a redirect is due, with ako-2-evh", () => {
    const { said } = onAviAs("ako-2-evh", [...around, wild]).about("w");
    expect(said.some((text) => text.startsWith("LB1302 clear text of *.w.com is served, not redirected"))).toBe(true);
  });

  it.each(["ako-1.2", "ako-2"])("without TLS is served by nobody with %s", (naming) => {
    const { state, said } = onAviAs(naming, [...around, plain]).about("w");
    expect([state, said]).toEqual(["partial", [`LB1301 *.w.com/ is not served in clear text: ${asWritten}`]]);
  });
});
