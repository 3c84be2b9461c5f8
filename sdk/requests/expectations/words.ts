// Describes expected requests and answers in words.

import type { Expectation } from "./expectation";

/** `GET https://shop.example.com/cart`, followed by the other parts of the request. */
export function requestText({
  request: { url, method = "GET", headers = {}, from, sni, address, clientCertificate },
}: Expectation): string {
  const more = [
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(from === undefined ? [] : [`from ${from}`]),
    ...(sni === undefined ? [] : [`SNI ${sni}`]),
    ...(address === undefined ? [] : [`at ${address}`]),
    ...(clientCertificate === false ? ["without a certificate"] : []),
  ];
  return `${method} ${url}${more.length > 0 ? ` (${more.join(", ")})` : ""}`;
}

/** `default/web:80 90 %, default/next:80 10 %`, `redirect 302 to https://...`, `404`, `closed` */
export function expectedText({ expected: { to, servers, redirect, status, closed, path, host, arrives = {} } }: Expectation): string {
  const services = Object.entries(to ?? {});
  const parts = services.map(([service, share]) =>
    services.length > 1 || share < 1 ? `${service} ${Math.round(share * 100)} %` : service,
  );
  return [
    ...(closed ? ["closed"] : []),
    ...(redirect === undefined ? [] : [`redirect ${status === undefined ? "" : `${status} `}to ${redirect}`]),
    ...(status === undefined || redirect !== undefined ? [] : [String(status)]),
    ...(parts.length > 0 ? [parts.join(", ")] : []),
    ...(servers ? [`servers ${servers.join(", ")}`] : []),
    ...(path === undefined ? [] : [`path ${path}`]),
    ...(host === undefined ? [] : [`host ${host}`]),
    ...Object.entries(arrives).map(([name, value]) => (value === null ? `no header ${name}` : `header ${name}: ${value}`)),
  ].join("; ");
}

/** `requests.yaml:3`; empty for expectations of a program. */
export const sourceLocationText = ({ file, line }: Pick<Expectation, "file" | "line">): string =>
  file === undefined ? "" : `${file}${line === undefined ? "" : `:${line}`}`;
