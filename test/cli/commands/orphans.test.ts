import { beforeEach, describe, expect, test } from "vitest";
import { k8sLbCall } from "../../support/cli-call";
import { cloud } from "../../unit/provider/octavia/cloud";

// The command as another program runs it: exit codes, stdout and stderr.

const world = cloud();
const ID = "00000000-0000-4000-8000-000000000001";
const lb = { id: ID, name: "default/web", tags: ["pulumi-k8s-lb:shop/dev/c1"], updated_at: "2026-01-01T00:00:00" };
const state = (id?: string, more = {}) => JSON.stringify({ version: 3, deployment: { resources: [{ urn: "u", id }], ...more } });

beforeEach(() => {
  world.handle(({ path }) => {
    const key = path.split("?")[0]?.split("/").at(-1)?.replace("-", "_") ?? "";
    return { body: { [key]: key === "loadbalancers" ? [lb] : [] } };
  });
});

const run = (input: string, ...args: string[]) => k8sLbCall(["orphans", ...args], { env: { NO_COLOR: "1", ...world.env }, input });

const octavia = ["--target", "octavia", "--state", "-"];

describe("orphans", () => {
  test("are listed, and an exit code is for who asks", async () => {
    expect(await run(state(), ...octavia)).toEqual({
      code: 0,
      stderr: "",
      stdout: expect.stringMatching(
        /^TYPE .*\nLoadBalancer +default\/web +0{8}-\S+ +pulumi-k8s-lb:shop\/dev\/c1 +2026-\S+ *\n\n0 marked objects are in the given states\.\n$/,
      ),
    });
    expect(await run(state(), ...octavia, "--exit-code")).toMatchObject({ code: 1 });
    expect(await run(state(ID), ...octavia, "--exit-code")).toEqual({
      code: 0,
      stderr: "",
      stdout: "No orphans. 1 marked object is in the given states.\n",
    });
  });

  test("as JSON, with notes apart", async () => {
    const { code, stdout, stderr } = await run(state(undefined, { pending_operations: [{}] }), ...octavia, "-o", "json");
    expect(code).toBe(0);
    expect(stderr).toMatch(/^note: a run of one of the stacks was cut off/);
    expect(JSON.parse(stdout)).toEqual({
      schemaVersion: 1,
      target: "octavia",
      held: 0,
      notes: [],
      orphans: [{ type: "LoadBalancer", name: "default/web", id: ID, owner: lb.tags[0], changed: lb.updated_at }],
    });
  });

  test("of somebody else's mark, without any state", async () => {
    const theirs = ["--target", "octavia", "--mark", lb.tags[0] as string];
    expect(await run("", ...theirs)).toMatchObject({ code: 0, stdout: expect.stringContaining("LoadBalancer  default/web") });
    expect(await run(state(ID), ...theirs, "--state", "-")).toMatchObject({ stdout: expect.stringContaining("No orphans. 1 marked") });
    expect(await run("", "--target", "octavia", "--mark", "ako-c1")).toMatchObject({
      stdout: expect.stringContaining("No orphans. 0 marked"),
    });
    expect(await run("", ...theirs, "--owner", "shop/dev")).toMatchObject({ code: 2, stderr: expect.stringContaining("--owner") });
  });

  test.each([
    [
      "no state",
      "",
      ["--target", "octavia"],
      2,
      "give every stack with --state FILE (`pulumi stack export`); objects in no state are listed",
    ],
    ["an unknown target", "", ["--target", "routes", "--state", "-"], 2, "routes"],
    [
      "a delete without states",
      "",
      ["--target", "octavia", "--delete", "LoadBalancer/default/web"],
      2,
      "give every stack that manages this server with --state FILE",
    ],
    ["a delete of what others marked", state(), [...octavia, "--mark", "ako-c1", "--delete", "Pool/x"], 2, "--mark"],
    [
      "a delete of what a state holds",
      state(ID),
      [...octavia, "--yes", "--delete", "LoadBalancer/default/web"],
      2,
      "a given state holds it",
    ],
    [
      "a delete of another stack's",
      state(),
      [...octavia, "--yes", "--delete", "LoadBalancer/default/web"],
      2,
      "LoadBalancer/default/web: its mark is pulumi-k8s-lb:shop/dev/c1, and no given state is of that stack",
    ],
    [
      "a delete that nobody can be asked about",
      state(),
      [...octavia, "--owner", "shop/dev", "--delete", "LoadBalancer/default/web"],
      2,
      "nothing was deleted: there is no terminal to ask on; add --yes",
    ],
    ["--yes alone", state(), [...octavia, "--yes"], 2, "--yes goes with --delete"],
    ["a file that is not there", "", ["--target", "octavia", "--state", "/nowhere"], 2, "error: /nowhere cannot be used: ENOENT"],
    [
      "something else on standard input",
      "{}",
      octavia,
      2,
      "error: standard input cannot be used: it is not the output of `pulumi stack export`",
    ],
    ["no connection", state(), ["--target", "avi", "--state", "-"], 3, "error: LB2001: no value for avi:controller"],
  ])("%s", async (_what, input, args, code, message) => {
    const ended = await run(input, ...args);
    expect(ended).toMatchObject({ code, stdout: "" });
    expect(ended.stderr).toContain(message);
  });
});
