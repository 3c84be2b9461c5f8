// A program of a Debian package: that of the machine, or the package unpacked into the user's cache, without root.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { findIn, inCache, pathFolders } from "./files.mjs";
import { alone, run, Stop, step } from "./process.mjs";

/** `{ command, env }` of the program of a package with its name; `wanted` says what to install where packages cannot be had. */
export async function debianProgram(name, wanted = name) {
  const command = findIn([...pathFolders(), "/usr/sbin", "/usr/local/sbin"], name);
  if (command) return { command, env: process.env };
  const folder = inCache(name);
  mkdirSync(dirname(folder), { recursive: true });
  if (!existsSync(folder)) {
    await alone(`${folder}.lock`, `Waiting for another process that gets ${name}`, async () => {
      if (!existsSync(folder))
        await step(`Getting ${name} from the packages of this machine`, "a few seconds, 4 MB", () => unpack(name, folder, wanted));
    });
  }
  return { command: join(folder, "usr/sbin", name), env: { ...process.env, LD_LIBRARY_PATH: libraries(folder) } };
}

/** The package and what it needs that the machine has not, unpacked: nothing is installed and nothing is configured. */
async function unpack(name, folder, wanted) {
  const must = async (command, args, options) => {
    const { code, stdout, output } = await run(command, args, { timeout: 120_000, ...options });
    if (code === 0) return stdout;
    throw new Stop(`${command} ${args.join(" ")} failed; install ${wanted}, or give it the machine's packages:\n${output.trimEnd()}`);
  };
  const work = mkdtempSync(`${folder}.`);
  try {
    const plan = await must("apt-get", ["--simulate", "--no-install-recommends", "install", name]);
    const packages = [...plan.matchAll(/^Inst (\S+)/gm)].map(([, packageName]) => packageName);
    await must("apt-get", ["download", ...packages], { cwd: work });
    const root = join(work, "root");
    for (const file of readdirSync(work).filter((one) => one.endsWith(".deb"))) await must("dpkg-deb", ["-x", join(work, file), root]);
    renameSync(root, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Folders of shared libraries below an unpacked tree. */
function libraries(root) {
  const folders = ["usr/lib", "lib"].flatMap((base) =>
    existsSync(join(root, base)) ? readdirSync(join(root, base)).map((triplet) => join(root, base, triplet)) : [],
  );
  return folders.filter((folder) => readdirSync(folder).some((name) => /\.so(\.|$)/.test(name))).join(":");
}
