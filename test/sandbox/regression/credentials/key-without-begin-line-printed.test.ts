import { expect, test } from "vitest";
import { redact } from "../../../../provider/http/redact";
import { certificateFor } from "../../lib/certificates";

/** A server that quotes the end of a request quotes the end of a key: without `BEGIN` it was shown. */
test.each([
  ["the end of a PEM text", (key: string) => key.slice(-300)],
  ["the end of it in JSON", (key: string) => JSON.stringify({ key }).slice(-300)],
  ["the end of it in JSON within a text", (key: string) => JSON.stringify(JSON.stringify({ key })).slice(-300)],
  ["a piece from the middle", (key: string) => key.slice(200, 500)],
  ["the last line", (key: string) => key.trim().slice(-60)],
])("%s is hidden", async (_, cut) => {
  const { key } = await certificateFor("shop.example.com");
  const [, ...lines] = key.trim().split("\n").slice(0, -1);
  const shown = redact(`400: cannot read ${cut(key)}`);
  for (const line of lines) for (const piece of [line.slice(0, 20), line.slice(-20)]) expect(shown).not.toContain(piece);
  expect(shown).toContain("400: cannot read ");
});

test("what a person needs stays", () => {
  const text =
    "POST https://cloud.example.com/v2/lbaas/loadbalancers/5f1ba4f6-2b1c-4f3c-8f6e-0d6f0f8f0c11 sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
  expect(redact(text)).toBe(text);
  expect(redact("a".repeat(1_000_000)).length).toBeLessThan(600);
});
