// The supported formats of access logs.

import type { LogFormat, ReadParts } from "../request";
import { avi } from "./avi";
import { envoy } from "./envoy";
import { haproxy } from "./haproxy";
import { ingressNginx } from "./ingress-nginx";
import { nginx } from "./nginx";
import { octavia } from "./octavia";
import { traefik } from "./traefik";
import { traefikJson } from "./traefik-json";

/** Formats that are recognised; if two can read a line, the first reads more fields. */
export const LOG_FORMATS: readonly LogFormat[] = [octavia, haproxy, ingressNginx, traefik, envoy, nginx, traefikJson, avi];

/** Values of `--log-format`; `json` needs the names of its fields. */
export const LOG_FORMAT_NAMES: readonly string[] = [...LOG_FORMATS.map(({ name }) => name), "json"];

/** Number of lines that decide the format. */
export const FIRST_LINES = 50;

const NOTHING: ReadParts = { headers: new Set(), queries: new Set(), clients: [] };

/** The format that reads most of the lines; undefined if none reads any. */
export function recognisedFormat(lines: readonly string[]): LogFormat | undefined {
  const counts = LOG_FORMATS.map((format) => lines.filter((line) => format.read(line, NOTHING)).length);
  const most = Math.max(...counts);
  return most === 0 ? undefined : LOG_FORMATS[counts.indexOf(most)];
}
