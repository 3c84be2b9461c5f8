// Installs the Avi clients in the cache of the user.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { filesBelow, hashOf, inCache, inRoot } from "../lib/files.mjs";
import { run, Stop, say, step } from "../lib/process.mjs";
import { venv } from "../lib/python.mjs";

// Go programmes are built once per source into the user's cache.

export const goFolder = inRoot("tools/avi-clients/go");

/** Runs `go ARGS -o FILE WHAT` unless FILE for these sources is there already; returns FILE. */
export async function goBuild(name, verb, what) {
  const key = hashOf([name, ...verb, what], filesBelow(goFolder)).slice(0, 12);
  const binary = inCache("avi-clients", `${name}-${key}`);
  if (existsSync(binary)) return binary;
  await step(`Building ${name} (${basename(what) || "our programme"})`, "up to a minute", async () => {
    mkdirSync(dirname(binary), { recursive: true });
    const fresh = `${binary}.${process.pid}`;
    const { code, output } = await run("go", [...verb, "-o", fresh, what], { cwd: goFolder, timeout: 600_000 });
    if (code === 127) throw new Stop("go was not found; install Go 1.21 or newer");
    if (code !== 0) throw new Stop(`go ${verb.join(" ")} ${what} failed:\n${output.trimEnd()}`);
    renameSync(fresh, binary);
  });
  return binary;
}

/** The folder of the vendor's module in the module cache, downloaded if it is not there. */
export async function vendorModule() {
  const args = ["mod", "download", "-json", "github.com/vmware/alb-sdk"];
  const { code, stdout, output } = await run("go", args, { cwd: goFolder, timeout: 300_000 });
  if (code !== 0) throw new Stop(`the vendor's Go module could not be downloaded:\n${output}`);
  return JSON.parse(stdout).Dir;
}

// Environment of a client process: the address of the sandbox, and none of this machine's own certificate settings.
const LEAKS = ["REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"];

export function clientEnvironment(avi, more = {}) {
  const env = { ...process.env, AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, ...more };
  for (const name of LEAKS) delete env[name];
  return env;
}

// The Go tests that the vendor runs against a live controller, compiled from the module as it is.

/**
 * Left out: one test wants 200 for a create where its own SDK accepts 201, one replaces the portal's certificate and
 * waits for the web server to restart, and the uploads need files in /mnt/files.
 */
const LEFT_OUT_OF_GO = "TestRestRequest|TestCustomTransport|Upload";

/** The examples build on each other; this is the order their own runner gives them. */
const EXAMPLES = ["TestCreate[^V]", "TestCreateVirtualservice", "TestApi|TestAvi|Tenant[^_]*Switch|TestSwitch", "TestDelete", "Password"];

async function tests(binary, cwd, env, pattern) {
  const args = ["-test.v", "-test.timeout=120s", `-test.skip=${LEFT_OUT_OF_GO}`, ...(pattern ? [`-test.run=${pattern}`] : [])];
  const { stdout, timedOut } = await run(binary, args, { cwd, env, timeout: 150_000 });
  const named = (word) => [...stdout.matchAll(new RegExp(`^--- ${word}: (\\w+)`, "gm"))].map((match) => match[1]);
  for (const name of named("FAIL")) say(`FAIL ${name}`);
  const crashed = /^panic:/m.test(stdout) || timedOut;
  if (crashed) say(`FAIL ${pattern ?? binary}: it crashed or did not end`);
  return { passed: named("PASS").length, failed: named("FAIL").length + (crashed && named("FAIL").length === 0 ? 1 : 0) };
}

export const vendorGo = {
  async prepare() {
    const module = await vendorModule();
    return {
      module,
      session: await goBuild("avi-session.test", ["test", "-c"], "github.com/vmware/alb-sdk/go/session"),
      examples: await goBuild("avi-examples.test", ["test", "-c"], "github.com/vmware/alb-sdk/go/examples/test"),
    };
  },
  async run({ module, session, examples }, avi) {
    const settings = { AVI_TENANT: "admin", AVI_VERSION: "22.1.2" };
    const env = clientEnvironment(avi, { ...settings, AVI_CONTROLLER: avi.url.replace("https://", "") });
    const results = [await tests(session, join(module, "go/session"), env)];
    for (const pattern of EXAMPLES) results.push(await tests(examples, join(module, "go/examples/test"), env, pattern));
    const sum = (key) => results.reduce((total, result) => total + result[key], 0);
    return { passed: sum("passed"), failed: sum("failed") };
  },
};

// The Python tests that the vendor runs against a live controller, from the Go module's copy of the repository.

/** The tests speak this version and want the controller to be of it. */
const VERSION = "20.1.1";

/** Left out: an upload needs files that the vendor's machine has. */
const LEFT_OUT_OF_PYTHON = "not file_upload";

/** The tests were written for a pytest that had its configuration as a global. */
const PLUGIN = "import pytest\n\n\ndef pytest_configure(config):\n    pytest.config = config\n";

/** Their own configuration, pointed at the sandbox. */
function configuration(tests, avi) {
  const config = JSON.parse(readFileSync(join(tests, "test_api.cfg"), "utf8"));
  const { username, password } = avi;
  Object.assign(config.LoginInfo, { controller_ip: avi.url.replace("https://", ""), username, password, api_version: VERSION });
  config.Passwords.old_password = password;
  return JSON.stringify(config);
}

export const vendorPython = {
  sandbox: { version: VERSION },
  async prepare() {
    const packages = [
      "pytest==8.4.2",
      "vcrpy==7.0.0",
      "parameterized==0.9.0",
      "requests_toolbelt==1.0.0",
      "requests==2.32.5",
      "urllib3==2.5.0",
    ];
    return { module: await vendorModule(), folder: await venv("avi-clients/vendor-python", packages, "about 10 seconds") };
  },
  async run({ module, folder }, avi) {
    const tests = join(module, "python/avi/sdk/test");
    const work = mkdtempSync(join(tmpdir(), "avi-vendor-python-")); // recordings of the run land here; an empty folder means live
    try {
      const config = join(work, "sandbox.json");
      writeFileSync(config, configuration(tests, avi), { mode: 0o600 });
      writeFileSync(join(work, "global_config.py"), PLUGIN);
      const args = [
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "global_config",
        `--rootdir=${tests}`,
        "-k",
        LEFT_OUT_OF_PYTHON,
        `--config=${config}`,
      ];
      const env = clientEnvironment(avi, {
        PYTHONPATH: `${join(module, "python")}:${work}`,
        PYTHONDONTWRITEBYTECODE: "1",
        AVI_VERSION: VERSION,
      });
      const { stdout, timedOut } = await run(join(folder, "bin/python"), [...args, join(tests, "test_avi_api.py")], {
        cwd: work,
        env,
        timeout: 300_000,
      });
      for (const line of stdout.split("\n").filter((text) => /^(FAILED|ERROR)/.test(text))) say(line);
      const number = (word) => Number(new RegExp(`(\\d+) ${word}`).exec(stdout.trim().split("\n").pop() ?? "")?.[1] ?? 0);
      const failed = number("failed") + number("error");
      const nothing = timedOut || number("passed") + failed === 0;
      if (nothing) say(stdout.slice(-2000));
      return { passed: number("passed"), failed: failed + (nothing ? 1 : 0) };
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  },
};
