import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { BACK_ENDS } from "../../../../../provider";
import { examined } from "../../../../../sdk/cli/doctor/doctor";
import { savingAdvice } from "../../../../../sdk/cli/doctor/saving-advice";
import { entries, object, plain, time, version } from "../../../../../sdk/cli/support-bundle/fields";
import { Names } from "../../../../../sdk/cli/support-bundle/names";
import { settingOf } from "../../../../../sdk/cli/support-bundle/settings-fields";
import { failure, place, pointer, word } from "../../../../../sdk/cli/support-bundle/words";
import { FAMILIES } from "../../../../../sdk/kubernetes/kinds";

const names = new Names(false);
const NAME = "name-[0-9a-f]{10}";

it.each([
  ["/spec/rules/0/http/paths/12/backend/service/name", "/spec/rules/0/http/paths/12/backend/service/name"],
  [
    "/metadata/annotations/nginx.ingress.kubernetes.io~1rewrite-target",
    "/metadata/annotations/nginx.ingress.kubernetes.io~1rewrite-target",
  ],
  ["/metadata/annotations/acme.example~1pass", "/metadata/annotations/*"],
  ["/spec/hunter/0", "/spec/*/0"],
  ["/data/918273", "/data/*"],
])("cuts keys of users out of the pointer %s", (given, shown) => {
  expect(pointer(given, names)).toBe(shown);
});

it("reads of a message its code, status and code of the system, and nothing else", () => {
  expect(failure("Pool hunter2: LB2003 of HUNTER2, answered 403 ECONNREFUSED", names)).toEqual({
    ...{ code: "LB2003", title: "An object of this name exists and belongs to somebody else.", status: 403, system: "ECONNREFUSED" },
  });
  expect(failure("the password is LB9999", names)).toEqual({});
});

it.each([
  ["https://shop.acme.example:8443/cart", /^https:\/\/host-[0-9a-f]{10}:8443\/name-[0-9a-f]{10}$/],
  ["redirect 302 to https", /^redirect 302 to https$/],
  ["Service shop/web TCP 80", new RegExp(`^Service ${NAME}/${NAME} TCP 80$`)],
  ["shop/web:80", new RegExp(`^${NAME}/${NAME}:80$`)],
  ["avi:Pool lab--shop/web", new RegExp(`^avi:Pool ${NAME}$`)],
  ["host shop.acme.example", /^host host-[0-9a-f]{10}$/],
  ["hunter2 hunter3", new RegExp(`^${NAME}$`)],
])("shows a place as its words and digests: %s", (given, shown) => {
  expect(place(given, names)).toMatch(shown);
});

it("has one digest for a name in a bundle, whatever the case, and another in the next", () => {
  expect(names.of("Shop")).toBe(names.of("shop"));
  expect(names.of("shop")).not.toBe(new Names(false).of("shop"));
  expect([names.of("10.1.2.3"), names.of("default")]).toEqual([expect.stringMatching(/^address-[0-9a-f]{10}$/), "default"]);
});

it.each([
  ["avi", "naming", "AKO-2", "ako-2"],
  ["octavia", "octavia_version", "v2.26", "v2.26"],
  ["octavia", "create_monitor", "true", "true"],
  ["octavia", "monitor_delay", 5, 5],
  [undefined, "avi:timeout", "30", "30"],
])("shows words, numbers and switches of the %s setting %s", (target, key, value, shown) => {
  expect(settingOf(target, key, value, names)).toEqual([key, shown]);
});

it.each([
  ["avi", "tenant", "123456"],
  ["octavia", "octavia_version", "10.1.2.3"],
  ["octavia", "monitor_delay", "hunter2"],
  ["avi", "claims", { hosts: ["hunter2"] }],
  [undefined, "avi:controller", "https://user:hunter2@10.1.2.3"],
  [undefined, "avi:password", "123456"],
  [undefined, "avi:tenant", "true"],
])("shows a digest of the %s setting %s that may be any text", (target, key, value) => {
  for (const one of [names, new Names(true)])
    if (target === undefined || one === names) expect(settingOf(target, key, value, one)[1]).not.toEqual(value);
  expect(String(settingOf(target, key, value, names)[1])).toMatch(/^(?:text|name)-[0-9a-f]{10}$|^unknown$/);
});

it("shows a setting that is not known by digests alone, with names kept too", () => {
  const [key, value] = settingOf("avi", "hunter2", 123456, new Names(true));
  expect([key, value]).toEqual([expect.stringMatching(/^text-/), expect.stringMatching(/^text-/)]);
});

it("shows the name of every check of the doctor", async () => {
  const folder = mkdtempSync(join(tmpdir(), "k8s-lb-words-"));
  const { checks } = await examined([], { cwd: folder });
  rmSync(folder, { recursive: true });
  const advice = savingAdvice("file:///srv/pulumi", { resources: Array(1_000).fill({}) }, {});
  const ofBackEnds = Object.values(BACK_ENDS).flatMap(({ doctor }) => doctor.checks({ get: () => undefined }, () => []));
  const all = [...checks.map(({ check }) => check), advice?.check, ...ofBackEnds.map(([check]) => check)];
  expect(all).toEqual(expect.arrayContaining(["Pulumi stack", "saving the state", "login and version", "rights to manage Mizar"]));
  expect(all.map((check) => word(check, names))).toEqual(all);
});

it.each(Object.entries(FAMILIES))("shows the kinds of the family %s, alone and before a name", (_family, sources) => {
  const kinds = sources.map(({ kind }) => kind);
  expect(kinds.map((kind) => word(kind, names))).toEqual(kinds);
  for (const kind of kinds) expect(place(`${kind} hunter2`, names)).toMatch(new RegExp(`^${kind} ${NAME}$`));
});

it("keeps names on request, and no message or unknown word in the place of one", () => {
  const kept = new Names(true);
  expect([kept.of("shop.acme.example"), kept.of("Red Team")]).toEqual(["shop.acme.example", "Red Team"]);
  for (const message of ["Ingress a/b: hunter2", "a\nhunter2", '{"a":"hunter2"}'])
    expect(kept.of(message)).toMatch(new RegExp(`^${NAME}$`));
  expect([word("hunter2", kept), word("Ingress", kept)]).toEqual([expect.stringMatching(/^text-/), "Ingress"]);
});

it("leaves out what has another form, and adds up numbers of equal keys", () => {
  const fields = object({ ready: plain, since: time, version, counts: entries(word, plain), pointers: entries(pointer, plain) });
  const value = { ready: "hunter2", since: "hunter2", version: "hunter2 10.1.2.3", counts: ["hunter2"], hunter2: 1 };
  expect(fields({ ...value, pointers: { "/data/a": 1, "/data/b": 2 } }, names)).toEqual({ version: "unknown", pointers: { "/data/*": 3 } });
});
