import { HTTP_HEADERS, SSL_HEADERS } from "../constants";
import { invalidOption } from "../errors";
import { repr } from "../python";

/** Which headers a listener may add to requests. `keys` is how the caller of the real check hands them over, which shows in its text. */
export function checkInsertHeaders(headers: string[], protocol: string, keys: "list" | "dict_keys"): void {
  if (protocol !== "HTTP" && protocol !== "TERMINATED_HTTPS") {
    throw invalidOption("insert-headers", `a ${protocol} protocol listener.`);
  }
  if (headers.some((header) => !HTTP_HEADERS.includes(header) && !SSL_HEADERS.includes(header))) {
    throw invalidOption(keys === "list" ? repr(headers) : `dict_keys(${repr(headers)})`, "insert_headers");
  }
  const ssl = headers.filter((header) => SSL_HEADERS.includes(header));
  if (protocol !== "TERMINATED_HTTPS" && ssl.length > 0) throw invalidOption(repr(ssl), `${protocol} protocol listener.`);
}
