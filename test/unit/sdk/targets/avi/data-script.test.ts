import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hostPathScript } from "../../../../../sdk/targets/avi/lower/data-scripts";
import { AviScripts } from "../../../../support/avi-script";

let scripts: AviScripts;

beforeAll(async () => {
  scripts = await AviScripts.start();
});
afterAll(() => scripts.close());

const run = (...given: Parameters<AviScripts["run"]>) => scripts.run(...given);

describe("the data script of a shared virtual service", () => {
  const plain = hostPathScript("c--Shared-L7-0", [{ host: "a.com", label: "a.com/" }]);

  it.each([
    ["a.com", "/", "a.com/"],
    ["A.com:8080", "/Foo/bar", "a.com/foo/bar"],
    ["a.com", "/x", "a.com/x"],
  ])("asks for the label of %s%s", async (host, path, label) => {
    expect(await run(plain, host, path)).toEqual({ group: "c--Shared-L7-0", label, path });
  });

  it("does nothing without a host", async () => {
    expect(await run(plain, undefined, "/")).toEqual({ path: "/" });
  });

  const rewriting = hostPathScript("g", [
    { host: "a.com", label: "a.com/" },
    { host: "a.com", label: "a.com/old", rewrite: "/new" },
    { host: "a.com", label: "a.com/old/raw" },
    { host: "a.com", label: 'a.com/"', rewrite: "/q\\" },
    { host: "b.com", label: "b.com/old" },
  ]);

  it.each([
    ["a.com", "/old", "/new"],
    ["a.com", "/old/x/Y", "/new/x/Y"],
    ["a.com", "/Older", "/newer"],
    ["a.com", "/old/raw/x", "/old/raw/x"],
    ["a.com", "/other", "/other"],
    ["a.com", '/"z', "/q\\z"],
    ["b.com", "/old", "/old"],
    ["c.com", "/old", "/old"],
  ])("sends %s%s on as %s", async (host, path, sent) => {
    expect((await run(rewriting, host, path)).path).toBe(sent);
  });

  it("is the same whatever the order of the routes", () => {
    const labels = [
      { host: "a.com", label: "a.com/b", rewrite: "/1" },
      { host: "a.com", label: "a.com/a" },
    ];
    expect(hostPathScript("g", labels)).toBe(hostPathScript("g", [...labels].reverse()));
  });
});
