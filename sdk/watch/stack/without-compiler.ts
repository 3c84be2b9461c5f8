// Keeps TypeScript and Arborist out of the memory of a watch.

import { Module } from "node:module";

/** Modules of Pulumi's SDK that write functions of a program into its state, and find their packages: with TypeScript and npm's Arborist. */
const WRITERS = ["@pulumi/pulumi/runtime/closure/serializeClosure", "@pulumi/pulumi/runtime/closure/codePaths"];

/**
 * Defers the compiler, which the SDK loads at its start, until a function is written into a state: 60 MB that most processes never need.
 *
 * @param load where the SDK is found; before it is loaded
 */
export function withoutCompiler(load: NodeJS.Require): void {
  for (const name of WRITERS) {
    const file = fileOf(name, load);
    if (file && !load.cache[file]) load.cache[file] = deferred(file, load);
  }
}

function fileOf(name: string, load: NodeJS.Require): string | undefined {
  try {
    return load.resolve(name);
  } catch {
    return undefined;
  }
}

/** A module of functions that is loaded when the first of them is called: the SDK reads them all at its start. */
function deferred(file: string, load: NodeJS.Require): NodeModule {
  const call = (name: string | symbol, args: readonly unknown[]): unknown => {
    if (load.cache[file] === module) delete load.cache[file];
    return Reflect.apply(load(file)[name], undefined, args);
  };
  const exports = new Proxy(
    {},
    {
      get:
        (_, name) =>
        (...args: unknown[]) =>
          call(name, args),
    },
  );
  const module = Object.assign(new Module(file), { filename: file, loaded: true, exports });
  return module;
}
