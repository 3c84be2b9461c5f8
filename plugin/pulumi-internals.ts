// Types for functions of Pulumi's SDK that construct components for other languages: shipped, but not in its typings.

import type * as pulumi from "@pulumi/pulumi";
import * as server from "@pulumi/pulumi/provider/server";
import * as settings from "@pulumi/pulumi/runtime/settings";
import * as state from "@pulumi/pulumi/runtime/state";
import type { StructMessage } from "./stubs";

interface Internals {
  /** Runs work with an SDK state of its own: a process makes several components at once. */
  withLocalStorage<T>(work: () => Promise<T>): Promise<T>;
  /** Inputs of a call, as outputs where they are secret or depend on a resource. */
  deserializeInputs(inputs: StructMessage | undefined, dependencies: unknown): Promise<pulumi.Inputs>;
  awaitFeatureSupport(): Promise<void>;
  /** Resolves when the engine has answered everything that was registered. */
  waitForRPCs(): Promise<void>;
}

/** @throws TypeError where this version of the SDK has other ones */
function checkedInternals(): Internals {
  const all = { ...state, ...server, ...settings } as unknown as Internals;
  const { withLocalStorage, deserializeInputs, awaitFeatureSupport, waitForRPCs } = all;
  const functions = { withLocalStorage, deserializeInputs, awaitFeatureSupport, waitForRPCs };
  const missing = Object.entries(functions).find(([, internal]) => typeof internal !== "function");
  if (missing) throw new TypeError(`this version of @pulumi/pulumi has no ${missing[0]}, which components in other languages need`);
  return functions;
}

export const { withLocalStorage, deserializeInputs, awaitFeatureSupport, waitForRPCs } = checkedInternals();
