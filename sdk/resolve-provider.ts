// Makes sure that Pulumi can load the provider from the folder of the program.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, delimiter, dirname, join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { LbError } from "../resources/diagnostic";

/** Module that the code in the state loads, by name, from the folder of the program. */
const ENTRY = "pulumi-k8s-lb/provider";

/** Set by Pulumi's language host for the program that it runs; a program of the Automation API runs in a process of its own. */
const isRunByCli = process.env.PULUMI_NODEJS_MONITOR !== undefined;

/** Pulumi goes there before it loads a program, and starts the provider there. */
const folder = process.cwd();

let isChecked = false;

/**
 * Makes sure, once, that the provider will be found. A program that has this package only through another one loads it from there, but in a
 * strict layout (pnpm, a monorepo without hoisting) the provider, which starts from the folder of the program, does not.
 *
 * @throws RunError LB2023, which Pulumi prints without a stack
 */
export function ensureProviderResolves(): void {
  if (isChecked || !isRunByCli) return;
  if (!resolvesFrom(folder)) throw new pulumi.RunError(notResolved(folder));
  isChecked = true;
}

function resolvesFrom(where: string): boolean {
  try {
    createRequire(join(where, "program.js")).resolve(ENTRY);
    return true;
  } catch {
    return false;
  }
}

/** LB2023, with the dependency and the file that should name it. */
function notResolved(where: string): string {
  const file = packageFile(where);
  return new LbError({
    code: "LB2023",
    message: `the package pulumi-k8s-lb cannot be loaded from ${where}, where Pulumi starts its provider; the program has it only through another package`,
    remedy: `Add "pulumi-k8s-lb" to the dependencies in ${file ?? `a package.json in ${where}`}, and install: npm install pulumi-k8s-lb (pnpm add, yarn add).`,
  }).message;
}

/** The `package.json` that the folder belongs to. */
function packageFile(where: string): string | undefined {
  const file = join(where, "package.json");
  if (existsSync(file)) return file;
  return dirname(where) === where ? undefined : packageFile(dirname(where));
}

/**
 * The Automation API starts the engine, and so the provider, in a folder of its choice, most often an empty one. The environment goes with
 * them: with the folders of this package and of Pulumi's in `NODE_PATH`, the last place where Node looks, they are found from anywhere.
 */
function offerProvider(environment: { NODE_PATH?: string }): void {
  const nodePath = (environment.NODE_PATH ?? "").split(delimiter).filter(Boolean);
  environment.NODE_PATH = [...new Set([...nodePath, ...moduleFolders()])].join(delimiter);
}

function moduleFolders(): string[] {
  const { resolve } = createRequire(__filename);
  const packageFolder = dirname(resolve("pulumi-k8s-lb/package.json"));
  // a checkout has itself among its packages
  const folders = [dirname(packageFolder), join(packageFolder, "node_modules")].filter((one) => existsSync(join(one, "pulumi-k8s-lb")));
  try {
    folders.push(dirname(dirname(dirname(resolve("@pulumi/pulumi/package.json")))));
  } catch {
    // an archive of the native plugin has no packages beside it, and makes no dynamic resources
  }
  return folders.filter((one) => basename(one) === "node_modules");
}

if (!isRunByCli) offerProvider(process.env);
