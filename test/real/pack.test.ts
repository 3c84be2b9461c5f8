import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Lab, root } from "../pulumi/harness";

// The package as users get it: the tarball of `npm pack`, installed with @pulumi/pulumi into an empty project.
let lab: Lab;
let sandbox: ChildProcess | undefined;
let sandboxEnv: Record<string, string>;

const npm = (cwd: string, ...args: string[]): string =>
  execFileSync("npm", args, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, ...lab.env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 240_000,
  });

const project = (name: string, main: string) =>
  `name: ${name}\nruntime:\n  name: nodejs\n  options: { typescript: ${main.endsWith(".ts")} }\nmain: ${main}\n`;

const resource = `
new avi.Pool("p", { owner: "t", pool: { name: NAME, servers: [] } });
`;

const programs = {
  cjs: {
    main: "index.js",
    package: {},
    text: `const { avi } = require("pulumi-k8s-lb");\nconst direct = require("pulumi-k8s-lb/avi");\n${resource}exports.same = avi.Pool === direct.Pool;\n`,
  },
  esm: {
    main: "index.mjs",
    package: { type: "module" },
    text: `import { avi } from "pulumi-k8s-lb";\nimport { Pool } from "pulumi-k8s-lb/avi";\n${resource}export const same = avi.Pool === Pool;\n`,
  },
  ts: {
    main: "index.ts",
    package: {},
    text: `import * as lb from "pulumi-k8s-lb";\nimport * as avi from "pulumi-k8s-lb/avi";\n${resource}export const same: boolean = avi.Pool === lb.avi.Pool;\n`,
  },
};

const serve = `
const { startSandbox } = require("pulumi-k8s-lb/sandbox");
startSandbox({ rateLimit: "off" }).then((sandbox) => console.log(JSON.stringify(sandbox.env)));
`;

/** Starts the sandbox of the installed package and resolves with its variables. */
function startInstalledSandbox(): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["-e", serve], {
      cwd: lab.program,
      env: { ...process.env, ...lab.env },
      stdio: ["ignore", "pipe", "inherit"],
    });
    sandbox = child;
    createInterface({ input: child.stdout }).once("line", (line) => resolve(JSON.parse(line)));
    child.once("exit", (code) => reject(new Error(`the sandbox ended with code ${code}`)));
  });
}

beforeAll(async () => {
  lab = new Lab({ linkModules: false });
  const [packed] = JSON.parse(npm(root, "pack", "--json", "--ignore-scripts", "--pack-destination", lab.folder));
  lab.write({ "package.json": '{ "name": "empty", "private": true }' });
  const sdk = require("@pulumi/pulumi/package.json").version;
  npm(
    lab.program,
    ..."install --prefer-offline --no-audit --no-fund --ignore-scripts".split(" "),
    `../${packed.filename}`,
    `@pulumi/pulumi@${sdk}`,
    "typescript@~5.9",
    "@types/node@20",
  );
  sandboxEnv = await startInstalledSandbox();
});

afterAll(() => {
  sandbox?.kill();
  lab?.dispose();
});

describe("the packed package, installed into an empty project", () => {
  test.each(Object.entries(programs))("a program in %s goes through up, a no-op preview and destroy", async (kind, program) => {
    lab.write({
      [`${kind}/Pulumi.yaml`]: project(kind, program.main),
      [`${kind}/package.json`]: JSON.stringify({ name: kind, private: true, ...program.package }),
      [`${kind}/tsconfig.json`]:
        '{ "compilerOptions": { "target": "es2022", "module": "node16", "moduleResolution": "node16", "strict": true } }',
      [`${kind}/${program.main}`]: program.text.replace("NAME", JSON.stringify(`${kind}-pool`)),
    });
    const pulumi = async (...args: string[]) => {
      const { code, stdout, stderr } = await lab.runCli(args, { cwd: `${lab.program}/${kind}`, env: sandboxEnv });
      expect(code, stdout + stderr).toBe(0);
      return stdout;
    };
    await pulumi("stack", "init", "test");
    await pulumi("up", "--yes", "--skip-preview");
    expect(JSON.parse(await pulumi("stack", "output", "--json"))).toEqual({ same: true });
    await pulumi("preview", "--expect-no-changes");
    expect(await pulumi("destroy", "--yes", "--skip-preview")).toMatch(/2 deleted/);
  });

  test.each(["avi", "octavia", "mizar"])(
    "the program that `k8s-lb init %s` writes compiles, and goes through up, a no-op preview and destroy",
    async (target) => {
      npm(lab.program, "exec", "--offline", "--", "k8s-lb", "init", target, `init-${target}`);
      const cwd = join(lab.program, `init-${target}`);
      expect(npm(cwd, "exec", "--offline", "--", "tsc", "--noEmit", "-p", ".")).toBe("");
      const pulumi = async (...args: string[]) => {
        const { code, stdout, stderr } = await lab.runCli(args, { cwd, env: sandboxEnv });
        expect(code, stdout + stderr).toBe(0);
        return stdout;
      };
      await pulumi("stack", "init", "dev");
      await pulumi("up", "--yes", "--skip-preview");
      await pulumi("preview", "--expect-no-changes");
      await pulumi("destroy", "--yes", "--skip-preview");
    },
  );

  test("a program whose modules are resolved as TypeScript did by default for years compiles against it", () => {
    // zod's own declarations need the interop
    const compilerOptions = {
      target: "es2022",
      module: "commonjs",
      moduleResolution: "node",
      esModuleInterop: true,
      strict: true,
      noEmit: true,
    };
    const subpaths = ["mizar", "octavia", "cluster", "provider", "sandbox", "testing"];
    const imports = subpaths.map((path) => `import * as ${path} from "pulumi-k8s-lb/${path}";\nexport { ${path} };\n`).join("");
    lab.write({
      "node10/tsconfig.json": JSON.stringify({ compilerOptions, files: ["index.ts"] }),
      "node10/index.ts": programs.ts.text.replace("NAME", '"pool"') + imports,
    });
    expect(npm(join(lab.program, "node10"), "exec", "--offline", "--", "tsc", "-p", ".")).toBe("");
  });

  test("its command translates without Pulumi", () => {
    expect(npm(lab.program, "exec", "--offline", "--", "k8s-lb", "--help")).toContain("translate");
  });
});
