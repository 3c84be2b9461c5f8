import { once } from "node:events";
import { expect, it } from "vitest";
import { KubernetesError } from "../../../../provider/kubernetes/errors";
import type { KubernetesObject, ListedObjects, ResourceType, WatchOptions } from "../../../../provider/kubernetes/types";
import { followList } from "../../../../sdk/kubernetes/stream";
import { isOlder, Newest } from "../../../../sdk/kubernetes/versions";

const ENDPOINTS: ResourceType = { group: "", version: "v1", plural: "endpoints", kind: "Endpoints", namespaced: true, tenanted: true };
const object = (name: string, resourceVersion: string): KubernetesObject => ({
  apiVersion: "v1",
  kind: "Endpoints",
  metadata: { name, namespace: "shop", resourceVersion },
});

type StreamWatch = (options: WatchOptions) => Promise<void>;

/** Follows a list whose server answers as scripted; ends when the script does. */
async function followed(lists: (ListedObjects | Error)[], watches: StreamWatch[]) {
  const reported: string[] = [];
  const requests: string[] = [];
  const pauses: number[] = [];
  const stop = new AbortController();
  const next = <T>(script: T[]): T => {
    const one = script.shift();
    if (one !== undefined) return one;
    stop.abort();
    throw new Error("the script is over");
  };
  await followList(
    {
      listed: async () => {
        const answer = next(lists);
        if (answer instanceof Error) throw answer;
        requests.push("list");
        return answer;
      },
      watch: async (_type, options) => {
        options.answered();
        const watch = next(watches);
        requests.push(`watch ${options.resourceVersion}`);
        await watch(options);
      },
    },
    ENDPOINTS,
    {},
    {
      list: (objects) => reported.push(`list ${objects.map(({ metadata }) => metadata.name).join(",")}`),
      event: (type, { metadata }) => reported.push(`${type} ${metadata.name}`),
      state: (state) => reported.push(state),
    },
    {
      signal: stop.signal,
      patience: {
        random: () => 1,
        // what is awaited beside a watch ends with it
        sleep: async (ms, signal) => {
          if (signal === stop.signal) pauses.push(ms);
          else await once(signal, "abort");
        },
      },
    },
  );
  return { told: reported, asked: requests, pauses };
}

const expired = () => new KubernetesError({ reason: "expired", status: 410, text: "too old resource version" });
const silent = () => new KubernetesError({ reason: "unavailable", status: 0, text: "socket hang up" });
const list = (resourceVersion: string, ...names: string[]): ListedObjects => ({
  objects: names.map((name) => object(name, resourceVersion)),
  resourceVersion,
});

const bookmark =
  (resourceVersion: string): StreamWatch =>
  async ({ event }) =>
    event({ type: "BOOKMARK", object: object("", resourceVersion) });

it("goes on from where a watch ended, also when there were nothing but bookmarks", async () => {
  const { asked, told } = await followed(
    [list("10", "a")],
    [async ({ event }) => event({ type: "MODIFIED", object: object("a", "12") }), bookmark("40"), bookmark("40")],
  );
  expect(asked).toEqual(["list", "watch 10", "watch 12", "watch 40"]);
  expect(told.filter((line) => line !== "open")).toEqual(["list a", "modified a"]);
});

it("lists anew when the server has forgotten the point, and not otherwise", async () => {
  const { asked, told } = await followed(
    [list("10", "a"), list("50", "a", "b")],
    [() => Promise.reject(silent()), () => Promise.reject(expired()), bookmark("50")],
  );
  expect(asked).toEqual(["list", "watch 10", "watch 10", "list", "watch 50"]);
  expect(told).toEqual(["list a", "open", "broken", "expired", "list a,b", "open", "open"]);
});

it("waits longer and longer while nobody answers, and not after an event", async () => {
  const { pauses } = await followed(
    [silent(), silent(), list("10")],
    [
      () => Promise.reject(silent()),
      ({ event }) => {
        event({ type: "ADDED", object: object("a", "11") });
        return Promise.reject(silent());
      },
      bookmark("12"),
    ],
  );
  expect(pauses).toEqual([500, 1000, 2000, 500]);
});

it("a watch that ends at once and tells nothing is none", async () => {
  const nothing = async () => undefined;
  const { told, pauses, asked } = await followed([list("10", "a")], [nothing, nothing, nothing, bookmark("12")]);
  expect(asked).toEqual(["list", ...Array(4).fill("watch 10")]);
  expect(told).toEqual(["list a", "open", "broken", "broken", "broken", "open", "open"]);
  expect(pauses).toEqual([500, 1000, 2000]);
});

it("what comes late or twice changes nothing", () => {
  const held = new Newest();
  held.replace([object("a", "5")]);
  expect(held.take("modified", object("a", "7"))).toBe(true);
  expect(held.take("modified", object("a", "7"))).toBe(false);
  expect(held.take("modified", object("a", "6"))).toBe(false);
  expect(held.take("deleted", object("a", "9"))).toBe(true);
  expect(held.take("modified", object("a", "8"))).toBe(false);
  expect(held.all()).toEqual([]);
  expect(held.take("added", object("a", "10"))).toBe(true);
});

it("versions are compared as numbers, and only where they are", () => {
  expect(isOlder("9", "10")).toBe(true);
  expect(isOlder("10", "9")).toBe(false);
  expect(isOlder("a", "b")).toBe(false);
});
