// What a client process sees: where the sandbox is, and none of this machine's own certificate settings.
const LEAKS = ["REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"];

export function clientEnvironment(avi, more = {}) {
  const env = { ...process.env, AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, ...more };
  for (const name of LEAKS) delete env[name];
  return env;
}
