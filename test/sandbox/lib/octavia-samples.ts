import type { LoadBalancerInputs } from "../../../resources/octavia/types";
import type { Props } from "./host";

export const SUBNET = "11111111-1111-1111-1111-111111111111";
export const MARK = "pulumi-k8s-lb:conformance/test/c1";

const member = (last: number, more: object = {}) => ({
  name: `default/pod-${last}:8080`,
  address: `10.1.0.${last}`,
  protocol_port: 8080,
  ...more,
});

/** The least that serves: one port, one pool. */
export function small(more: Partial<LoadBalancerInputs> = {}): Props {
  const inputs: LoadBalancerInputs = {
    owner: MARK,
    loadBalancer: {
      name: "default/web",
      vip_subnet_id: SUBNET,
      listeners: [
        {
          name: "default/web:TCP:80",
          protocol: "TCP",
          protocol_port: 80,
          default_pool: { name: "default/web:TCP:80", protocol: "TCP", lb_algorithm: "ROUND_ROBIN", members: [member(5), member(6)] },
        },
      ],
    },
    ...more,
  };
  return structuredClone(inputs) as unknown as Props;
}

/** As many fields as fit together. */
export function full(): Props {
  const inputs: LoadBalancerInputs = {
    owner: MARK,
    loadBalancer: {
      name: "full",
      description: "everything",
      vip_subnet_id: SUBNET,
      admin_state_up: true,
      tags: ["team-a", "prod"],
      listeners: [
        {
          name: "web",
          description: "clear text",
          protocol: "HTTP",
          protocol_port: 80,
          connection_limit: 1000,
          timeout_client_data: 40_000,
          timeout_member_connect: 4000,
          timeout_member_data: 45_000,
          timeout_tcp_inspect: 100,
          allowed_cidrs: ["10.0.0.0/8", "192.168.1.7/24"],
          insert_headers: { "X-Forwarded-For": "true" },
          tags: ["listener-tag"],
          default_pool: {
            name: "web",
            description: "the web",
            protocol: "HTTP",
            lb_algorithm: "ROUND_ROBIN",
            session_persistence: { type: "APP_COOKIE", cookie_name: "session" },
            admin_state_up: true,
            tags: ["pool-tag"],
            members: [
              member(5, { weight: 2, backup: false, monitor_address: "10.1.0.105", monitor_port: 8081, tags: ["member-tag"] }),
              member(6, { subnet_id: SUBNET, admin_state_up: true }),
            ],
            healthmonitor: {
              name: "web",
              type: "HTTP",
              delay: 5,
              timeout: 3,
              max_retries: 2,
              max_retries_down: 4,
              http_method: "GET",
              url_path: "/healthz",
              expected_codes: "200-204",
              http_version: 1.1,
              domain_name: "shop.example.com",
              tags: ["monitor-tag"],
            },
          },
          l7policies: [
            {
              name: "api",
              description: "to the api",
              action: "REDIRECT_TO_POOL",
              position: 1,
              redirect_pool: { name: "api" },
              rules: [
                { type: "HOST_NAME", compare_type: "EQUAL_TO", value: "shop.example.com" },
                { type: "PATH", compare_type: "STARTS_WITH", value: "/api", invert: false },
              ],
            },
            {
              name: "old",
              action: "REDIRECT_TO_URL",
              position: 2,
              redirect_url: "https://new.example.com/",
              redirect_http_code: 301,
              rules: [{ type: "HEADER", compare_type: "CONTAINS", key: "X-Old", value: "yes" }],
            },
          ],
        },
        { name: "dns", protocol: "UDP", protocol_port: 53, default_pool: { name: "dns" } },
      ],
      pools: [
        { name: "api", protocol: "HTTP", lb_algorithm: "LEAST_CONNECTIONS", members: [member(7), member(8)] },
        { name: "dns", protocol: "UDP", lb_algorithm: "SOURCE_IP", members: [member(9, { protocol_port: 5353 })] },
      ],
    },
  };
  return structuredClone(inputs) as unknown as Props;
}
