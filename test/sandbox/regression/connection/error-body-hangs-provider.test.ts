import { expect, test } from "vitest";
import { withoutMarkup } from "../../../../provider/http/markup";
import { redact } from "../../../../provider/http/redact";

/** Line breaks before `-----END CERTIFICATE-----` in a body of 120 bytes: the pattern for ends of keys went back for ever. */
test.each([
  ["line breaks before the end of a certificate", `${"\n".repeat(80)}-----END CERTIFICATE-----`],
  ["line breaks of JSON before the end of a certificate", `${"\\n".repeat(60)}-----END CERTIFICATE-----`],
  ["brackets that are never closed", "<".repeat(1_000_000)],
  ["scripts that are never closed", "<script>".repeat(125_000)],
  ["quotes that are never closed", 'key=\\"'.repeat(150_000)],
  ["backslashes behind the name of a secret", `password: ${"\\".repeat(1_000_000)}`],
])("%s are shown at once", (_, text) => {
  const begun = performance.now();
  expect(redact(withoutMarkup(text)).length).toBeLessThan(600);
  expect(redact(text).length).toBeLessThan(600);
  expect(performance.now() - begun).toBeLessThan(500);
});
