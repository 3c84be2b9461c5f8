/**
 * Fields whose changes the facts of a review tell already, or that mean nothing to clients: servers, hosts, routes, certificates, marks and
 * references between our own objects.
 */
const COVERED = [
  /(^|\.)owner$/,
  /\.(tags|markers|created_by|description|name)(\[|$)/,
  /\.(servers|members|dns_info|vh_domain_name|vh_matches)(\[|\.|$)/,
  /\.(pool_refs|pool_group_refs|pool_group_ref|pool_ref|vs_datascripts|http_policies|l4_policies|ssl_key_and_certificate_refs)(\[|\.|$)/,
  /\.(l7policies|default_pool|redirect_pool|default_tls_container_ref|sni_container_refs)(\[|\.|$)/,
  /^(dataScriptSet|certificate|caCertificate|secrets|policies|policySet|redirectPolicy|poolGroups?)(\[|\.|$)/,
  /^[a-zA-Z]+(\[[^\]]*\])?$/,
  /^loadBalancer\.(pools|listeners)\[[^\]]*\]$/,
];

/** The changed fields of a resource that no fact of a review covers. */
export const uncoveredFields = (paths: readonly string[]): string[] => paths.filter((path) => !COVERED.some((one) => one.test(path)));
