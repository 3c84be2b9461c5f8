// The page that watch serves to browsers.

import { lastKnownGoodReports, lastKnownGoodText } from "../components/last-known-good";
import { beforeAndAfter, type Graph, type GraphNode, toHtml } from "../graph";
import { whyText } from "../health/text";
import type { WatchedComponent } from "./component/watched-component";
import type { HttpRoutes, WatchView } from "./report/http-server";
import { resourceOf } from "./stack/program";
import type { DriftFound, PendingChange } from "./terms/reported-event";
import { drawingOf } from "./translate/translation";
import { requestRoutes } from "./watch-requests";

/** Interval at which a browser asks for the page again. */
const REFRESH_MS = 2_000;
/** A page is made at most once in so many times the time that it takes: servers go before the page. */
const PAUSES = 5;
/** Resources of a change that are named; of the rest the page gives the number. */
const NAMED = 6;

/** Parts of a continuous run that the page shows. */
export interface PagedWatch extends WatchView {
  components(): readonly Pick<WatchedComponent, "component" | "version" | "moments">[];
}

/**
 * `/`: the graph of the watched components with current servers, the pending structure beside the reviewed one, and drift in red.
 * It is drawn on request, and only after a change.
 */
export function pageRoutes(watch: PagedWatch, stack: string): HttpRoutes {
  let [drawnState, html, again] = ["", "", 0];
  return {
    ...requestRoutes(() => watch.components()),
    "/": () => {
      const state = JSON.stringify([
        [watch.ready(), watch.activeErrors(), watch.pending(), watch.drift(), lastKnownGoodReports(watch.lastKnownGood()), newsOf(watch)],
        watch.components().map(({ component, version }) => [component.name, version]),
      ]);
      const now = performance.now();
      if (html === "" || (state !== drawnState && now >= again)) {
        html = toHtml(graphOf(watch, stack), { refreshMs: REFRESH_MS, news: newsOf(watch), requests: "server" });
        drawnState = state;
        again = performance.now() + PAUSES * (performance.now() - now);
      }
      return { status: 200, type: "text/html; charset=utf-8", body: html };
    },
  };
}

function graphOf(watch: PagedWatch, stack: string): Graph {
  const graphs = watch.components().map((watched) => {
    const { component } = watched;
    const draw = drawingOf(component);
    const { reviewed, now } = watched.moments();
    return beforeAndAfter(draw(reviewed), draw(now));
  });
  return drifted(together(`Watching ${stack}`, graphs), watch.drift());
}

/** Components of one stack share no resource; a host that two of them serve is one. */
function together(title: string, graphs: readonly Graph[]): Graph {
  const nodes = new Map(graphs.flatMap((graph) => graph.nodes).map((node) => [node.id, node]));
  const groups = new Map(graphs.flatMap((graph) => graph.groups).map((group) => [group.id, group]));
  return {
    title,
    nodes: [...nodes.values()],
    edges: graphs.flatMap((graph) => graph.edges),
    groups: [...groups.values()],
    notes: graphs.flatMap((graph) => graph.notes),
  };
}

/** The boxes of the resources that were found to drift, whatever their objects are called. */
function drifted(graph: Graph, drift: readonly DriftFound[]): Graph {
  const names = new Map(drift.map(({ type, resource }) => [resourceOf({ type, name: resource }), resource]));
  const nodes = graph.nodes.map((node): GraphNode => {
    const resourceNames = (node.resources ?? []).flatMap((id) => names.get(id) ?? []);
    if (resourceNames.length === 0) return node;
    const were = resourceNames.length === 1 ? "was" : "were";
    return { ...node, state: "fault", reason: `${namesText(resourceNames)} ${were} changed outside Pulumi; \`k8s-lb drift\` says what` };
  });
  return { ...graph, nodes };
}

function newsOf(watch: PagedWatch): string[] {
  const drift = watch.drift().map(({ type, resource }) => `${type} ${resource}`);
  return [
    ...(watch.ready() ? [] : ["Not everything has been read yet."]),
    ...watch.activeErrors(),
    ...watch.pending().map(pendingLine),
    ...lastKnownGoodReports(watch.lastKnownGood()).map(lastKnownGoodText),
    ...(watch.health?.() ?? []).filter(({ state }) => state === "down").map((row) => `${row.object}: ${whyText(row)}`),
    ...(drift.length > 0 ? [`Changed outside Pulumi: ${namesText(drift)}.`] : []),
  ];
}

function pendingLine({ causes, since, objects, refused }: PendingChange): string {
  const because =
    causes.length > 0 ? ` because of ${namesText(causes.map(({ kind, namespace, name }) => `${kind} ${namespace}/${name}`))}` : "";
  const what = namesText(Object.entries(objects).map(([name, op]) => `${op} ${name}`));
  return `Waits for review since ${since}${because}: ${what}.${refused ? ` Refused: ${refused}` : ""}`;
}

const namesText = (names: readonly string[]) =>
  names.length > NAMED ? `${names.slice(0, NAMED).join(", ")} and ${names.length - NAMED} more` : names.join(", ");
