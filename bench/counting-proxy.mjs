import { createServer } from "node:http";

/** A server on loopback that passes everything to `url` and counts it. Reads of a load balancer that is pending are what a client waits with. */
export async function countingProxy(url) {
  let counts = { writes: 0, reads: 0, locks: 0 };
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method } = request;
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !["host", "connection", "content-length"].includes(name)),
    );
    const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined;
    const answer = await fetch(url + request.url, { method, headers, body });
    if (method === "GET") counts.reads++;
    else counts.writes++;
    // Each write that is accepted takes the load balancer through PENDING_* once.
    if (method !== "GET" && answer.ok) counts.locks++;
    response.writeHead(answer.status, { "Content-Type": answer.headers.get("content-type") ?? "application/json" });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** The counts since the last call. */
    take() {
      const taken = counts;
      counts = { writes: 0, reads: 0, locks: 0 };
      return taken;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
