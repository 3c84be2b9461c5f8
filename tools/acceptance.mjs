// npm run acceptance -- [DIR]: the acceptance cases below DIR, on the built package.
import { pathToFileURL } from "node:url";
import { ensureBuilt, ensureInstalled } from "./lib/checkout.mjs";
import { inRoot } from "./lib/files.mjs";
import { main } from "./lib/process.mjs";

const runner = inRoot("test/cases/acceptance/main.mjs");

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  process.argv[1] = runner; // it reads its arguments from process.argv like any entry point
  await import(pathToFileURL(runner).href);
  return process.exitCode;
});
