import { type HttpRequest, type HttpResponse, json } from "../shared/http";
import { asObject, type JsonObject } from "../shared/json";

/** What the test controls do. */
export interface Controls {
  /** Back to the start. */
  reset(): Promise<void>;
  /** The state of a case in place of everything; see the operator. */
  given(state: JsonObject): Promise<void>;
  /** Ends the operator and starts it with these settings: it forgets what it keeps in memory. */
  operator(settings: JsonObject): Promise<void>;
  /** Forgets the changes up to now: watches and lists from earlier are answered with 410. */
  compact(): void;
}

/** Test controls beside the API, without a token: the sandbox listens on loopback only. */
export async function lab(request: HttpRequest, controls: Controls): Promise<HttpResponse> {
  const path = request.written.split("?")[0];
  try {
    const body = asObject(JSON.parse(request.body || "{}"));
    if (path === "/_lab/reset") await controls.reset();
    else if (path === "/_lab/given") await controls.given(body);
    else if (path === "/_lab/operator") await controls.operator(body);
    else if (path === "/_lab/compact") controls.compact();
    else return json(404, { error: `no control ${path}` });
    return json(200, {});
  } catch (error) {
    return json(400, { error: (error as Error).message });
  }
}
