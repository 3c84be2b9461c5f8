// The parts of a support bundle about this machine: versions, and the findings of the doctor.

import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { release } from "node:os";
import { join, resolve } from "node:path";
import { packageVersion } from "../../own-package";
import { isRecord } from "../../specs";
import { targetNames } from "../../targets";
import { type Examination, examined } from "../doctor/doctor";
import type { StackOptions } from "../stack";
import type { BundlePart } from "./bundle";
import { type Field, list, object, plain, version } from "./fields";
import { settingOf } from "./settings-fields";
import { failure, word } from "./words";

const check = { target: word, check: word, state: word };
const versions = Object.fromEntries(["pulumi-k8s-lb", "node", "system", "pulumi", "@pulumi/pulumi"].map((key) => [key, version]));
const otherwise = "`k8s-lb doctor` with the same options shows why";

const platform: Field = (value) => (value === `${process.platform} ${process.arch}` ? value : undefined);

export function toolParts(where: StackOptions): BundlePart[] {
  let cached: Promise<Examination> | undefined;
  const examination = () => {
    cached ??= examined([], where);
    return cached;
  };
  return [
    {
      file: "versions.json",
      about: "versions of the package, Node, Pulumi and the load balancers",
      otherwise,
      fields: object({ ...versions, platform, backEnds: list(object({ ...check, version })) }),
      async make() {
        const result = await examination().catch(() => ({ checks: [] }));
        return {
          ...{ "pulumi-k8s-lb": packageVersion(), node: process.version, platform: `${process.platform} ${process.arch}` },
          ...{ system: release().split("-")[0], pulumi: await pulumiVersion(), "@pulumi/pulumi": sdkVersion(where.cwd) },
          backEnds: result.checks
            .filter((one) => one.target !== "tools" && VERSIONED.test(one.check))
            .map((one) => ({ ...one, version: one.state === "ok" ? one.what : "" })),
        };
      },
    },
    {
      file: "doctor.json",
      about: "settings with their sources, and the result of `k8s-lb doctor`",
      otherwise,
      fields: object({ settings: list(doctorSetting), checks: list(object({ ...check, refused: plain, why: failure })) }),
      async make() {
        const { settings, checks } = await examination();
        return { settings, checks: checks.map((one) => ({ ...one, why: one.state === "failed" ? one.what : "" })) };
      },
    },
  ];
}

/** `avi:timeout` of a connection, or `avi.KubernetesCluster main: naming` of a component. */
const doctorSetting: Field = (row, names) => {
  if (!isRecord(row)) return undefined;
  const [, target, component = "", key = ""] = /^(\w+)\.\w+ (.*): (\w+)$/s.exec(String(row.key)) ?? [];
  const targetName = targetNames().find((one) => one === target);
  const [setting, value] = settingOf(targetName, targetName ? key : String(row.key), row.value, names);
  return {
    ...(targetName ? { target: targetName, component: names.of(component) } : {}),
    setting,
    value,
    from: word(row.from, names) ?? "",
  };
};

/** Checks that name the version of a load balancer or an API server. */
const VERSIONED = /version|login|^API server$|^Octavia$/;

function pulumiVersion(): Promise<string> {
  return new Promise((done) => {
    execFile("pulumi", ["version"], { timeout: 10_000, env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" } }, (error, stdout) =>
      done(error ? "" : stdout.trim()),
    );
  });
}

/** The version of the SDK that a program in this folder would load. */
function sdkVersion(cwd: string): string {
  for (const from of [join(resolve(cwd), "index.js"), __filename]) {
    try {
      const { version: installed } = createRequire(from)("@pulumi/pulumi/package.json") as { version: string };
      return installed;
    } catch {
      // the next place
    }
  }
  return "";
}
