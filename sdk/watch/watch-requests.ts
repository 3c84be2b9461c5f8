// Serves `/request?url=...` of a watch: what a client gets by the specs of this moment, and by which rule.

import { RequestExplainer } from "../requests/explain";
import { explanationText } from "../requests/text";
import { targetOf } from "../targets";
import { requestSide } from "../targets/request-side";
import type { WatchedComponent } from "./component/watched-component";
import type { HttpAnswer, HttpRoutes } from "./report/http-server";

type AnsweringComponent = Pick<WatchedComponent, "component" | "version" | "moments">;

const text = (status: number, body: string): HttpAnswer => ({ status, type: "text/plain; charset=utf-8", body });

/**
 * `/request?url=https://shop.example.com/cart`: the answer to a request by the current specs and its rule, in the form of `k8s-lb request`. Of
 * several components the first that listens there answers.
 */
export function requestRoutes(components: () => readonly AnsweringComponent[]): HttpRoutes {
  const requestsByComponent = new WeakMap<object, { version: number; requests: RequestExplainer | undefined }>();
  const requestsOf = (watched: AnsweringComponent): RequestExplainer | undefined => {
    const last = requestsByComponent.get(watched);
    if (last?.version === watched.version) return last.requests;
    const requests = requestsNow(watched);
    requestsByComponent.set(watched, { version: watched.version, requests });
    return requests;
  };
  return {
    "/request": (query) => {
      const url = query.get("url") ?? "";
      const explained = components().flatMap((one) => requestsOf(one)?.explain({ url, method: query.get("method") ?? "GET" }) ?? []);
      const explanation = explained.find(({ address }) => address !== null) ?? explained[0];
      return explanation
        ? text(200, explanationText(explanation, true))
        : text(400, "write a URL that these load balancers answer, such as https://shop.example.com/cart\n");
    },
  };
}

function requestsNow(watched: AnsweringComponent): RequestExplainer | undefined {
  const { target: of, kind, options } = watched.component;
  const target = targetOf(of);
  const specs = target.read(watched.moments().now);
  const selected = target.balancer?.select(specs, kind) ?? specs;
  const side = requestSide(target, selected, options.settings ?? {}, target.translate(selected, options));
  return side && new RequestExplainer(side);
}
