import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { packageVersion } from "../../own-package";
import { type Examination, examined } from "../doctor/doctor";
import type { StackOptions } from "../stack";
import type { BundleContext, BundlePart } from "./bundle";
import { learnSetting } from "./setting-names";

/** Versions, and what the doctor finds. */
export function toolParts(where: StackOptions, context: BundleContext): BundlePart[] {
  let known: Promise<Examination> | undefined;
  const examination = () => {
    known ??= examined([], where).then((found) => {
      for (const { key, value } of found.settings) learnSetting(key.replace(/^\w+:/, ""), value, context);
      for (const { what } of found.checks) context.names.learnFrom(what);
      return found;
    });
    return known;
  };
  return [
    {
      file: "versions.json",
      about: "versions of the package, Node, Pulumi and the load balancers",
      async make() {
        const checks = await examination().then(
          (found) => found.checks,
          () => [],
        );
        return {
          "pulumi-k8s-lb": packageVersion(),
          node: process.version,
          platform: `${process.platform} ${process.arch}`,
          pulumi: await pulumiVersion(),
          "@pulumi/pulumi": sdkVersion(where.cwd),
          backEnds: checks.filter(({ target, check }) => target !== "tools" && VERSIONED.test(check)),
        };
      },
    },
    {
      file: "doctor.json",
      about: "settings with their sources, and the result of `k8s-lb doctor`",
      async make() {
        const { settings, checks } = await examination();
        return { settings: settings.map(({ key, value, from }) => ({ setting: key, value, from })), checks };
      },
    },
  ];
}

/** Checks that name the version of a load balancer or an API server. */
const VERSIONED = /version|login|^API server$|^Octavia$/;

function pulumiVersion(): Promise<string> {
  return new Promise((done) => {
    execFile("pulumi", ["version"], { timeout: 10_000, env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" } }, (error, stdout) =>
      done(error ? "not found in PATH" : stdout.trim()),
    );
  });
}

/** The version of the SDK that a program in this folder would load. */
function sdkVersion(cwd: string): string {
  for (const from of [join(resolve(cwd), "index.js"), __filename]) {
    try {
      const { version } = createRequire(from)("@pulumi/pulumi/package.json") as { version: string };
      return version;
    } catch {
      // the next place
    }
  }
  return "not installed";
}
