// The real Octavia API with no-op drivers, alone or with the real Keystone, Barbican and Neutron. See docs/contributing/real-servers.md#octavia.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { keepLogs } from "../lib/files.mjs";
import { Stop, say, step } from "../lib/process.mjs";
import { configFiles } from "./config.mjs";
import { seedNetworks, tokenOf, warmUp } from "./first-requests.mjs";
import { ensureInstalled, freePorts, render, startPython } from "./python.mjs";

/** Files that a start copies from the template, because the service changes them. */
const copied = { keystone: ["keystone.db", "fernet", "credential"], neutron: ["neutron.db"] };

const passwordOf = (keystone) => ({
  OS_AUTH_URL: `${keystone}/v3`,
  OS_USERNAME: "demo",
  OS_PASSWORD: "demo",
  OS_PROJECT_NAME: "demo",
  OS_USER_DOMAIN_NAME: "Default",
  OS_PROJECT_DOMAIN_NAME: "Default",
  OS_REGION_NAME: "RegionOne",
  OS_IDENTITY_API_VERSION: "3",
});

/** Without Keystone the server believes any caller that he is an administrator working for the project he names. */
const nobodyOf = (octavia) => ({ OS_AUTH_TYPE: "none", OS_ENDPOINT: octavia, OS_PROJECT_ID: randomUUID().replaceAll("-", "") });

async function startAll(names, venv, work, dataPath) {
  const ports = await freePorts(names.length);
  const addresses = Object.fromEntries(names.map((name, index) => [name, `http://127.0.0.1:${ports[index]}`]));
  for (const [file, content] of Object.entries(configFiles({ work, venv, addresses }))) writeFileSync(join(work, file), content);
  for (const file of names.flatMap((name) => copied[name] ?? [])) {
    cpSync(join(venv, "template", file), join(work, file), { recursive: true });
  }
  const catalog = names.map((name) => `${name}=${addresses[name]}${name === "keystone" ? "/v3" : ""}`);
  const started = await Promise.allSettled(
    names.map((name, index) => {
      const common = { venv, work, name, port: ports[index] };
      if (name !== "octavia") return startPython({ ...common, file: "companion.py", args: [name, ...catalog] });
      const env = {
        ...(addresses.neutron ? { VIP_PORTS: "neutron" } : {}),
        ...(dataPath ? { DATA_PATH: dataPath.socket, HAPROXY_VERSION: dataPath.version } : {}),
      };
      return startPython({ ...common, file: "octavia_api.py", env });
    }),
  );
  const stop = () => Promise.all(started.map(({ value }) => value?.()));
  const failed = started.find(({ status }) => status === "rejected");
  if (!failed) return { addresses, stop };
  await stop();
  throw failed.reason;
}

/** The networks, and what makes the first request of a user as good as any other. */
async function firstRequests(addresses) {
  const networks = addresses.neutron ? await seedNetworks(addresses) : undefined;
  const who = addresses.keystone ? await tokenOf("demo", addresses) : { "X-Project-Id": randomUUID() };
  await warmUp(addresses, who, networks?.privateSubnetId);
  return networks;
}

/**
 * Starts the server on loopback; when it is there it has served a whole load balancer. `barbican` and `neutron` imply Keystone. `env`
 * points an OpenStack client at it; `stop` ends all processes and removes their files. `dataPath` is `{ socket, version }` of what serves
 * each load balancer as soon as it changes (`data-path.mjs`).
 */
export async function startOctaviaServer({ auth = "noauth", barbican = false, neutron = false, dataPath } = {}) {
  const keystone = auth === "keystone" || barbican || neutron;
  const venv = await ensureInstalled({ all: keystone });
  const names = Object.entries({ octavia: true, keystone, barbican, neutron }).flatMap(([name, isOn]) => (isOn ? [name] : []));
  for (let attempt = 1; ; attempt++) {
    const work = realpathSync(mkdtempSync(join(tmpdir(), "octavia-server-")));
    const clean = () => rmSync(work, { recursive: true, force: true });
    try {
      const { addresses, stop } = await startAll(names, venv, work, dataPath);
      const networks = await firstRequests(addresses).catch(async (error) => {
        const logs = keepLogs(work);
        await stop();
        throw new Stop(`${error.message}\nThe logs of the services are in ${logs}`);
      });
      return {
        url: addresses.octavia,
        authUrl: keystone ? `${addresses.keystone}/v3` : undefined,
        networkUrl: addresses.neutron,
        keyManagerUrl: addresses.barbican,
        networks,
        env: keystone ? passwordOf(addresses.keystone) : nobodyOf(addresses.octavia),
        /** haproxy.cfg and certificates of every load balancer as Octavia's own driver writes them for this version of HAProxy. */
        render: (folder, version) => render({ venv, work, folder, version }),
        /** Saves the logs of the services from `stop()`; the folder. */
        keepLogs: () => keepLogs(work),
        async stop() {
          await stop();
          clean();
        },
      };
    } catch (error) {
      clean();
      if (attempt === 3 || !String(error).includes("Address already in use")) throw error; // somebody took the port in between
    }
  }
}

// npm run tools -- octavia-server: the server in the foreground, until ^C.

const quote = (text) => `'${String(text).replaceAll("'", `'\\''`)}'`;

function optionsOf(args) {
  const flag = { type: "boolean", default: false };
  try {
    const options = { auth: { type: "string", default: "noauth" }, barbican: flag, neutron: flag, shell: flag };
    const { values } = parseArgs({ args, options });
    if (["noauth", "keystone"].includes(values.auth)) return values;
    throw new Stop(`--auth is noauth or keystone, not ${values.auth}`);
  } catch (error) {
    throw error instanceof Stop ? error : new Stop(error.message);
  }
}

/** Prints where the server is as one line of JSON, or with `--shell` as lines for `eval`. */
export async function octaviaServer(args) {
  const { shell, ...options } = optionsOf(args);
  const end = Promise.race(["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => once(process, signal)));
  const { stop, env, ...addresses } = await step("Starting Octavia", "5 to 15 seconds", () => startOctaviaServer(options));
  try {
    const lines = Object.entries(env).map(([name, value]) => `export ${name}=${quote(value)}\n`);
    process.stdout.write(shell ? lines.join("") : `${JSON.stringify({ octavia: addresses, env })}\n`);
    say("Running; ^C ends it");
    await end;
  } finally {
    await stop();
  }
}
