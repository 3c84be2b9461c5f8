import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { copyFileSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ownPorts } from "../../support/ports";
import { PulumiLab, root } from "../pr/harness";

// The packages as users get them: the tarballs of `npm pack`, installed with @pulumi/pulumi into an empty project. First pulumi-k8s-lb alone, as a
// program that runs against real load balancers has it, then the sandbox beside it.
let lab: PulumiLab;
let sandbox: ChildProcess | undefined;
let sandboxEnv: Record<string, string>;
let packed: Packed[];

/** Output of `npm pack --json`. */
interface Packed {
  name: string;
  filename: string;
  size: number;
  files: { path: string }[];
}

const npm = (cwd: string, ...args: string[]): string =>
  execFileSync("npm", args, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, ...lab.env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 240_000,
  });

const install = (...what: string[]): string =>
  npm(lab.program, ..."install --prefer-offline --no-audit --no-fund --ignore-scripts --save-dev".split(" "), ...what);

const tarball = (name: string): string => `../${packed.find((one) => one.name === name)?.filename}`;

/** The command of the installed package, called in the project. */
function command(...args: string[]): ChildProcess & { stdout: Readable; stderr: Readable } {
  const main = join(lab.program, "node_modules/pulumi-k8s-lb/dist/sdk/cli/main.js");
  return spawn(process.execPath, [main, ...args], {
    cwd: lab.program,
    env: { ...process.env, ...lab.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

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

/** Starts the sandbox by the installed command and resolves with its variables. */
function startInstalledSandbox(): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    const child = command("sandbox", "run", "--port-base", String(ownPorts(8)));
    sandbox = child;
    const messages: string[] = [];
    child.stderr.on("data", (bytes) => messages.push(String(bytes)));
    createInterface({ input: child.stdout }).once("line", (line) => resolve(JSON.parse(line).env));
    child.once("exit", (code) => reject(new Error(`the sandbox ended with code ${code}: ${messages.join("")}`)));
  });
}

/** Every way in which TypeScript resolves modules. */
const RESOLUTIONS = {
  // zod's own declarations need the interop
  node: { module: "commonjs", moduleResolution: "node", esModuleInterop: true },
  node16: { module: "node16", moduleResolution: "node16" },
  nodenext: { module: "nodenext", moduleResolution: "nodenext" },
  bundler: { module: "esnext", moduleResolution: "bundler" },
};

const SUBPATHS = ["avi", "mizar", "octavia", "cluster", "provider", "testing"].map((path) => `pulumi-k8s-lb/${path}`);

/** Returns the output of tsc for a program that imports all of these, and its exit code. */
function compiled(resolution: keyof typeof RESOLUTIONS, modules: readonly string[]): string {
  const folder = `types-${resolution}-${modules.length}`;
  const compilerOptions = { target: "es2022", strict: true, noEmit: true, ...RESOLUTIONS[resolution] };
  const imports = modules.map((path, index) => `import * as m${index} from "${path}";\nexport { m${index} };\n`).join("");
  lab.write({
    [`${folder}/tsconfig.json`]: JSON.stringify({ compilerOptions, files: ["index.ts"] }),
    [`${folder}/index.ts`]: programs.ts.text.replace("NAME", '"pool"') + imports,
  });
  const tsc = join(lab.program, "node_modules/typescript/bin/tsc");
  const { stdout, status } = spawnSync(process.execPath, [tsc, "-p", "."], { cwd: join(lab.program, folder), encoding: "utf8" });
  return `${stdout}exit code ${status}`;
}

beforeAll(async () => {
  lab = new PulumiLab({ linkModules: false });
  const pack = "pack --json --ignore-scripts --workspace sandbox --include-workspace-root --pack-destination".split(" ");
  packed = JSON.parse(npm(root, ...pack, lab.folder));
  lab.write({ "package.json": '{ "name": "empty", "private": true }' });
  const sdk = require("@pulumi/pulumi/package.json").version;
  install(tarball("pulumi-k8s-lb"), `@pulumi/pulumi@${sdk}`, "typescript@~5.9", "@types/node@20");
});

afterAll(() => {
  sandbox?.kill();
  lab?.dispose();
});

describe("pulumi-k8s-lb alone", () => {
  test("carries no servers and no source maps, in at most 600 files and 950 kB", () => {
    const { files = [], size } = packed.find(({ name }) => name === "pulumi-k8s-lb") ?? {};
    const paths = files.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(["dist/provider/index.js", "dist/sdk/sandbox.js", "dist/sdk/cli/main.js", "LICENSE"]));
    expect(paths.filter((path) => /sandbox\/|\.map$/.test(path))).toEqual([]);
    expect(paths.length).toBeLessThanOrEqual(600);
    expect(size).toBeLessThanOrEqual(950_000);
  });

  test("carries the schema of the package for other languages", () => {
    const installed = readFileSync(join(lab.program, "node_modules/pulumi-k8s-lb/dist/plugin/schema.json"), "utf8");
    expect(installed).toBe(readFileSync(join(root, "docs/schema.json"), "utf8"));
  });

  test("`k8s-lb sandbox run` says the line that installs the sandbox", async () => {
    const child = command("sandbox", "run");
    const [messages, code] = await Promise.all([text(child.stderr), new Promise((done) => child.once("close", done))]);
    expect(messages).toBe(
      "error: the sandbox is a separate package that is not installed here: npm install --save-dev pulumi-k8s-lb-sandbox\n",
    );
    expect(code).toBe(2);
    expect(() => createRequire(join(lab.program, "x.js"))("pulumi-k8s-lb/sandbox")).toThrow("Cannot find module 'pulumi-k8s-lb-sandbox'");
  });

  test("its command translates, and its help knows the sandbox", async () => {
    lab.write({
      "shop.yaml": "{ apiVersion: v1, kind: Service, metadata: { name: shop }, spec: { type: LoadBalancer, ports: [{ port: 80 }] } }",
    });
    const translated = JSON.parse(await text(command("translate", "-f", "shop.yaml", "--to", "avi").stdout));
    expect(translated.statuses).toMatchObject([{ kind: "Service", name: "shop" }]);
    expect(await text(command("sandbox", "run", "--help").stdout)).toContain("--port-base");
  });

  test("compiles in a program", () => expect(compiled("node16", SUBPATHS)).toBe("exit code 0"));
});

test("both install from their tarballs with the one command that the README of the sandbox shows, into an empty project", () => {
  const readme = readFileSync(join(root, "sandbox/README.md"), "utf8");
  const line = /^npm install (@pulumi\/pulumi .*\.tgz .*\.tgz)$/m.exec(readme)?.[1] ?? "";
  lab.write({ "both/package.json": '{ "name": "both", "private": true }' });
  for (const { filename } of packed) copyFileSync(join(lab.folder, filename), join(lab.program, "both", filename));
  const cwd = join(lab.program, "both");
  npm(cwd, ..."install --prefer-offline --no-audit --no-fund --ignore-scripts".split(" "), ...line.split(" ").map(withVersions));
  expect(npm(cwd, "exec", "--offline", "--", "k8s-lb", "sandbox", "run", "--help")).toContain("--port-base");
  const loaded = 'console.log(typeof require("pulumi-k8s-lb/sandbox").startSandbox, typeof require("pulumi-k8s-lb/avi").Pool)';
  expect(execFileSync(process.execPath, ["-e", loaded], { cwd, encoding: "utf8" })).toBe("function function\n");
});

/** The README names the tarballs of its release; the SDK is the one that is here, also without a registry. */
function withVersions(argument: string): string {
  if (argument === "@pulumi/pulumi") return `${argument}@${require("@pulumi/pulumi/package.json").version}`;
  const name = /^\.\/(.*)-\d+\.\d+\.\d+\.tgz$/.exec(argument)?.[1];
  return `./${packed.find((one) => one.name === name)?.filename}`;
}

describe("with pulumi-k8s-lb-sandbox beside it", () => {
  beforeAll(async () => {
    install(tarball("pulumi-k8s-lb-sandbox"));
    sandboxEnv = await startInstalledSandbox();
  });

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

  const both = [...SUBPATHS, "pulumi-k8s-lb/sandbox", "pulumi-k8s-lb-sandbox"];

  test.each(["node", "node16", "nodenext", "bundler"] as const)("a program with the module resolution %s compiles", (resolution) => {
    expect(compiled(resolution, both)).toBe("exit code 0");
  });

  test("pulumi-k8s-lb/sandbox is the same as pulumi-k8s-lb-sandbox, required and imported", () => {
    lab.write({
      "same.mjs": `
import { createRequire } from "node:module";
import { startSandbox } from "pulumi-k8s-lb/sandbox";
import * as own from "pulumi-k8s-lb-sandbox";
const required = createRequire(import.meta.url)("pulumi-k8s-lb/sandbox");
console.log(own.startSandbox === startSandbox && required.startSandbox === startSandbox);`,
    });
    expect(execFileSync(process.execPath, ["same.mjs"], { cwd: lab.program, encoding: "utf8" })).toBe("true\n");
  });
});
