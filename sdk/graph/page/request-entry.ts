// Entry of the script that answers requests in a page without a server.

import { RequestExplainer, type RequestSources } from "../../requests/explain";
import { explanationText } from "../../requests/text";
import type { Window } from "./client/dom";

/**
 * The script that answers requests in a page without a server. The build puts it and what it imports into one text
 * (`dist/sdk/graph/request-script.js`), so it may use what every browser has.
 */
declare const window: Window;

const rules = window.document.getElementById("rules")?.textContent;
const sources: RequestSources = JSON.parse(rules ?? "{}");
let requests: RequestExplainer | undefined;

window.answerRequest = (url) => {
  requests ??= new RequestExplainer(sources);
  const explanation = requests.explain({ url });
  return explanation
    ? explanationText(explanation, sources.served !== undefined)
    : "Write a URL with its scheme, such as https://shop.example.com/cart.";
};
