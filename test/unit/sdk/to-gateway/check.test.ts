import { expect, it } from "vitest";
import { comparePlaces } from "../../../../sdk/to-gateway/check";

const places = (all: Record<string, Record<string, number>>) =>
  Object.fromEntries(Object.entries(all).map(([place, to]) => [place, { to }]));
const servers = { "n/a:80": ["10.0.0.1:8080"], "n/b:80": ["10.0.0.2:8080"] };

it("takes the forms of specs and of Gateways for the same", () => {
  const before = {
    places: places({
      "http://x.com/": { "n/a:80": 1 },
      "http://x.com/foo": { "n/a:80": 30, "n/b:80": 10 },
      "http://x.com/foo/": { "n/a:80": 3, "n/b:80": 1 },
      "http://x.com/whole (exact)": { "n/b:80": 1 },
      "http://y.com/cart": { "redirect 302 to https": 1 },
      "https://y.com/cart": { "n/a:80": 1 },
      "tls://p.com": { "n/b:80": 1 },
      "http://*/ of group": { "n/b:80": 1 },
    }),
    servers,
  };
  const after = {
    places: places({
      "http://x.com/ of Gateway n/g": { "n/a:80": 1 },
      "http://x.com^/foo.* (regex) of Gateway n/g": { "n/a:80": 3, "n/b:80": 1 },
      "http://x.com/whole (exact) of Gateway n/g": { "n/b:80": 1 },
      "http://y.com/ of Gateway n/g": { "redirect 302 to https://y.com": 1 },
      "https://y.com/cart of Gateway n/g": { "n/a:80": 1 },
      "tcp://n/p:443": { "n/b:80": 1 },
      "http://*/ of Gateway n/g": { "n/b:80": 1 },
      "https://*/ of Gateway n/g": { "n/b:80": 1 },
    }),
    servers,
  };
  expect(comparePlaces(before, after, new Map([["n/p", "p.com"]]))).toEqual([]);
});

it("lists places that are missing, added, or lead to other servers", () => {
  const before = {
    places: places({ "http://x.com/a": { "n/a:80": 1 }, "http://x.com/b": { "n/b:80": 1 }, "http://x.com/c": { "n/a:80": 1 } }),
    servers,
  };
  const after = {
    places: places({
      "http://x.com/b of Gateway n/g": { "n/a:80": 1 },
      "http://x.com/d of Gateway n/g": { "n/a:80": 1 },
      "http://x.com/c of Gateway n/g": { "n/a:80": 1 },
    }),
    servers: { ...servers, "n/a:80": ["10.0.0.9:8080"] },
  };
  expect(comparePlaces(before, after)).toEqual([
    { change: "missing", place: "http://x.com/a", was: "n/a:80 (10.0.0.1:8080)" },
    { change: "other servers", place: "http://x.com/b", was: "n/b:80 (10.0.0.2:8080)", is: "n/a:80 (10.0.0.9:8080)" },
    { change: "other servers", place: "http://x.com/c", was: "n/a:80 (10.0.0.1:8080)", is: "n/a:80 (10.0.0.9:8080)" },
    { change: "added", place: "http://x.com/d", is: "n/a:80 (10.0.0.9:8080)" },
  ]);
});
