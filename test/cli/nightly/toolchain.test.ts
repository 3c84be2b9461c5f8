import { afterEach, expect, test } from "vitest";
import { PulumiLab, tools } from "../pr/harness";

let lab: PulumiLab;
afterEach(() => lab?.dispose());

const changes = (summary: object | undefined): Record<string, number> => ({ ...summary }) as Record<string, number>;

test("an inline program goes through preview, up, a no-op preview and destroy", async () => {
  lab = new PulumiLab();
  const stack = await lab.inlineStack(async () => ({ greeting: "hello", list: [1, 2] }));
  expect(changes((await stack.preview()).changeSummary)).toEqual({ create: 1 });
  const up = await stack.up();
  expect(up.outputs.greeting?.value).toBe("hello");
  expect(up.outputs.list?.value).toEqual([1, 2]);
  expect(changes((await stack.preview()).changeSummary)).toEqual({ same: 1 });
  await stack.destroy();
  expect((await stack.exportStack()).deployment.resources ?? []).toEqual([]);
});

const project = {
  "Pulumi.yaml": "name: disk\nruntime: nodejs\n",
  "package.json": '{ "name": "disk", "main": "index.ts" }',
  "tsconfig.json":
    '{ "compilerOptions": { "target": "es2022", "module": "node16", "moduleResolution": "node16", "strict": true, "types": ["node"] } }',
  "index.ts": `
    import * as pulumi from "@pulumi/pulumi";
    export const name: string = pulumi.getStack() + "/" + new pulumi.Config().require("who");
    export const secret = new pulumi.Config().requireSecret("word");
  `,
};

test("a TypeScript project on disk runs through the language host and leaves no process behind", async () => {
  lab = new PulumiLab();
  lab.write(project);
  const ok = async (...args: string[]) => {
    const result = await lab.runCli(args);
    expect(result.code, result.stdout + result.stderr).toBe(0);
    return result.stdout;
  };
  expect(await ok("version")).toContain(tools().version);
  await ok("stack", "init", "test");
  await ok("config", "set", "who", "me");
  await ok("config", "set", "--secret", "word", "open sesame");
  await ok("up", "--yes", "--skip-preview");
  expect(JSON.parse(await ok("stack", "output", "--json"))).toEqual({ name: "test/me", secret: "[secret]" });
  await ok("preview", "--expect-no-changes");
  await ok("destroy", "--yes", "--skip-preview");
  await expect.poll(() => lab.leftovers()).toEqual([]);
});

test("an error of the program is shown, and the command fails", async () => {
  lab = new PulumiLab();
  lab.write({ ...project, "index.ts": 'throw new Error("the program says no");' });
  await lab.runCli(["stack", "init", "test"]);
  const { code, stdout, stderr } = await lab.runCli(["preview"]);
  expect(code).not.toBe(0);
  expect(stdout + stderr).toContain("the program says no");
});

test("when the CLI is killed, the language host and the program end too", async () => {
  lab = new PulumiLab();
  lab.write({ ...project, "index.ts": "setInterval(() => {}, 1000); export = new Promise(() => {});" });
  await lab.runCli(["stack", "init", "test"]);
  const end = new AbortController();
  const run = lab.runCli(["preview"], { signal: end.signal });
  await expect.poll(() => lab.leftovers().length).toBeGreaterThanOrEqual(3);
  end.abort();
  expect((await run).code).toBe(124);
  await expect.poll(() => lab.leftovers()).toEqual([]);
});
