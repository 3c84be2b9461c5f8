import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allModels, type Model, messageOf, modelOf } from "../../../sandbox/avi/schema";
import { fillDefaults, sanitize } from "../../../sandbox/avi/validate";
import { isObject, type JsonObject } from "../../../sandbox/shared/json";
import recorded from "./fixtures/recorded.json";

interface RecordedAnswer {
  from: string;
  method: string;
  path: string;
  xAviVersion: string | null;
  status: number;
  requestKeys?: string[];
  addedByServer?: JsonObject;
}

const created = (recorded.exchanges as RecordedAnswer[]).filter((one) => one.status === 201 && one.addedByServer);

/** Fields that follow from other rules than plain defaults; each has a test of its own elsewhere. */
const SPECIAL =
  /(_ref|^url|^uuid|_last_modified|hostname|vip_id|port_range_end|config_settings|^certificate\.|^key_params|server_count)$|^certificate\.|key_params|config_settings/;

describe("defaults match what real controllers filled in", () => {
  for (const one of created) {
    it(`${one.from} ${one.path} at ${one.xAviVersion ?? "no version"}`, () => {
      const model = modelOf(one.path.split("/")[2] ?? "") as Model;
      const version = one.xAviVersion ?? "16.4.2";
      const body: JsonObject = {};
      fillDefaults(model, body, { request: version, controller: version });
      for (const [path, value] of Object.entries(one.addedByServer ?? {})) {
        if (SPECIAL.test(path) || path.includes("[")) continue;
        if (path in body) expect(body[path], path).toEqual(value);
        else expect(["status", "local"], path).toContain(path);
      }
      const extra = Object.keys(body).filter((key) => !(key in (one.addedByServer ?? {})) && !one.requestKeys?.includes(key));
      expect(extra, "fields the real controller did not add").toEqual([]);
    });
  }
});

describe("schemas", () => {
  it("are all loaded", () => {
    const files = readdirSync(join(__dirname, "../../../sandbox/avi/schema")).filter((file) => !file.startsWith("_"));
    for (const file of files) expect(modelOf(file.replace(".json", "")), file).toBeDefined();
    expect(files).toHaveLength(25);
  });
  it("have no dangling message", () => {
    for (const model of allModels().values()) {
      for (const message of [model.message, ...Object.values(model.definitions)]) {
        for (const [name, field] of Object.entries(message.properties)) {
          const holder = field.items ?? field;
          if (holder.$ref) expect(messageOf(model, holder), `${model.title} ${name}`).toBeDefined();
        }
      }
    }
  });
  it("accept their own defaults", () => {
    for (const model of [...allModels().values()].filter((one) => !one.open)) {
      const body: JsonObject = {};
      const versions = { request: "30.2.1", controller: "30.2.1" };
      fillDefaults(model, body, versions);
      const clean = sanitize(model, body, versions);
      expect(isObject(clean), model.title).toBe(true);
    }
  });
});
