import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { beforeAndAfter, type Graph, toHtml, topology, translateToAvi, translateToOctavia } from "../../../../sdk";
import { edge, give, service as named, root, to } from "../../../support/contour";
import { delegation, specsOf } from "../../../support/graph";
import { endpoints, ingress, ingressV1, secret, service } from "../../../support/manifests";

const odd = `"><script>alert(1)</script>'\u202e&amp;`;

const avi = (objects: readonly unknown[]): Graph =>
  topology(translateToAvi(specsOf(objects), { settings: { clusterName: "c1" } }), {
    objects: objects.map((value) => ({ value })),
    place: ({ pointer }) => ({ file: "shop.yaml", line: pointer.length }),
  });

/** The text of a section of the page, by its title. */
const section = (html: string, title: string): string =>
  html
    .split("\n")
    .find((line) => line.startsWith("<details") && (line.includes(`<span class="name">${title}<`) || line.includes(`</i>${title}<`))) ?? "";

const shop = (ips: string[], paths = ["/", "/cart"]) => [
  service("web", [80]),
  endpoints("web", ips, 8080),
  ingress({ name: "shop", rules: paths.map((path) => ({ host: "shop.com", path, service: "web" })) }),
];

describe("the page", () => {
  it("escapes whatever a name holds, and runs and styles nothing but its own", () => {
    const html = toHtml(
      delegation([root("n/a", { fqdn: odd, routes: [to(odd, odd), give("/x", "m/none")] }), edge("m/y", []), named("n/web")]),
    );
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toContain("\u202e");
    expect(html).toContain("&lt;script&gt;alert(1)");
    expect(html).not.toMatch(/ (on\w+|style|src|href)="(?!#|data:,")/);
    const [, policy = ""] = /Content-Security-Policy" content="([^"]+)"/.exec(html) ?? [];
    expect(policy).toMatch(/^default-src 'none'; /);
    for (const [tag, directive] of [
      ["script", "script-src"],
      ["style", "style-src"],
    ] as const) {
      const [, text = ""] = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(html) ?? [];
      expect(policy).toContain(`${directive} 'sha256-${createHash("sha256").update(text).digest("base64")}'`);
    }
    expect(policy).not.toContain("connect-src");
  });

  it("is the same for the same specs in any order", () => {
    const objects = [
      ...shop(["10.0.0.1", "10.0.0.2"]),
      ingress({ name: "lost", rules: [{ host: "lost.com", path: "/", service: "none" }] }),
    ];
    expect(toHtml(avi([...objects].reverse()))).toBe(toHtml(avi(objects)));
  });

  it("leads from a host to every server, with addresses and ports", () => {
    const html = toHtml(avi(shop(["10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4", "10.0.0.5"])));
    const text = section(html, "shop.com");
    for (const word of ["shared virtual service c1--Shared-L7-0", "port 80", "/cart", "Service default/web", "10.0.0.5:8080"])
      expect(text).toContain(word);
    expect(text).toContain("2 paths, 2 pools, 10 servers");
  });

  it("has faults at the hosts that they concern, with their reason and place, first of all", () => {
    const html = toHtml(
      avi([...shop(["10.0.0.1"]), ingressV1("bad", [{ host: "zz.com", path: "/", service: "web", type: "prefix" as "Prefix" }])]),
    );
    expect(html.indexOf(">zz.com<")).toBeLessThan(html.indexOf(">shop.com<"));
    const text = section(html, "zz.com");
    expect(text).toContain('class="section fault"');
    expect(text).toMatch(/pathType must be .*<code>shop\.yaml:\d+<\/code>/);
    expect(text).toContain("LB1011");
    expect(section(html, "shop.com")).toContain('class="section ok"');
  });

  it("marks what was added, removed and changed", () => {
    const html = toHtml(beforeAndAfter(avi(shop(["10.0.0.1", "10.0.0.2"])), avi(shop(["10.0.0.1", "10.0.0.3"], ["/", "/img"]))));
    const text = section(html, "shop.com");
    expect(text).toContain('class="box path ok added"');
    expect(text).toContain('class="box path ok removed"');
    expect(text).toMatch(/class="server added">.{0,80}10\.0\.0\.3:8080/);
    expect(text).toMatch(/class="server removed">.{0,80}10\.0\.0\.2:8080/);
    expect(text).toMatch(/class="server">10\.0\.0\.1:8080/);
  });

  it("holds no certificate and no key", () => {
    const html = toHtml(
      avi([
        ...shop(["10.0.0.1"]),
        secret("s", "THE CERTIFICATE", "THE KEY"),
        ingress({ name: "t", rules: [{ host: "t.com", path: "/", service: "web" }], tls: [{ hosts: ["t.com"], secretName: "s" }] }),
      ]),
    );
    expect(section(html, "t.com")).toContain("port 443");
    expect(html).not.toMatch(/THE CERTIFICATE|THE KEY/);
  });

  it("lists the servers of a pool that many hosts share once", () => {
    const ips = Array.from({ length: 50 }, (_, i) => `10.0.0.${i + 1}`);
    const hosts = Array.from({ length: 30 }, (_, i) =>
      ingress({ name: `i${i}`, rules: [{ host: `h${i}.com`, path: "/", service: "web" }] }),
    );
    const plan = translateToOctavia(specsOf([service("web", [80]), endpoints("web", ips, 8080), ...hosts]), {});
    const html = toHtml(topology(plan));
    // the load balancer of the hosts, and that of the Service itself
    expect(html.match(/10\.0\.0\.50:8080/g)).toHaveLength(2);
    expect(html.match(/class="see"/g)).toHaveLength(29);
  });

  it("ends where a delegation goes in circles", () => {
    const html = toHtml(delegation([edge("n/a", [give("/", "n/b")]), edge("n/b", [give("/", "n/a")])]));
    expect(html).toContain("back to");
  });

  it("asks its own server alone where it is live", () => {
    expect(toHtml(avi([]), { refreshMs: 500 })).toMatch(/<html lang="en" data-refresh="500">[\s\S]*connect-src 'self'/);
  });
});
