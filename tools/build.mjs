// npm run build [-- --force]: makes dist/ when the sources changed.
import { ensureBuilt, ensureInstalled } from "./lib/checkout.mjs";
import { main, say } from "./lib/process.mjs";

await main(async (args) => {
  await ensureInstalled();
  if (!(await ensureBuilt({ force: args.includes("--force") }))) say("dist/ is up to date.");
});
