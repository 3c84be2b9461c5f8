// A watch: the server sends one event per line for as long as it is open.
import { createInterface } from "node:readline";

export class Watch {
  #events = [];
  #waiting = [];
  #call;
  #ended = false;

  /** Resolves when the server has answered; what it refuses is an answer too. */
  static open(client, request) {
    const watch = new Watch();
    return new Promise((resolve, reject) => {
      watch.#call = client.stream(request, (response) => {
        Object.assign(watch, { status: response.statusCode, headers: response.headers });
        const lines = createInterface({ input: response });
        lines.on("line", (line) => watch.#take(JSON.parse(line)));
        lines.on("close", () => watch.#end());
        lines.on("error", () => {}); // we hung up
        resolve(watch);
      });
      watch.#call.on("error", reject);
    });
  }

  /** Bookmarks come when the server likes, except the one that ends the initial events. */
  #take(event) {
    if (event.type === "BOOKMARK" && !event.object.metadata?.annotations) return;
    this.#events.push(event);
    this.#wake();
  }

  #end() {
    this.#ended = true;
    this.#wake();
  }

  #wake() {
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** The next `count` events, or with "end" all until the server ends it. */
  async next(count) {
    const until = Date.now() + 15_000;
    const enough = () => (count === "end" ? this.#ended : this.#events.length >= count || this.#ended);
    while (!enough()) {
      const remaining = until - Date.now();
      if (remaining <= 0) throw new Error(`the watch had ${this.#events.length} events in 15 seconds, not ${count}`);
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, remaining);
        this.#waiting.push(() => resolve(clearTimeout(timer)));
      });
    }
    if (count !== "end" && this.#events.length < count)
      throw new Error(`the watch ended after ${this.#events.length} events, not ${count}`);
    return this.#events.splice(0, count === "end" ? undefined : count);
  }

  close() {
    this.#call.destroy();
  }
}
