import type { ingressV1 } from "./manifests";

type IngressV1 = ReturnType<typeof ingressV1>;

interface Written {
  host: string;
  path: string;
  type: string;
  service: string;
  secure: boolean;
  ingress: IngressV1;
  at: number;
}

/**
 * Where a request goes by the documentation of Ingress, from the manifests alone: the host first (a precise one before a wildcard,
 * which stands for one label), then its longest path, Exact before Prefix; rules without a host apply to all that is left, then the
 * default backend, if one Ingress has one. Clear text of a path with TLS is redirected. Between Ingresses that say the same the older counts, then the name.
 */
export function promised(ingresses: readonly IngressV1[], on: "clear" | "tls", host: string, path: string): string | undefined {
  const all = ingresses.flatMap((ingress) =>
    ingress.spec.rules.flatMap((rule, at): Written[] =>
      rule.http.paths.map(({ path: written, pathType, backend }) => {
        const secure = ingress.spec.tls?.some(({ hosts }) => hosts.includes(rule.host ?? "")) ?? false;
        return { host: rule.host ?? "", path: written, type: pathType, service: backend.service.name, secure, ingress, at };
      }),
    ),
  );
  const named = all.map((rule) => breadth(rule.host, host)).filter((given) => given !== undefined);
  const narrowest = Math.min(...named);
  const [winner] = all
    .filter((rule) => [narrowest, 2].includes(breadth(rule.host, host)!) && (on === "clear" || rule.secure) && matches(rule, path))
    .sort(
      (a, b) =>
        breadth(a.host, host)! - breadth(b.host, host)! ||
        length(b) - length(a) ||
        rank(a) - rank(b) ||
        Number(b.secure) - Number(a.secure) ||
        bySeniority(a, b),
    );
  const defaults = ingresses.filter(({ spec }) => spec.defaultBackend);
  if (!winner) return defaults.length === 1 ? defaults[0]?.spec.defaultBackend?.service.name : undefined;
  return on === "clear" && winner.secure ? "https" : winner.service;
}

/** 0 for the host itself, 1 for its wildcard, 2 for any; undefined where the rule is for others. */
function breadth(rule: string, host: string): number | undefined {
  if (rule === "") return 2;
  if (rule === host) return 0;
  const [, ...parent] = host.split(".");
  return rule.startsWith("*.") && rule.slice(2) === parent.join(".") ? 1 : undefined;
}

const elements = (path: string) => path.split("/").filter(Boolean);

function matches({ path: written, type }: Written, path: string): boolean {
  if (type === "Exact") return path === written;
  if (type === "ImplementationSpecific") return path.startsWith(written);
  return elements(written).every((element, i) => elements(path)[i] === element);
}

const length = ({ path, type }: Written) => (type === "Prefix" ? `/${elements(path).join("/")}` : path).length;
const rank = ({ type }: Written) => ["Exact", "Prefix", "ImplementationSpecific"].indexOf(type);

function bySeniority(a: Written, b: Written): number {
  const key = ({ ingress: { metadata } }: Written) =>
    [(metadata as { creationTimestamp?: string }).creationTimestamp ?? "9", metadata.namespace, metadata.name].join("\n");
  return key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.at - b.at;
}
