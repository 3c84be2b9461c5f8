// npm run build [-- --force]: makes dist/ when the sources changed. --maps makes it again, with source maps: `node --enable-source-maps`
// then names our lines. --quiet says nothing when there is nothing to do.
import { ensureBuilt, ensureInstalled } from "./lib/checkout.mjs";
import { main, say } from "./lib/process.mjs";

await main(async (args) => {
  await ensureInstalled();
  const maps = args.includes("--maps");
  const isNew = await ensureBuilt({ force: maps || args.includes("--force"), maps });
  if (!isNew && !args.includes("--quiet")) say("dist/ is up to date.");
});
