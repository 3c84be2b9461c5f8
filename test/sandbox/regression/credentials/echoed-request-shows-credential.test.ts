import { expect, it } from "vitest";
import { redact } from "../../../../provider/http/redact";

/** Gateways echo requests into their error pages; what follows the first word or the first quote of a secret is secret too. */
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

/** The line break of JSON is no space: the name of the next header was taken for the end of the value, and its value was shown. */
it("what follows a value in the next line of an echoed request is looked at too", () => {
  const echoed = JSON.stringify({
    error: "Cookie: sessionid=one\nX-CSRFToken: two\nAuthorization: Bearer three\r\nX-Subject-Token: four\nHost: avi",
  });
  const shown = redact(echoed);
  for (const secret of ["one", "two", "three", "four"]) expect(shown).not.toContain(secret);
  expect(shown).toContain("Host: avi");
});
