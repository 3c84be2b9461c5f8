// Reads Traefik's common log format.

import { loggedAnswer } from "../logged-answer";
import type { LogFormat } from "../request";
import { COMBINED, nginx } from "./nginx";

/** After the agent: number of the request, router, URL of the server, duration. */
const ROUTER = /^\d+ "[^"]*" "([^"]*)" \d+ms$/;

/** Traefik's common log format. */
export const traefik: LogFormat = {
  name: "traefik",
  read: (line, parts) => (ROUTER.test(COMBINED.exec(line)?.[7] ?? "") ? nginx.read(line, parts) : undefined),
  answer(line) {
    const [, , , , status, , , behind = ""] = COMBINED.exec(line) ?? [];
    return loggedAnswer(status, ROUTER.exec(behind)?.[1]);
  },
};
