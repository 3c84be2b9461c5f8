import { expect, test } from "vitest";
import { connect } from "../../../../provider/kubernetes/connect";
import type { ResourceType } from "../../../../provider/kubernetes/types";
import { scriptedServer } from "../../../support/scripted-server";

const server = scriptedServer();
const endpoints: ResourceType = { group: "", version: "v1", plural: "endpoints", kind: "Endpoints", namespaced: true, tenanted: true };
const bookmark = '{"type":"BOOKMARK","object":{"kind":"Endpoints","metadata":{"resourceVersion":"7"}}}';

async function watched(body: string): Promise<string[]> {
  const reported: string[] = [];
  server.answer = () => ({ headers: { "Content-Type": "application/json" }, body });
  await connect({ kubeconfig: server.kubeconfig(), retryDelay: 1 }).watch(endpoints, {
    resourceVersion: "5",
    timeoutSeconds: 300,
    signal: new AbortController().signal,
    answered: () => undefined,
    event: ({ type, object }) => void reported.push(`${type} ${object.metadata.resourceVersion}`),
  });
  return reported;
}

/** Answers of a portal in place of an API server ended the watch silently, as if nothing had changed. */
test.each([
  ["an empty object", "{}"],
  ["a page of one line", "<html>Please sign in</html>"],
  ["a page", "<!DOCTYPE html>\n<html>Please sign in</html>"],
])("%s with 200 is no watch", async (_, body) => {
  await expect(watched(body)).rejects.toThrow(/LB2110: .*the answer to a watch is no event/);
});

test("half of a line is lost with its connection, and the next watch tells it", async () => {
  expect(await watched(`${bookmark}\n${bookmark.slice(0, 40)}`)).toEqual(["BOOKMARK 7"]);
});
