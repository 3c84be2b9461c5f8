/** An end that the user can do something about: printed as a sentence, without a stack. */
export class Stop extends Error {}

/** Runs an entry point: errors become one message on stderr and exit code 1. */
export async function main(work) {
  // A reader that went away (`npm start | head`) must not break off an update half way.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  try {
    const code = await work(process.argv.slice(2));
    process.exitCode = typeof code === "number" ? code : 0;
  } catch (error) {
    process.stderr.write(`\nerror: ${error instanceof Stop ? error.message : (error?.stack ?? error)}\n`);
    process.exitCode = 1;
  }
}
