import { failure } from "../../lifecycle/errors";

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** `https://host[:port]` for `host`, `host:port` or a URL. Clear text is for the sandbox on this machine only. */
export function controllerOrigin(controller: string): string {
  const text = /^[a-z]+:\/\//i.test(controller) ? controller : `https://${controller}`;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw failure("LB2002", { message: `avi:controller is "${controller}": a host, host:port or URL is expected` });
  }
  if (url.protocol !== "https:" && !(url.protocol === "http:" && LOOPBACK.has(url.hostname))) {
    throw failure("LB2002", {
      message: `avi:controller is "${url.origin}": credentials do not travel in clear text`,
      remedy: "Use https://; http:// is accepted for 127.0.0.1 and localhost only.",
    });
  }
  if (url.username || url.password) {
    throw failure("LB2002", { message: "avi:controller holds credentials", remedy: "Set avi:username and avi:password instead." });
  }
  return url.origin;
}
