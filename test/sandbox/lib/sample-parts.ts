import type { AviBody } from "../../../resources/avi/body";

/** The owner mark of all samples. */
export const OWNER = "pulumi-k8s-lb:conformance/test/c1";

export const cloud_ref = "/api/cloud?name=Default-Cloud";
export const tenant_ref = "/api/tenant?name=admin";
export const vrf_context_ref = "/api/vrfcontext?name=global";

/** Redirects clear text of the hosts to https. */
export function redirectPolicy(name: string, hosts: string[]): AviBody {
  return {
    name,
    tenant_ref,
    http_request_policy: {
      rules: [
        {
          index: 0,
          name: `${name}-0`,
          enable: true,
          match: { host_hdr: { match_criteria: "HDR_EQUALS", value: hosts }, vs_port: { match_criteria: "IS_IN", ports: [80] } },
          redirect_action: { port: 443, protocol: "HTTPS", status_code: "HTTP_REDIRECT_STATUS_CODE_302" },
        },
      ],
    },
  };
}
