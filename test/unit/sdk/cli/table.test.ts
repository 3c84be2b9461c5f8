import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../../resources/diagnostic";
import { countNotices, toFindings } from "../../../../sdk/cli/output";
import { toTable, wrap } from "../../../../sdk/cli/table";

const HEAD = ["SEVERITY", "CODE", "PLACE", "OBJECT", "MESSAGE"];
const ROWS = [
  [
    "error",
    "LB1003",
    "manifests/shop/ingress.yaml:22",
    "Ingress shop/web /spec/rules/0/http/paths/0/backend",
    "unknown Service web. Write it.",
  ],
  [
    "warning",
    "LB1112",
    "https://git.example.com/a/very/long/address/that/has/no/space/in/it/whatsoever/and/goes/on.yaml:1",
    "Service 商店/网络",
    "Dateien ohne Endpunkte: 店铺没有终端节点，所以负载均衡器的池是空的。请使用 liveCluster() 或者 serviceType: NodePort。 🚦 ok",
  ],
  ["notice", "LB1516", "", "Ingress a/b", "one line\n  and a second one"],
];

const widest = (text: string) => Math.max(...text.split("\n").map((line) => stringWidth(line)));
/** Letters of a text, without the places of breaks. */
const letters = (text: string) => [...text.replace(/\s/g, "")];
const count = (text: string, letter: string) => letters(text).filter((one) => one === letter).length;

describe("a table", () => {
  test.each([20, 40, 60, 80, 120, 200])("has no line wider than %d, and loses nothing", (width) => {
    const text = toTable(HEAD, ROWS, width);
    expect(widest(text)).toBeLessThanOrEqual(width);
    expect(text).toMatch(/^\S/);
    const messages = ROWS.flat().join("");
    for (const letter of new Set(letters(messages))) expect(count(text, letter), letter).toBeGreaterThanOrEqual(count(messages, letter));
  });

  test("has one line for each row where no width is known", () => {
    const text = toTable(HEAD, ROWS.slice(0, 2), undefined);
    expect(text.split("\n")).toHaveLength(4);
    expect(text).toMatch(/^SEVERITY {2}CODE {4}PLACE /);
    expect(text).not.toMatch(/ $/m);
  });

  test("lines up behind wide characters", () => {
    expect(
      toTable(
        ["NAME", "STATE"],
        [
          ["网络", "ready"],
          ["web-1", "gone"],
        ],
        80,
      ),
    ).toBe("NAME   STATE\n网络   ready\nweb-1  gone\n");
  });

  test("keeps prose beside its row, in several lines", () => {
    const text = toTable(["STATE", "WHAT"], [["failed", "the controller does not answer at 10.0.0.1: connection refused"]], 60);
    expect(text).toBe("STATE   WHAT\nfailed  the controller does not answer at 10.0.0.1:\n        connection refused\n");
  });

  test("puts columns below their row, with their names, where the line is too short", () => {
    const row = [
      "update",
      "pool prod--default-shop.example.com_-web",
      "servers",
      '[{"ip":"10.0.0.1"},{"ip":"10.0.0.2"}]',
      "",
      "Ingress/default/web",
    ];
    expect(
      toTable(["CHANGE", "OBJECT", "FIELD", "WAS", "IS", "SPECS"], [row], 60),
    ).toBe(`CHANGE  OBJECT                                    FIELD
update  pool prod--default-shop.example.com_-web  servers
  WAS    [{"ip":"10.0.0.1"},{"ip":"10.0.0.2"}]
  SPECS  Ingress/default/web
`);
  });
});

test("words are broken behind slashes, characters never inside", () => {
  expect(wrap("/spec/rules/0/http/paths", 12)).toEqual(["/spec/rules/", "0/http/paths"]);
  expect(wrap("👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 4)).toEqual(["👩‍👩‍👧‍👦👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"]);
});

describe("findings", () => {
  const status = (name: string, severity: Diagnostic["severity"], code: string) => {
    const object = { apiVersion: "v1", kind: "Service", namespace: "d", name };
    return { object, diagnostics: [{ code, severity, object, pointer: "", message: "no servers" }] };
  };
  test("alike are one row with a count, but for errors", () => {
    const alike = ["a", "b", "c"].flatMap((name) => [status(name, "warning", "LB1112"), status(name, "error", "LB1101")]);
    const text = toFindings([...alike, status("x", "notice", "LB1302"), status("y", "notice", "LB1302"), status("z", "notice", "LB1516")]);
    expect(text.match(/^error /gm)).toHaveLength(3);
    expect(text.match(/^warning .*Service d\/a \(and 2 more\)/gm)).toHaveLength(1);
    expect(text).toContain("\n3 notices: 2 x LB1302, LB1516; -o json shows them\n");
  });
  test("without notices count none", () => expect(countNotices([])).toBe(""));
});
