// Finds or writes the Secrets that listeners refer to.

import type { ObjectRef } from "../../resources/diagnostic";
import type { Termination, VirtualHost } from "../routing";
import { isUnknown } from "../specs";
import type { Writing } from "./context";
import type { Manifest } from "./manifests";

/** A Secret that a listener refers to. */
export interface CertificateReference {
  name: string;
  namespace: string;
}

/** Secrets with the certificates that objects hold themselves, by the object. */
export class InlineSecrets {
  private readonly byOwner = new Map<string, { manifest: Manifest; owner: ObjectRef }>();

  get all(): { manifest: Manifest; owner: ObjectRef }[] {
    return [...this.byOwner.values()];
  }

  /** The Secret for the certificate of an object; undefined where its text is not known. */
  of({ names }: Pick<Writing, "names">, { source, certificate, key, caCertificate }: Termination): CertificateReference | undefined {
    if (isUnknown(certificate) || isUnknown(key) || isUnknown(caCertificate) || !certificate || !key) return undefined;
    const { kind, namespace } = source;
    const id = `${kind} ${namespace}/${source.name}`;
    const secret = this.byOwner.get(id)?.manifest;
    if (secret) return { name: secret.metadata.name, namespace };
    const name = names.take("Secret", namespace, `${source.name}-tls`);
    const chain = [certificate, ...(caCertificate ? [caCertificate] : [])].map((text) => text.trimEnd()).join("\n");
    const stringData = { "tls.crt": `${chain}\n`, "tls.key": key };
    this.byOwner.set(id, {
      owner: source,
      manifest: { apiVersion: "v1", kind: "Secret", metadata: { name, namespace }, type: "kubernetes.io/tls", stringData },
    });
    return { name, namespace };
  }
}

/** The Secret of a host, and what is lost of its TLS. A reason where no listener can have its certificate. */
export function certificateOf(cx: Writing, secrets: InlineSecrets, { fqdn, tls, root }: VirtualHost): CertificateReference | string {
  if (!tls) return "it has no certificate";
  if (tls.held) return `its certificate ${tls.held.join(", ")} is on the controller, and a listener needs a Secret`;
  const { source } = tls;
  const reference = source.kind === "Secret" ? { name: source.name, namespace: source.namespace } : secrets.of(cx, tls);
  if (!reference) return "the text of its certificate is not known";
  if (tls.minimumVersion) {
    const message = `a listener has no least version of TLS: ${fqdn} has that of ${cx.view.rules.target} by default, not ${tls.minimumVersion}`;
    cx.losses.add(root.ref, "/spec/virtualhost/tls/minimumProtocolVersion", message, tls.minimumVersion === "1.1" ? "notice" : "warning");
  }
  if (tls.alternate)
    cx.losses.add(root.ref, "/spec/tls", `the second certificate of Secret ${source.namespace}/${source.name} is not read by a listener`);
  return reference;
}
