import { expect, it } from "vitest";
import { answer } from "../../../requests/answer/answer";
import { parseRequest } from "../../../requests/answer/request";
import { readSpecs } from "../../../sdk/frontends";
import { translateToAvi } from "../../../sdk/targets/avi";
import { aviServed } from "../../../sdk/targets/avi/served";
import { gateway, gatewayClass, http, httpRoute } from "../../support/gateway-manifests";
import { served } from "../../support/manifests";

// Avi has timeouts in milliseconds and queries as clients write them: the reader took them for seconds, and a space in a query for nothing.

const objects = [
  gatewayClass("ours", "k8s-lb.io/avi"),
  gateway("web", [http("http")]),
  httpRoute(
    "r",
    "web",
    [
      {
        matches: [{ queryParams: [{ name: "q", value: "a b" }] }],
        backendRefs: [{ name: "a", port: 80 }],
        timeouts: { request: "5s" },
      },
    ],
    ["h.com"],
  ),
  ...served("a", 1),
];

it.each(["http://h.com/?q=a+b", "http://h.com/?q=a%20b"])("reads what a plan answers to %s", (url) => {
  const plan = translateToAvi(readSpecs(objects.map((value) => ({ value }))), {
    settings: { clusterName: "c", controllerVersion: "30.2.1" },
  });
  expect(answer(aviServed(plan), parseRequest({ url })!).answer).toMatchObject({ kind: "forward", timeout: 5 });
  expect(answer(aviServed(plan), parseRequest({ url: "http://h.com/?q=a" })!).answer).toMatchObject({ kind: "status", status: 404 });
});
