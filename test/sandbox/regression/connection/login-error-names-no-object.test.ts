// An error of the log-in named neither the object that waited for it nor the spec behind it.

import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../../sandbox/index";
import { identified } from "../../../support/identified";
import { aviConfig, providerHere } from "../../../support/provider-here";
import { Resource } from "../../lib/engine";
import type { CallFailed } from "../../lib/host";
import { poolInputs } from "../../lib/samples";

let avi: AviSandbox;
beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
});
afterAll(() => avi.close());

test("who waits for a login that is refused is named, with the spec", async () => {
  const host = await providerHere({ ...aviConfig(avi), "avi:password": "wrong" });
  const inputs = { ...poolInputs(), ...identified("", ["Service red/web"]) };
  const failed = (await new Resource(host, "avi:Pool").up(inputs).catch((error: unknown) => error)) as CallFailed;
  expect(failed.message).toMatch(/^LB2006: Pool c1--web \(Service red\/web\): http:\S+ refused user admin: /);
  expect(failed.message).toMatch(/\n {2}Check user, password or token/);
});
