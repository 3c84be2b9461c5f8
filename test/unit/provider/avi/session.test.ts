import { describe, expect, test } from "vitest";
import { controllerOrigin, readSettings } from "../../../../provider/avi/client/settings";
import { negotiated } from "../../../../provider/avi/client/version";
import { configSource, environmentName } from "../../../../provider/lifecycle/config";
import { configFor, controller, count, freshApi, SCOPE } from "./controller";

const started = controller();
const find = (api: ReturnType<typeof freshApi>) => api.find("pool", "none", SCOPE);

describe("log-in", () => {
  test("many calls at once share one", async () => {
    const api = freshApi(started.avi);
    await Promise.all(Array.from({ length: 20 }, () => find(api)));
    expect(count(started.avi, "POST", "/login")).toBe(1);
    expect(count(started.avi, "GET", "initial-data")).toBe(0);
  });

  test("is renewed once when the session ended, also for many calls at once", async () => {
    const api = freshApi(started.avi);
    await find(api);
    started.avi.reset();
    started.avi.resetCalls();
    await Promise.all(Array.from({ length: 20 }, () => find(api)));
    expect(count(started.avi, "POST", "/login")).toBe(1);
  });

  test.each([
    ["a session that the server forgot", { expireSessions: true }],
    ["a token that was changed", { rotateCsrf: true }],
    ["status 419", { status: 419 }],
  ])("a write survives %s", async (_what, fault) => {
    const api = freshApi(started.avi);
    await find(api);
    started.avi.fault({ method: "POST", path: "/api/pool", ...fault });
    const made = await api.create("pool", { name: "web" }, SCOPE);
    expect(made).toMatchObject({ found: false, object: { name: "web" } });
  });

  test("is not tried again after a refusal: accounts get locked", async () => {
    const api = freshApi(started.avi, { password: "wrong-password" });
    for (let i = 0; i < 4; i++) await expect(find(api)).rejects.toThrow(/LB2006.*refused user admin/);
    expect(count(started.avi, "POST", "/login")).toBe(1);
    await expect(find(api)).rejects.not.toThrow("wrong-password");
  });

  test("waits for a controller that is starting", async () => {
    const api = freshApi(started.avi);
    started.avi.fault({ path: "/login", status: 503, times: 3 });
    expect(await find(api)).toBeUndefined();
  });

  test("basic authentication needs no session", async () => {
    const api = freshApi(started.avi, { auth: "basic", password: "wrong-password" });
    await expect(find(api)).rejects.toThrow("LB2006");
    expect(count(started.avi, "POST", "/login")).toBe(0);
  });
});

describe("settings", () => {
  const from = (values: { [key: string]: string }) => readSettings({ get: (key) => values[key] });

  test("what is missing is named as configuration and as environment", () => {
    expect(() => from({ controller: "avi" })).toThrow(/LB2001: no value for avi:username \(AVI_USERNAME\), avi:password \(AVI_PASSWORD\)/);
  });

  test.each([
    ["avi.example.com", "https://avi.example.com"],
    ["avi.example.com:9443", "https://avi.example.com:9443"],
    ["https://avi.example.com/", "https://avi.example.com"],
    ["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
  ])("%s is %s", (controller_, origin) => {
    expect(controllerOrigin(controller_)).toBe(origin);
  });

  test("no credentials in clear text, and none in the address", () => {
    expect(() => controllerOrigin("http://avi.example.com")).toThrow("LB2002");
    expect(() => controllerOrigin("https://admin:secret@avi")).toThrow(/LB2002(?!.*secret)/);
  });

  test.each([
    ["version", "new"],
    ["rateLimit", "fast"],
    ["insecure", "perhaps"],
    ["auth", "none"],
  ])("a useless value is named: %s %s", (key, value) => {
    expect(() => readSettings(configFor(started.avi, { [key]: value }))).toThrow(`LB2002: avi:${key}`);
  });

  test("stack configuration goes before the environment", () => {
    const request = { config: { get: (key: string) => ({ "avi:tenant": "stack" })[key] } };
    const source = configSource("avi", request, { AVI_TENANT: "env", AVI_CA_CERT: "pem" });
    expect([source.get("tenant"), source.get("caCert"), source.get("cloud")]).toEqual(["stack", "pem", undefined]);
    expect(environmentName("avi", "caCertFile")).toBe("AVI_CA_CERT_FILE");
  });

  test("the version is the controller's, but none that is newer than what we know", () => {
    expect([negotiated("20.1.2-9171"), negotiated("31.1.1"), negotiated(undefined)]).toEqual(["20.1.2", "30.2.1", "30.2.1"]);
  });
});
