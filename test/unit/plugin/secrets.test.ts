/** Secrets of the plugin: each leaf comes back in its envelope, and nothing else does. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { opened, type Secrets, sealed } from "../../../plugin/secrets";

const envelope = (value: unknown) => ({ "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value });

test("a leaf that came in an envelope goes back in one, whatever the order of its list is by then", () => {
  const secrets: Secrets = new Map();
  const plain = opened(
    {
      list: [
        { name: "a", key: envelope("1") },
        { name: "b", key: "2" },
      ],
    },
    secrets,
  );
  expect(plain).toEqual({
    list: [
      { name: "a", key: "1" },
      { name: "b", key: "2" },
    ],
  });
  const reversed = { list: [...(plain.list as object[])].reverse() };
  expect(sealed(reversed, secrets, {})).toEqual({
    list: [
      { name: "b", key: "2" },
      { name: "a", key: envelope("1") },
    ],
  });
});

test("a field that its kind calls secret gets one, wherever it stands", () => {
  const fields = { "certificates.key": { secret: true }, "*.password": { secret: true } } as const;
  expect(sealed({ certificates: [{ key: "k", cert: "c" }], deep: { password: "p", text: "" } }, new Map(), fields)).toEqual({
    certificates: [{ key: envelope("k"), cert: "c" }],
    deep: { password: envelope("p"), text: "" },
  });
});

test("an object that is secret as a whole stays so", () => {
  const secrets: Secrets = new Map();
  opened({ body: envelope({ a: 1 }) }, secrets);
  expect(sealed({ body: { a: 1 } }, secrets, {})).toEqual({ body: envelope({ a: 1 }) });
});

test("properties without secrets are as they were", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (properties) => {
      const secrets: Secrets = new Map();
      expect(sealed(opened(properties, secrets), secrets, {})).toEqual(properties);
      expect(secrets.size).toBe(0);
    }),
  );
});
