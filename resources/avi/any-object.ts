// Facts about fields that objects of Avi have in common.

import { each, type FieldTable, merged } from "../field-table";
import { ANY_DEFAULTS } from "./defaults";

/** Field in which AKO writes a checksum, which it compares instead of the fields themselves. On a VsVip this field holds our mark. */
export const CHECKSUM = "cloud_config_cksum";

/** Text that an answer shows in place of a secret. */
export const SENSITIVE = "<sensitive>";

/** Fields that the controller adds to every answer and computes itself. */
const COMPUTED = each(
  [
    "_last_modified",
    "configpb_attributes",
    "discovered_networks",
    "extension",
    "key_params",
    "marked_for_delete",
    "redis_db",
    "redis_port",
    "runtime",
    "self_se_election",
    "server_count",
    "status",
    "tls_ticket_key",
    "url",
    "uuid",
    "version",
    "vh_child_vs_uuid",
    "vip_runtime",
    "vs_refs",
  ],
  { computed: true, assigned: true },
);

/** Fields that the controller derives from other fields, or from time, at any depth. */
const DERIVED = each(
  [
    "*.avi_allocated_vip",
    "*.cloud_ref",
    "*.cloud_type",
    "*.days_until_expire",
    "*.discovered_network_ref",
    "*.discovered_networks",
    "*.discovered_subnet",
    "*.expiry_status",
    "*.ocsp_error_status",
    "*.ocsp_response_info",
    "*.ocsp_responder_url_list_from_certs",
    "*.ssl_rating",
    "*.subnet_uuid",
    "*.tenant_ref",
  ],
  { assigned: true },
);

/** Lists: what identifies an element, and whether the whole list is ours. Lists that are not named here go by position. */
const LISTS: FieldTable = {
  "*.accepted_versions": { key: ["type"], reviewed: true },
  "*.datascript": { whole: true, key: ["evt"] },
  "*.dns_info": { whole: true, key: ["fqdn"], element: "DNS name", reviewed: true },
  "*.health_monitor_refs": { whole: true },
  "*.http_policies": { whole: true, key: ["index"], reviewed: true },
  "*.kv": { key: ["key"] },
  "*.l4_policies": { whole: true, key: ["index"], reviewed: true },
  "*.labels": { key: ["key"] },
  "*.markers": { key: ["key"], reviewed: true },
  "*.members": { whole: true, key: ["pool_ref"], reviewed: true },
  "*.placement_networks": { key: ["network_ref"] },
  "*.pool_group_refs": { whole: true, reviewed: true },
  "*.pool_refs": { reviewed: true },
  "*.rules": { whole: true, key: ["index"], element: "rule" },
  "*.servers": { whole: true, key: ["ip.addr", "port"], element: "server", reviewed: true },
  "*.service_pool_select": { whole: true, key: ["service_port", "service_protocol"], element: "port" },
  "*.services": { whole: true, key: ["port", "override_network_profile_ref"], element: "port" },
  "*.ssl_key_and_certificate_refs": { whole: true, reviewed: true },
  "*.static_routes": { key: ["route_id"] },
  "*.vh_domain_name": { whole: true, reviewed: true },
  "*.vh_matches": { whole: true, key: ["host"], reviewed: true },
  "*.vip": { key: ["vip_id"], element: "VIP" },
  "*.vs_datascripts": { whole: true, key: ["index"], reviewed: true },
};

/** Objects of the system that the controller refers to where a body names none. */
const REFERENCES: FieldTable = {
  "*.analytics_profile_ref": { default: "System-Analytics-Profile" },
  "*.application_profile_ref": { default: "System-HTTP" },
  "*.network_profile_ref": { default: "System-TCP-Proxy" },
  "*.se_group_ref": { default: "Default-Group" },
  "*.ssl_profile_ref": { default: "System-Standard-PFS" },
  "*.vrf_context_ref": { default: "global" },
  "*.vrf_ref": { default: "global" },
};

const SWITCH = { off: "disabled", on: "enabled" };

const OTHERS: FieldTable = {
  // Certificate authorities are stored once per content: the answer may name another object of the same content.
  "*.ca_ref": { tolerated: true },
  "*.created_by": { reviewed: true },
  "*.description": { reviewed: true },
  "*.enable": { switch: SWITCH },
  "*.enabled": { switch: SWITCH },
  "*.name": { reviewed: true },
  "*.pool_group_ref": { reviewed: true },
  "*.pool_ref": { reviewed: true },
  "*.tags": { reviewed: true },
  // Until 20.1 a child names its parent under another name than the answers do. Another parent is another address, which is a fact.
  "*.vh_parent_vs_ref": { alias: "vh_parent_vs_uuid", reviewed: true },
  "*.vh_parent_vs_uuid": { reviewed: true },
};

/** Facts about fields whichever type of object has them. */
export const ANY_OBJECT: FieldTable = merged(ANY_DEFAULTS, COMPUTED, DERIVED, LISTS, REFERENCES, OTHERS);
