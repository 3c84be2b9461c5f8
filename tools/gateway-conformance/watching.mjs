// Keeps a list of objects current: lists, then watches, and resumes after a broken connection.
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Calls `onChange(type, object)` for what is there and for every change; `path` is that of a list. Returns what ends it. A gap (status 410)
 * gives the objects a second time as ADDED, and DELETED for those that went in between.
 */
export function watchObjects({ send, stream }, path, onChange) {
  let call;
  let ended = false;
  const objects = new Map();

  function report(type, object) {
    if (type === "DELETED") objects.delete(object.metadata.uid);
    else objects.set(object.metadata.uid, object);
    onChange(type, object);
  }

  async function list() {
    const { status, body } = await send({ path });
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    const now = new Set(body.items.map(({ metadata }) => metadata.uid));
    for (const [uid, object] of objects) if (!now.has(uid)) report("DELETED", object);
    for (const item of body.items) report("ADDED", item);
    return body.metadata.resourceVersion;
  }

  /** The version to go on from; undefined when a list is needed first. */
  function follow(version) {
    let last = version;
    const query = `?watch=true&allowWatchBookmarks=true&timeoutSeconds=300&resourceVersion=${version}`;
    return new Promise((resolve) => {
      call = stream({ path: path + query }, (response) => {
        const lines = createInterface({ input: response });
        lines.on("error", () => {}); // that of the response, which the end of this watch causes too
        lines.on("line", (line) => {
          const { type, object } = JSON.parse(line);
          if (type === "ERROR") last = undefined;
          else last = object.metadata.resourceVersion;
          if (["ADDED", "MODIFIED", "DELETED"].includes(type)) report(type, object);
        });
        response.on("error", () => {}).on("close", () => resolve(response.statusCode === 200 ? last : undefined));
      });
      call.on("error", () => resolve(undefined));
    });
  }

  async function loop() {
    let version;
    while (!ended) {
      try {
        version ??= await list();
        version = await follow(version);
      } catch {
        version = undefined;
      }
      if (!version && !ended) await sleep(500);
    }
  }
  const done = loop();
  return async () => {
    ended = true;
    call?.destroy();
    await done;
  };
}
