// Loads axios with the first request: axios is a quarter of what a provider process loads, and an unchanged preview sends no request.

import type { AxiosStatic } from "axios";

/** The HTTP client, loaded with the first request: the preview of what has not changed sends none, and a quarter of what it loads is this. */
export function axiosClient(): AxiosStatic {
  const axios: AxiosStatic = require("axios");
  return axios;
}
