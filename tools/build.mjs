// npm run build [-- --force]: makes dist/ when the sources changed.
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { say } from "./lib/progress.mjs";
import { main } from "./lib/stop.mjs";

await main(async (args) => {
  await ensureInstalled();
  if (!(await ensureBuilt({ force: args.includes("--force") }))) say("dist/ is up to date.");
});
