// A network of its own for everything that a run starts: every address of 10.0.0.0/8 can be bound and dialled, and nothing else is there.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { findIn, pathFolders } from "../lib/files.mjs";
import { beforeEnd, run, Stop } from "../lib/process.mjs";

/** Makes loopback the home of the addresses of Gateways, Pods and nodes. */
const network = "ip link set lo up && ip route add local 10.0.0.0/8 dev lo";

/** Options for a process namespace: all processes end with the first one, also a provider that Pulumi has left behind. */
const ownProcesses = ["--mount", "--pid", "--fork", "--mount-proc", "--kill-child=SIGKILL"];
const ways = [["--net", ...ownProcesses], ["--map-root-user", "--net", ...ownProcesses], ["--net"], ["--map-root-user", "--net"]];

const wayOut = `The suite needs a network namespace, and this user may not make one. Any of these helps:
  run it as root (sudo), in a container with --privileged or --cap-add SYS_ADMIN --cap-add NET_ADMIN,
  or allow namespaces: sysctl -w kernel.unprivileged_userns_clone=1 kernel.apparmor_restrict_unprivileged_userns=0`;

/** The command and its first arguments that make such a network here; throws where none do. */
export async function findNamespace() {
  const places = [...pathFolders(), "/usr/sbin", "/sbin"];
  const unshare = findIn(places, "unshare");
  const missing = ["unshare", "ip"].filter((name) => !findIn(places, name));
  if (missing.length > 0) {
    throw new Stop(`${missing.join(" and ")} not found; the suite runs on Linux with the packages util-linux and iproute2`);
  }
  const faults = [];
  for (const way of ways) {
    const { code, output } = await run(unshare, [...way, "sh", "-c", network], { env: withSbin(), timeout: 20_000 });
    if (code === 0) return [unshare, ...way];
    faults.push(`  unshare ${way.join(" ")}: ${output.trim().split("\n").at(-1)}`);
  }
  throw new Stop(`${wayOut}\nTried:\n${faults.join("\n")}`);
}

/** `ip` is often in folders that only root's PATH names. */
const withSbin = (env = process.env) => ({ ...env, PATH: [...pathFolders(env), "/usr/sbin", "/sbin"].join(":") });

/**
 * Runs `node FILE` by a command of `findNamespace` with `input` on stdin and `env` in such a network and on this terminal; its exit code.
 * After `minutes` its channel closes, which asks it to end; 30 seconds later it is killed.
 */
export async function runInNamespace([unshare, ...way], file, input, { env = {}, minutes }) {
  const inside = `${network} && exec "$0" "$1"`;
  const child = spawn(unshare, [...way, "sh", "-c", inside, process.execPath, file], {
    env: { ...withSbin(), ...env },
    stdio: ["pipe", "inherit", "inherit", "ipc"],
  });
  child.stdin.on("error", () => {}); // it went first
  child.stdin.end(JSON.stringify(input));
  const gone = once(child, "exit");
  // the process inside listens to the channel, which closes also when this process is killed
  const end = () => child.connected && child.disconnect();
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const limits = [setTimeout(end, minutes * 60_000), setTimeout(kill, minutes * 60_000 + 30_000)];
  beforeEnd(() => {
    end();
    return gone;
  });
  const [code] = await gone;
  for (const limit of limits) clearTimeout(limit);
  return code ?? 1;
}
