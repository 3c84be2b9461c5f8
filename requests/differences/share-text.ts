// Prints counts and shares of requests.

import type { ChangeTraffic } from "./changes";

export const countText = (count: number): string => count.toLocaleString("en-US");

/** `0.30 %`; a share above zero is never printed as zero. */
export function shareText(part: number, all: number): string {
  const percent = all === 0 ? 0 : (100 * part) / all;
  return percent > 0 && percent < 0.01 ? "below 0.01 %" : `${percent.toFixed(2)} %`;
}

/** `1,204 requests, 0.30 %`, `no traffic` */
export function trafficText(count: number, { requests, sampled }: Pick<ChangeTraffic, "requests" | "sampled">): string {
  if (count === 0) return sampled ? "no sampled traffic" : "no traffic";
  return `${countText(count)} ${sampled ? "sampled " : ""}request${count === 1 ? "" : "s"}, ${shareText(count, requests)}`;
}
