// Policy pack for the manifests of this example: hosts by namespace, no clear text, valid certificates.
import { PolicyPack } from "@pulumi/policy";
import { certificatesStayValid, hostsByNamespace, noClearText } from "pulumi-k8s-lb/policy";

new PolicyPack("load-balancing", {
  policies: [
    hostsByNamespace([{ hosts: ["shop.avi.internal", "*.shop.avi.internal"], namespaces: ["shop"] }]),
    noClearText({ except: ["status.avi.internal"] }),
    certificatesStayValid({ days: 30 }),
  ],
});
