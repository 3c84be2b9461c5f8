import { expect, it } from "vitest";
import { redact } from "../../provider/http/attempts";

/** Gateways echo requests into their error pages; what stands behind the first word or the first quote of a secret is secret too. */
it.each([
  ["a header of two words", "Authorization: Bearer eyJhbGciOi"],
  ["basic authorization", "GET / HTTP/1.1 authorization: Basic YWRtaW46ZXlKaGJHY2lPaQ=="],
  ["a quoted header", '{"authorization": "Bearer eyJhbGciOi"}'],
  ["a password with a quote", String.raw`{"password": "ab\"eyJhbGciOi"}`],
  ["JSON within a text", String.raw`{"request": "{\"password\":\"eyJhbGciOi\",\"user\":\"admin\"}"}`],
  ["a form", "username=admin&password=eyJhbGciOi"],
])("%s is hidden whole", (_, text) => {
  expect(redact(text)).toContain("[secret]");
  expect(redact(text)).not.toMatch(/eyJ|YWRt/);
});

it("what stands beside a secret stays", () => {
  expect(redact('{"password": "x", "user": "admin"}')).toBe('{"password": [secret], "user": "admin"}');
  expect(redact(String.raw`{"request": "{\"password\":\"x\",\"user\":\"admin\"}"}`)).toContain(String.raw`\"user\":\"admin\"`);
});
