// What the user sees while something takes long. Everything goes to stderr: stdout belongs to results.
const tty = Boolean(process.stderr.isTTY) && !process.env.CI;
const every = 15_000;

/** One line for the user. */
export const say = (line = "") => process.stderr.write(`${line}\n`);

/** `9 s`, `4 min 12 s` */
export function duration(ms) {
  const s = Math.round(ms / 1000);
  return s < 60 ? `${s} s` : `${Math.floor(s / 60)} min ${s % 60} s`;
}

/**
 * Runs one step: says what it does and how long that may take, shows that it is alive (a line that counts on a terminal,
 * a line every 15 s elsewhere) and says how long it took. `work` may call `note(text)` to name what it is at.
 */
export async function step(title, expected, work) {
  const begin = Date.now();
  let detail = "";
  say(`${title}${expected ? ` (${expected})` : ""}`);
  const show = () => {
    const line = `  ... ${duration(Date.now() - begin)}${detail ? `, ${detail}` : ""}`;
    if (tty) process.stderr.write(`\r\x1b[K${line.slice(0, (process.stderr.columns ?? 80) - 1)}`);
    else say(line);
  };
  const timer = setInterval(show, tty ? 1_000 : every);
  const end = (word) => {
    clearInterval(timer);
    if (tty) process.stderr.write("\r\x1b[K");
    say(`  ${word} after ${duration(Date.now() - begin)}`);
  };
  try {
    const result = await work((text) => {
      detail = text;
    });
    end("done");
    return result;
  } catch (error) {
    end("failed");
    throw error;
  }
}
