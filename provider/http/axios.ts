import type { AxiosStatic } from "axios";

/** The HTTP client, loaded with the first request: the preview of what has not changed sends none, and a quarter of what it loads is this. */
export function axiosClient(): AxiosStatic {
  const axios: AxiosStatic = require("axios");
  return axios;
}
