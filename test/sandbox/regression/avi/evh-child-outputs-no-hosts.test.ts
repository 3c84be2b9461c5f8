import { expect, test } from "vitest";
import type { LiveObject } from "../../../../provider/avi/objects";
import { outputs } from "../../../../provider/avi/outputs";
import { SNI_VS } from "../../../../resources/avi";

// `fqdns` read the names of SNI alone: a child below an EVH parent says its hosts in matches, and gave out an empty list.

const child = (live: object) => ({ type: "virtualservice", key: "virtualservice/c", slot: SNI_VS.slots.at(-1), body: live, live });

test.each([
  ["SNI", { vh_domain_name: ["shop.example.com"] }],
  ["EVH", { vh_type: "VS_TYPE_VH_ENHANCED", vh_matches: [{ host: "shop.example.com", rules: [] }] }],
])("the child of a host gives out its name: %s", (_mode, says) => {
  const live = child({ name: "c", uuid: "virtualservice-1", ...says }) as unknown as LiveObject;
  expect(outputs(SNI_VS, [live], undefined).fqdns).toEqual(["shop.example.com"]);
});
