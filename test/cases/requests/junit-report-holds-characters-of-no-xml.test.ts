import { expect, it } from "vitest";
import { junitReport } from "../../../sdk/cli/test/report";
import { checkExpectations } from "../../../sdk/requests/expectations/check";
import { expectationsIn } from "../../../sdk/requests/expectations/read";
import { RequestExplainer } from "../../../sdk/requests/explain";
import { RuleLines } from "../../../sdk/requests/rule-lines";

// U+FFFE and U+FFFF are in no document of XML 1.0: with one of them in a header no reader took the report.

/** Everything that XML 1.0 has (2.2, Char). */
const CHARACTERS = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;

it.each([0x01, 0x08, 0x1b, 0x7f, 0xd800, 0xdc00, 0xfffe, 0xffff])("writes U+%s otherwise", (code) => {
  const sign = String.fromCharCode(code);
  const rules = { addresses: [] };
  const { expectations } = expectationsIn([{ request: "http://x.x/", to: "default/web:80" }]);
  const [one] = checkExpectations(expectations, new RequestExplainer({ served: rules, known: rules }));
  const file = `a${sign}<&">.yaml`;
  const results = [{ ...one!, expectation: { ...one!.expectation, file, headers: { a: sign } } }];
  const report = junitReport({ results, lines: new RuleLines(), reasons: { diagnostics: [], rules } } as never);
  expect(CHARACTERS.test(report)).toBe(true);
  expect(report).toContain(`a\\u${code.toString(16).padStart(4, "0")}&lt;&amp;&quot;&gt;.yaml`);
});

it("keeps letters and emoji of all planes", () => {
  const { expectations } = expectationsIn([{ request: "http://x.x/", closed: true }]);
  const results = checkExpectations(expectations, new RequestExplainer({ served: { addresses: [] }, known: { addresses: [] } }));
  const file = "Grüße \u{1f600} \ufffd.yaml";
  const named = results.map((one) => ({ ...one, expectation: { ...one.expectation, file } }));
  expect(
    junitReport({ results: named, lines: new RuleLines(), reasons: { diagnostics: [], rules: { addresses: [] } } } as never),
  ).toContain(file);
});
