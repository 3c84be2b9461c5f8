// Made by "npm run tools -- docs" from the schemas of the API, 18.2 to 30.2.1; not to be changed by hand.

export interface AbPool {
  /** Reference to Pool. */
  pool_ref: string;
  /** 0 to 100. @default 0 */
  ratio?: number;
  [field: string]: unknown;
}

export interface AnalyticsPolicy {
  /** @default false */
  all_headers?: boolean;
  /** @default "NO_INSIGHTS" */
  client_insights?: "NO_INSIGHTS" | "PASSIVE" | "ACTIVE" | (string & {});
  client_insights_sampling?: ClientInsightsSampling;
  client_log_filters?: ClientLogFilter[];
  full_client_logs?: FullClientLogs;
  /** Since 20.1.3. */
  learning_log_policy?: LearningLogPolicy;
  metrics_realtime_update?: MetricsRealTimeUpdate;
  /** per_second. @default 10 */
  significant_log_throttle?: number;
  /** per_second. @default 10 */
  udf_log_throttle?: number;
  [field: string]: unknown;
}

export interface AuthAttributeMatch {
  /** Since 18.2.5. */
  attribute_name: string;
  /** Since 18.2.5. */
  attribute_value_list: StringMatch;
  [field: string]: unknown;
}

export interface AuthenticationAction {
  /** Since 18.2.5. @default "USE_DEFAULT_AUTHENTICATION" */
  type: "SKIP_AUTHENTICATION" | "USE_DEFAULT_AUTHENTICATION" | (string & {});
  [field: string]: unknown;
}

export interface AuthenticationMatch {
  /** Since 18.2.5. */
  client_ip?: IpAddrMatch;
  /** Since 18.2.5. */
  host_hdr?: HostHdrMatch;
  /** Since 18.2.5. */
  path?: PathMatch;
  [field: string]: unknown;
}

export interface AuthenticationPolicy {
  /** Since 18.2.5. */
  authn_rules?: AuthenticationRule[];
  /** Reference to AuthProfile. Since 18.2.3. */
  default_auth_profile_ref?: string;
  [field: string]: unknown;
}

export interface AuthenticationRule {
  /** Since 18.2.5. */
  action?: AuthenticationAction;
  /** Since 18.2.5. @default true */
  enable: boolean;
  /** Since 18.2.5. */
  index: number;
  /** Since 18.2.5. */
  match?: AuthenticationMatch;
  /** Since 18.2.5. */
  name: string;
  [field: string]: unknown;
}

export interface AuthorizationAction {
  /** Since 18.2.5. */
  status_code?: "HTTP_RESPONSE_STATUS_CODE_401" | "HTTP_RESPONSE_STATUS_CODE_403" | (string & {});
  /** Since 18.2.5. @default "ALLOW_ACCESS" */
  type?: "ALLOW_ACCESS" | "CLOSE_CONNECTION" | "HTTP_LOCAL_RESPONSE" | (string & {});
  [field: string]: unknown;
}

export interface AuthorizationMatch {
  /** Since 20.1.3. */
  access_token?: JWTMatch;
  /** Since 18.2.5. */
  attr_matches?: AuthAttributeMatch[];
  /** Since 18.2.5. */
  host_hdr?: HostHdrMatch;
  /** Since 18.2.5. */
  method?: MethodMatch;
  /** Since 18.2.5. */
  path?: PathMatch;
  [field: string]: unknown;
}

export interface AuthorizationPolicy {
  /** Since 18.2.5. */
  authz_rules?: AuthorizationRule[];
  [field: string]: unknown;
}

export interface AuthorizationRule {
  /** Since 18.2.5. */
  action: AuthorizationAction;
  /** Since 18.2.5. @default true */
  enable: boolean;
  /** Since 18.2.5. */
  index: number;
  /** Since 18.2.5. */
  match: AuthorizationMatch;
  /** Since 18.2.5. */
  name: string;
  [field: string]: unknown;
}

export interface BotClassification {
  /** Since 21.1.1. */
  type: "HUMAN" | "GOOD_BOT" | "BAD_BOT" | "DANGEROUS_BOT" | "USER_DEFINED_BOT" | "UNKNOWN_CLIENT" | (string & {});
  /** Since 21.1.1. */
  user_defined_type?: string;
  [field: string]: unknown;
}

export interface BotDetectionMatch {
  /** Since 21.1.1. */
  classifications?: BotClassification[];
  /** Since 21.1.1. */
  match_operation: "IS_IN" | "IS_NOT_IN" | (string & {});
  [field: string]: unknown;
}

export interface CRL {
  body?: string;
  common_name?: string;
  distinguished_name?: string;
  etag?: string;
  /** Reference to FileObject. Since 30.2.1. */
  file_ref?: string;
  fingerprint?: string;
  last_refreshed?: string;
  last_update?: string;
  next_update?: string;
  server_url?: string;
  text?: string;
  /** 30 to 525600 min. @default 1440 */
  update_interval?: number;
  [field: string]: unknown;
}

export interface CertificateAuthority {
  /** Reference to SSLKeyAndCertificate. */
  ca_ref?: string;
  name?: string;
  [field: string]: unknown;
}

export interface ClientInsightsSampling {
  client_ip?: IpAddrMatch;
  sample_uris?: StringMatch;
  skip_uris?: StringMatch;
  [field: string]: unknown;
}

export interface ClientLogFilter {
  /** @default false */
  all_headers?: boolean;
  client_ip?: IpAddrMatch;
  /** min. @default 30 */
  duration?: number;
  /** @default false */
  enabled: boolean;
  index: number;
  name: string;
  uri?: StringMatch;
  [field: string]: unknown;
}

export interface ConfigPbAttributes {
  /** Since 21.1.1. @default 1 */
  version?: number;
  [field: string]: unknown;
}

export interface ConnPoolProperties {
  /** 0 to 86400000 milliseconds. Since 18.2.1. @default 60000 */
  upstream_connpool_conn_idle_tmo?: number;
  /** 0 to 86400000 milliseconds. Since 18.2.1. @default 600000 */
  upstream_connpool_conn_life_tmo?: number;
  /** Since 18.2.1. @default 0 */
  upstream_connpool_conn_max_reuse?: number;
  /** Since 18.2.1. @default 0 */
  upstream_connpool_server_max_cache?: number;
  [field: string]: unknown;
}

export interface ContentRewriteProfile {
  /** Reference to StringGroup. */
  rewritable_content_ref?: string;
  /** Since 21.1.3. */
  rsp_rewrite_rules?: RspContentRewriteRule[];
  [field: string]: unknown;
}

export interface CookieMatch {
  /** @default "INSENSITIVE" */
  match_case?: "SENSITIVE" | "INSENSITIVE" | (string & {});
  match_criteria: "HDR_EXISTS" | "HDR_DOES_NOT_EXIST" | "HDR_BEGINS_WITH" | "HDR_DOES_NOT_BEGIN_WITH" | "HDR_CONTAINS" | "HDR_DOES_NOT_CONTAIN" | "HDR_ENDS_WITH" | "HDR_DOES_NOT_END_WITH" | "HDR_EQUALS" | "HDR_DOES_NOT_EQUAL" | (string & {});
  name: string;
  value?: string;
  [field: string]: unknown;
}

export interface CustomParams {
  /** @default false */
  is_dynamic?: boolean;
  /** @default false */
  is_sensitive?: boolean;
  name: string;
  value?: string;
  [field: string]: unknown;
}

export interface DiscoveredNetwork {
  /** Reference to Network. */
  network_ref: string;
  subnet?: IpAddrPrefix[];
  subnet6?: IpAddrPrefix[];
  [field: string]: unknown;
}

export interface DnsAAAARdata {
  ip6_address: IpAddr;
  [field: string]: unknown;
}

export interface DnsARdata {
  ip_address: IpAddr;
  [field: string]: unknown;
}

export interface DnsCnameRdata {
  cname: string;
  [field: string]: unknown;
}

export interface DnsInfo {
  /** @default "DNS_RECORD_RESPONSE_CONSISTENT_HASH" */
  algorithm?: "DNS_RECORD_RESPONSE_ROUND_ROBIN" | "DNS_RECORD_RESPONSE_CONSISTENT_HASH" | (string & {});
  cname?: DnsCnameRdata;
  fqdn?: string;
  /** 0 to 20. */
  num_records_in_response?: number;
  ttl?: number;
  /** @default "DNS_RECORD_A" */
  type?: "DNS_RECORD_OTHER" | "DNS_RECORD_A" | "DNS_RECORD_NS" | "DNS_RECORD_CNAME" | "DNS_RECORD_SOA" | "DNS_RECORD_PTR" | "DNS_RECORD_HINFO" | "DNS_RECORD_MX" | "DNS_RECORD_TXT" | "DNS_RECORD_RP" | "DNS_RECORD_DNSKEY" | "DNS_RECORD_AAAA" | "DNS_RECORD_SRV" | "DNS_RECORD_OPT" | "DNS_RECORD_RRSIG" | "DNS_RECORD_AXFR" | "DNS_RECORD_ANY" | (string & {});
  [field: string]: unknown;
}

export interface DnsMxRdata {
  /** Since 18.2.9. */
  host: string;
  /** 0 to 65535. Since 18.2.9. */
  priority: number;
  [field: string]: unknown;
}

export interface DnsNsRdata {
  ip6_address?: IpAddr;
  ip_address?: IpAddr;
  nsname: string;
  [field: string]: unknown;
}

export interface DnsPolicies {
  /** Reference to DnsPolicy. */
  dns_policy_ref: string;
  index: number;
  [field: string]: unknown;
}

export interface DnsRecord {
  /** @default "DNS_RECORD_RESPONSE_ROUND_ROBIN" */
  algorithm?: "DNS_RECORD_RESPONSE_ROUND_ROBIN" | "DNS_RECORD_RESPONSE_CONSISTENT_HASH" | (string & {});
  cname?: DnsCnameRdata;
  /** @default false */
  delegated?: boolean;
  description?: string;
  fqdn?: string[];
  ip6_address?: DnsAAAARdata[];
  ip_address?: DnsARdata[];
  /** Since 18.2.5. */
  metadata?: string;
  /** Since 18.2.9. */
  mx_records?: DnsMxRdata[];
  ns?: DnsNsRdata[];
  /** 0 to 20. @default 0 */
  num_records_in_response?: number;
  service_locator?: DnsSrvRdata[];
  ttl?: number;
  /** Since 18.2.9. */
  txt_records?: DnsTxtRdata[];
  type: "DNS_RECORD_OTHER" | "DNS_RECORD_A" | "DNS_RECORD_NS" | "DNS_RECORD_CNAME" | "DNS_RECORD_SOA" | "DNS_RECORD_PTR" | "DNS_RECORD_HINFO" | "DNS_RECORD_MX" | "DNS_RECORD_TXT" | "DNS_RECORD_RP" | "DNS_RECORD_DNSKEY" | "DNS_RECORD_AAAA" | "DNS_RECORD_SRV" | "DNS_RECORD_OPT" | "DNS_RECORD_RRSIG" | "DNS_RECORD_AXFR" | "DNS_RECORD_ANY" | (string & {});
  /** @default false */
  wildcard_match?: boolean;
  [field: string]: unknown;
}

export interface DnsSrvRdata {
  /** 0 to 65535. */
  port: number;
  /** 0 to 65535. @default 0 */
  priority?: number;
  /** @default "default.host" */
  target?: string;
  /** 0 to 65535. @default 0 */
  weight?: number;
  [field: string]: unknown;
}

export interface DnsTxtRdata {
  /** Since 18.2.9. */
  text_str: string;
  [field: string]: unknown;
}

export interface FailAction {
  local_rsp?: FailActionHTTPLocalResponse;
  redirect?: FailActionHTTPRedirect;
  /** @default "FAIL_ACTION_CLOSE_CONN" */
  type: "FAIL_ACTION_HTTP_REDIRECT" | "FAIL_ACTION_HTTP_LOCAL_RSP" | "FAIL_ACTION_CLOSE_CONN" | "FAIL_ACTION_BACKUP_POOL" | (string & {});
  [field: string]: unknown;
}

export interface FailActionBackupPool {
  /** Reference to Pool. */
  backup_pool_ref: string;
  [field: string]: unknown;
}

export interface FailActionHTTPLocalResponse {
  file?: HTTPLocalFile;
  /** @default "FAIL_HTTP_STATUS_CODE_503" */
  status_code?: "FAIL_HTTP_STATUS_CODE_200" | "FAIL_HTTP_STATUS_CODE_503" | (string & {});
  [field: string]: unknown;
}

export interface FailActionHTTPRedirect {
  host: string;
  path?: string;
  /** @default "HTTPS" */
  protocol?: "HTTP" | "HTTPS" | (string & {});
  query?: string;
  /** @default "HTTP_REDIRECT_STATUS_CODE_302" */
  status_code?: "HTTP_REDIRECT_STATUS_CODE_301" | "HTTP_REDIRECT_STATUS_CODE_302" | "HTTP_REDIRECT_STATUS_CODE_307" | (string & {});
  [field: string]: unknown;
}

export interface FullClientLogs {
  /** min. @default 30 */
  duration?: number;
  enabled: boolean;
  /** per_second. @default 10 */
  throttle?: number;
  [field: string]: unknown;
}

export interface GeoLocation {
  latitude?: number;
  longitude?: number;
  name?: string;
  tag?: string;
  [field: string]: unknown;
}

export interface GeoMatch {
  /** Since 21.1.1. */
  attribute: "ATTRIBUTE_IP_PREFIX" | "ATTRIBUTE_COUNTRY_CODE" | "ATTRIBUTE_COUNTRY_NAME" | "ATTRIBUTE_CONTINENT_CODE" | "ATTRIBUTE_CONTINENT_NAME" | "ATTRIBUTE_REGION_NAME" | "ATTRIBUTE_CITY_NAME" | "ATTRIBUTE_ISP_NAME" | "ATTRIBUTE_ORGANIZATION_NAME" | "ATTRIBUTE_AS_NUMBER" | "ATTRIBUTE_AS_NAME" | "ATTRIBUTE_LONGITUDE" | "ATTRIBUTE_LATITUDE" | "ATTRIBUTE_CUSTOM_1" | "ATTRIBUTE_CUSTOM_2" | "ATTRIBUTE_CUSTOM_3" | "ATTRIBUTE_CUSTOM_4" | "ATTRIBUTE_CUSTOM_5" | "ATTRIBUTE_CUSTOM_6" | "ATTRIBUTE_CUSTOM_7" | "ATTRIBUTE_CUSTOM_8" | "ATTRIBUTE_CUSTOM_9" | "ATTRIBUTE_USER_DEFINED_MAPPING" | (string & {});
  /** Since 21.1.1. */
  match_operation: "IS_IN" | "IS_NOT_IN" | (string & {});
  /** Since 21.1.1. */
  values: string[];
  [field: string]: unknown;
}

export interface HTTP2PoolProperties {
  /** 0 to 10000. Since 21.1.1. @default 0 */
  max_http2_control_frames_per_connection?: number;
  /** 1 to 8192 bytes. Since 21.1.1. @default 4096 */
  max_http2_header_field_size?: number;
  [field: string]: unknown;
}

export interface HTTPClientAuthenticationParams {
  /** Reference to AuthProfile. */
  auth_profile_ref?: string;
  realm?: string;
  request_uri_path?: StringMatch;
  type?: "HTTP_BASIC_AUTH" | (string & {});
  [field: string]: unknown;
}

export interface HTTPCookieData {
  name?: string;
  value?: string;
  [field: string]: unknown;
}

export interface HTTPHdrAction {
  action: "HTTP_ADD_HDR" | "HTTP_REMOVE_HDR" | "HTTP_REPLACE_HDR" | (string & {});
  cookie?: HTTPCookieData;
  hdr?: HTTPHdrData;
  /** Since 22.1.1. */
  hdr_index?: number;
  [field: string]: unknown;
}

export interface HTTPHdrData {
  name?: string;
  value?: HTTPHdrValue;
  [field: string]: unknown;
}

export interface HTTPHdrValue {
  /** Since 22.1.1. @default false */
  is_sensitive?: boolean;
  val?: string;
  var?: "HTTP_POLICY_VAR_CLIENT_IP" | "HTTP_POLICY_VAR_VS_PORT" | "HTTP_POLICY_VAR_VS_IP" | "HTTP_POLICY_VAR_HTTP_HDR" | "HTTP_POLICY_VAR_SSL_CLIENT_FINGERPRINT" | "HTTP_POLICY_VAR_SSL_CLIENT_SERIAL" | "HTTP_POLICY_VAR_SSL_CLIENT_ISSUER" | "HTTP_POLICY_VAR_SSL_CLIENT_SUBJECT" | "HTTP_POLICY_VAR_SSL_CLIENT_RAW" | "HTTP_POLICY_VAR_SSL_PROTOCOL" | "HTTP_POLICY_VAR_SSL_SERVER_NAME" | "HTTP_POLICY_VAR_USER_NAME" | "HTTP_POLICY_VAR_SSL_CIPHER" | "HTTP_POLICY_VAR_REQUEST_ID" | "HTTP_POLICY_VAR_SSL_CLIENT_VERSION" | "HTTP_POLICY_VAR_SSL_CLIENT_SIGALG" | "HTTP_POLICY_VAR_SSL_CLIENT_NOTVALIDBEFORE" | "HTTP_POLICY_VAR_SSL_CLIENT_NOTVALIDAFTER" | "HTTP_POLICY_VAR_SSL_CLIENT_ESCAPED" | "HTTP_POLICY_VAR_SOURCE_IP" | (string & {});
  [field: string]: unknown;
}

export interface HTTPLocalFile {
  content_type: string;
  file_content: string;
  /** Since 21.1.1. */
  file_length?: number;
  [field: string]: unknown;
}

export interface HTTPPolicies {
  /** Reference to HTTPPolicySet. */
  http_policy_set_ref: string;
  index: number;
  [field: string]: unknown;
}

export interface HTTPPolicySet {
  cloud_config_cksum?: string;
  /** Since 21.1.1. */
  configpb_attributes?: ConfigPbAttributes;
  created_by?: string;
  description?: string;
  /** Reference to GeoDB. Since 21.1.1. */
  geo_db_ref?: string;
  http_request_policy?: HTTPRequestPolicy;
  http_response_policy?: HTTPResponsePolicy;
  http_security_policy?: HTTPSecurityPolicy;
  /** Reference to IPReputationDB. Since 20.1.3. */
  ip_reputation_db_ref?: string;
  /** @default false */
  is_internal_policy?: boolean;
  /** Since 20.1.5. */
  markers?: RoleFilterMatchLabel[];
  name: string;
  /** Reference to Tenant. */
  tenant_ref?: string;
  [field: string]: unknown;
}

export interface HTTPRedirectAction {
  /** Since 21.1.1. */
  add_string?: string;
  host?: URIParam;
  /** @default true */
  keep_query?: boolean;
  path?: URIParam;
  /** 1 to 65535. */
  port?: number;
  protocol: "HTTP" | "HTTPS" | (string & {});
  /** @default "HTTP_REDIRECT_STATUS_CODE_302" */
  status_code?: "HTTP_REDIRECT_STATUS_CODE_301" | "HTTP_REDIRECT_STATUS_CODE_302" | "HTTP_REDIRECT_STATUS_CODE_307" | (string & {});
  [field: string]: unknown;
}

export interface HTTPRequestPolicy {
  rules?: HTTPRequestRule[];
  [field: string]: unknown;
}

export interface HTTPRequestRule {
  all_headers?: boolean;
  /** @default true */
  enable: boolean;
  hdr_action?: HTTPHdrAction[];
  index: number;
  log?: boolean;
  match?: MatchTarget;
  name: string;
  redirect_action?: HTTPRedirectAction;
  rewrite_url_action?: HTTPRewriteURLAction;
  switching_action?: HTTPSwitchingAction;
  [field: string]: unknown;
}

export interface HTTPReselectRespCode {
  codes?: number[];
  ranges?: HTTPStatusRange[];
  resp_code_block?: ("HTTP_RSP_4XX" | "HTTP_RSP_5XX" | (string & {}))[];
  [field: string]: unknown;
}

export interface HTTPResponsePolicy {
  rules?: HTTPResponseRule[];
  [field: string]: unknown;
}

export interface HTTPResponseRule {
  all_headers?: boolean;
  /** @default true */
  enable: boolean;
  hdr_action?: HTTPHdrAction[];
  index: number;
  loc_hdr_action?: HTTPRewriteLocHdrAction;
  log?: boolean;
  match?: ResponseMatchTarget;
  name: string;
  [field: string]: unknown;
}

export interface HTTPRewriteLocHdrAction {
  host?: URIParam;
  /** @default true */
  keep_query?: boolean;
  path?: URIParam;
  /** 1 to 65535. */
  port?: number;
  protocol: "HTTP" | "HTTPS" | (string & {});
  [field: string]: unknown;
}

export interface HTTPRewriteURLAction {
  host_hdr?: URIParam;
  path?: URIParam;
  query?: URIParamQuery;
  [field: string]: unknown;
}

export interface HTTPSecurityAction {
  action: "HTTP_SECURITY_ACTION_CLOSE_CONN" | "HTTP_SECURITY_ACTION_SEND_RESPONSE" | "HTTP_SECURITY_ACTION_ALLOW" | "HTTP_SECURITY_ACTION_REDIRECT_TO_HTTPS" | "HTTP_SECURITY_ACTION_RATE_LIMIT" | "HTTP_SECURITY_ACTION_REQUEST_CHECK_ICAP" | (string & {});
  file?: HTTPLocalFile;
  /** 1 to 65535. */
  https_port?: number;
  /** Since 18.2.9. */
  rate_profile?: HTTPSecurityActionRateProfile;
  status_code?: "HTTP_LOCAL_RESPONSE_STATUS_CODE_200" | "HTTP_LOCAL_RESPONSE_STATUS_CODE_204" | "HTTP_LOCAL_RESPONSE_STATUS_CODE_403" | "HTTP_LOCAL_RESPONSE_STATUS_CODE_404" | "HTTP_LOCAL_RESPONSE_STATUS_CODE_429" | "HTTP_LOCAL_RESPONSE_STATUS_CODE_501" | (string & {});
  [field: string]: unknown;
}

export interface HTTPSecurityActionRateProfile {
  /** Since 18.2.9. */
  action: RateLimiterAction;
  /** Since 18.2.9. */
  per_client_ip?: boolean;
  /** Since 18.2.9. */
  per_uri_path?: boolean;
  /** Since 18.2.9. */
  rate_limiter: RateLimiter;
  [field: string]: unknown;
}

export interface HTTPSecurityPolicy {
  rules?: HTTPSecurityRule[];
  [field: string]: unknown;
}

export interface HTTPSecurityRule {
  action?: HTTPSecurityAction;
  /** @default true */
  enable: boolean;
  index: number;
  log?: boolean;
  match?: MatchTarget;
  name: string;
  [field: string]: unknown;
}

export interface HTTPServerReselect {
  /** @default false */
  enabled: boolean;
  /** @default 4 */
  num_retries?: number;
  /** @default false */
  retry_nonidempotent?: boolean;
  /** 0 to 3600000 milliseconds. @default 0 */
  retry_timeout?: number;
  svr_resp_code?: HTTPReselectRespCode;
  [field: string]: unknown;
}

export interface HTTPStatusMatch {
  match_criteria: "IS_IN" | "IS_NOT_IN" | (string & {});
  ranges?: HTTPStatusRange[];
  status_codes?: number[];
  [field: string]: unknown;
}

export interface HTTPStatusRange {
  begin: number;
  end: number;
  [field: string]: unknown;
}

export interface HTTPSwitchingAction {
  action: "HTTP_SWITCHING_SELECT_POOL" | "HTTP_SWITCHING_SELECT_LOCAL" | "HTTP_SWITCHING_SELECT_POOLGROUP" | (string & {});
  file?: HTTPLocalFile;
  /** 200 to 599. Since 30.2.1. */
  other_status_code?: number;
  /** Reference to PoolGroup. */
  pool_group_ref?: string;
  /** Reference to Pool. */
  pool_ref?: string;
  server?: PoolServer;
  status_code?: "HTTP_LOCAL_RESPONSE_STATUS_CODE_200" | "HTTP_LOCAL_RESPONSE_STATUS_CODE_204" | "HTTP_LOCAL_RESPONSE_STATUS_CODE_403" | "HTTP_LOCAL_RESPONSE_STATUS_CODE_404" | "HTTP_LOCAL_RESPONSE_STATUS_CODE_429" | "HTTP_LOCAL_RESPONSE_STATUS_CODE_501" | (string & {});
  [field: string]: unknown;
}

export interface HTTPVersionMatch {
  match_criteria: "IS_IN" | "IS_NOT_IN" | (string & {});
  versions?: ("ZERO_NINE" | "ONE_ZERO" | "ONE_ONE" | "TWO_ZERO" | (string & {}))[];
  [field: string]: unknown;
}

export interface HdrMatch {
  hdr: string;
  /** @default "INSENSITIVE" */
  match_case?: "SENSITIVE" | "INSENSITIVE" | (string & {});
  match_criteria: "HDR_EXISTS" | "HDR_DOES_NOT_EXIST" | "HDR_BEGINS_WITH" | "HDR_DOES_NOT_BEGIN_WITH" | "HDR_CONTAINS" | "HDR_DOES_NOT_CONTAIN" | "HDR_ENDS_WITH" | "HDR_DOES_NOT_END_WITH" | "HDR_EQUALS" | "HDR_DOES_NOT_EQUAL" | (string & {});
  value?: string[];
  [field: string]: unknown;
}

export interface HealthMonitor {
  /** Since 18.2.8. */
  allow_duplicate_monitors?: boolean;
  /** Since 20.1.1. */
  authentication?: HealthMonitorAuthInfo;
  /** Since 21.1.1. */
  configpb_attributes?: ConfigPbAttributes;
  description?: string;
  /** Since 18.2.7. */
  disable_quickstart?: boolean;
  dns_monitor?: HealthMonitorDNS;
  external_monitor?: HealthMonitorExternal;
  /** 1 to 50. @default 2 */
  failed_checks?: number;
  /** Since 21.1.3. */
  ftp_monitor?: HealthMonitorFtp;
  /** Since 21.1.3. */
  ftps_monitor?: HealthMonitorFtp;
  http_monitor?: HealthMonitorHttp;
  https_monitor?: HealthMonitorHttp;
  /** Since 21.1.1. */
  imap_monitor?: HealthMonitorImap;
  /** Since 21.1.1. */
  imaps_monitor?: HealthMonitorImap;
  /** @default false */
  is_federated?: boolean;
  /** Since 21.1.3. */
  ldap_monitor?: HealthMonitorLdap;
  /** Since 21.1.3. */
  ldaps_monitor?: HealthMonitorLdap;
  /** Since 20.1.5. */
  markers?: RoleFilterMatchLabel[];
  /** 1 to 65535. */
  monitor_port?: number;
  name: string;
  /** Since 21.1.1. */
  pop3_monitor?: HealthMonitorPop3;
  /** Since 21.1.1. */
  pop3s_monitor?: HealthMonitorPop3;
  /** Since 18.2.3. */
  radius_monitor?: HealthMonitorRadius;
  /** 1 to 2400 sec. @default 4 */
  receive_timeout?: number;
  /** Since 22.1.3. */
  sctp_monitor?: HealthMonitorSctp;
  /** 1 to 3600 sec. @default 10 */
  send_interval?: number;
  sip_monitor?: HealthMonitorSIP;
  /** Since 21.1.1. */
  smtp_monitor?: HealthMonitorSmtp;
  /** Since 21.1.1. */
  smtps_monitor?: HealthMonitorSmtp;
  /** 1 to 50. @default 2 */
  successful_checks?: number;
  tcp_monitor?: HealthMonitorTcp;
  /** Reference to Tenant. */
  tenant_ref?: string;
  type: "HEALTH_MONITOR_PING" | "HEALTH_MONITOR_TCP" | "HEALTH_MONITOR_HTTP" | "HEALTH_MONITOR_HTTPS" | "HEALTH_MONITOR_EXTERNAL" | "HEALTH_MONITOR_UDP" | "HEALTH_MONITOR_DNS" | "HEALTH_MONITOR_GSLB" | "HEALTH_MONITOR_SIP" | "HEALTH_MONITOR_RADIUS" | "HEALTH_MONITOR_SMTP" | "HEALTH_MONITOR_SMTPS" | "HEALTH_MONITOR_POP3" | "HEALTH_MONITOR_POP3S" | "HEALTH_MONITOR_IMAP" | "HEALTH_MONITOR_IMAPS" | "HEALTH_MONITOR_FTP" | "HEALTH_MONITOR_FTPS" | "HEALTH_MONITOR_LDAP" | "HEALTH_MONITOR_LDAPS" | "HEALTH_MONITOR_SCTP" | (string & {});
  udp_monitor?: HealthMonitorUdp;
  [field: string]: unknown;
}

export interface HealthMonitorAuthInfo {
  /** Since 20.1.1. */
  password: string;
  /** Since 20.1.1. */
  username: string;
  [field: string]: unknown;
}

export interface HealthMonitorDNS {
  /** @default "DNS_QUERY_TYPE" */
  qtype?: "DNS_QUERY_TYPE" | "DNS_ANY_TYPE" | "DNS_ANY_THING" | (string & {});
  query_name: string;
  /** @default "RCODE_NO_ERROR" */
  rcode?: "RCODE_NO_ERROR" | "RCODE_ANYTHING" | (string & {});
  /** Since 18.2.5. @default "DNS_RECORD_A" */
  record_type?: "DNS_RECORD_OTHER" | "DNS_RECORD_A" | "DNS_RECORD_NS" | "DNS_RECORD_CNAME" | "DNS_RECORD_SOA" | "DNS_RECORD_PTR" | "DNS_RECORD_HINFO" | "DNS_RECORD_MX" | "DNS_RECORD_TXT" | "DNS_RECORD_RP" | "DNS_RECORD_DNSKEY" | "DNS_RECORD_AAAA" | "DNS_RECORD_SRV" | "DNS_RECORD_OPT" | "DNS_RECORD_RRSIG" | "DNS_RECORD_AXFR" | "DNS_RECORD_ANY" | (string & {});
  response_string?: string;
  [field: string]: unknown;
}

export interface HealthMonitorExternal {
  command_code: string;
  command_parameters?: string;
  command_path?: string;
  command_variables?: string;
  [field: string]: unknown;
}

export interface HealthMonitorFtp {
  /** Since 21.1.3. */
  filename: string;
  /** Since 21.1.3. @default "FTP_PASSIVE_MODE" */
  mode: "FTP_PASSIVE_MODE" | "FTP_PORT_MODE" | (string & {});
  /** Since 21.1.3. */
  ssl_attributes?: HealthMonitorSSLAttributes;
  [field: string]: unknown;
}

export interface HealthMonitorHttp {
  /** Since 20.1.1. */
  auth_type?: "AUTH_BASIC" | "AUTH_NTLM" | (string & {});
  /** @default false */
  exact_http_request?: boolean;
  /** @default "GET / HTTP/1.0" */
  http_request?: string;
  /** Since 20.1.1. */
  http_request_body?: string;
  http_response?: string;
  http_response_code?: ("HTTP_ANY" | "HTTP_1XX" | "HTTP_2XX" | "HTTP_3XX" | "HTTP_4XX" | "HTTP_5XX" | (string & {}))[];
  maintenance_code?: number[];
  maintenance_response?: string;
  /** 2048 to 16384. Since 20.1.1. */
  response_size?: number;
  ssl_attributes?: HealthMonitorSSLAttributes;
  [field: string]: unknown;
}

export interface HealthMonitorImap {
  /** Since 21.1.1. */
  folder?: string;
  /** Since 21.1.1. */
  ssl_attributes?: HealthMonitorSSLAttributes;
  [field: string]: unknown;
}

export interface HealthMonitorLdap {
  /** Since 21.1.3. */
  attributes?: string;
  /** Since 21.1.3. */
  base_dn: string;
  /** Since 21.1.3. */
  filter?: string;
  /** Since 21.1.3. */
  scope?: "LDAP_BASE_MODE" | "LDAP_ONE_MODE" | "LDAP_SUB_MODE" | (string & {});
  /** Since 21.1.3. */
  ssl_attributes?: HealthMonitorSSLAttributes;
  [field: string]: unknown;
}

export interface HealthMonitorPop3 {
  /** Since 21.1.1. */
  ssl_attributes?: HealthMonitorSSLAttributes;
  [field: string]: unknown;
}

export interface HealthMonitorRadius {
  /** Since 18.2.3. */
  password: string;
  /** Since 18.2.3. */
  shared_secret: string;
  /** Since 18.2.3. */
  username: string;
  [field: string]: unknown;
}

export interface HealthMonitorSIP {
  /** @default "SIP_UDP_PROTO" */
  sip_monitor_transport?: "SIP_UDP_PROTO" | "SIP_TCP_PROTO" | (string & {});
  /** @default "SIP_OPTIONS" */
  sip_request_code?: "SIP_OPTIONS" | (string & {});
  /** @default "SIP/2.0" */
  sip_response?: string;
  [field: string]: unknown;
}

export interface HealthMonitorSSLAttributes {
  /** Reference to PKIProfile. */
  pki_profile_ref?: string;
  /** Since 18.2.3. */
  server_name?: string;
  /** Reference to SSLKeyAndCertificate. */
  ssl_key_and_certificate_ref?: string;
  /** Reference to SSLProfile. */
  ssl_profile_ref: string;
  [field: string]: unknown;
}

export interface HealthMonitorSctp {
  /** Since 22.1.3. */
  sctp_request?: string;
  /** Since 22.1.3. */
  sctp_response?: string;
  [field: string]: unknown;
}

export interface HealthMonitorSmtp {
  /** Since 21.1.1. */
  domainname?: string;
  /** Since 21.1.1. */
  mail_data?: string;
  /** Since 21.1.1. */
  recipients_ids?: string[];
  /** Since 21.1.1. */
  sender_id?: string;
  /** Since 21.1.1. */
  ssl_attributes?: HealthMonitorSSLAttributes;
  [field: string]: unknown;
}

export interface HealthMonitorTcp {
  maintenance_response?: string;
  /** @default false */
  tcp_half_open?: boolean;
  tcp_request?: string;
  tcp_response?: string;
  [field: string]: unknown;
}

export interface HealthMonitorUdp {
  maintenance_response?: string;
  udp_request?: string;
  udp_response?: string;
  [field: string]: unknown;
}

export interface HorizonProfile {
  /** Since 21.1.3. @default 8443 */
  blast_port?: number;
  /** Since 21.1.3. @default 4172 */
  pcoip_port?: number;
  [field: string]: unknown;
}

export interface HostHdrMatch {
  /** @default "INSENSITIVE" */
  match_case?: "SENSITIVE" | "INSENSITIVE" | (string & {});
  match_criteria: "HDR_EXISTS" | "HDR_DOES_NOT_EXIST" | "HDR_BEGINS_WITH" | "HDR_DOES_NOT_BEGIN_WITH" | "HDR_CONTAINS" | "HDR_DOES_NOT_CONTAIN" | "HDR_ENDS_WITH" | "HDR_DOES_NOT_END_WITH" | "HDR_EQUALS" | "HDR_DOES_NOT_EQUAL" | (string & {});
  value?: string[];
  [field: string]: unknown;
}

export interface HttpCookiePersistenceKey {
  aes_key?: string;
  hmac_key?: string;
  name?: string;
  [field: string]: unknown;
}

export interface IPNetworkSubnet {
  /** Reference to Network. */
  network_ref?: string;
  subnet?: IpAddrPrefix;
  subnet6?: IpAddrPrefix;
  subnet6_uuid?: string;
  subnet_uuid?: string;
  [field: string]: unknown;
}

export interface IPReputationTypeMatch {
  /** Since 20.1.1. */
  match_operation: "IS_IN" | "IS_NOT_IN" | (string & {});
  /** Since 20.1.1. */
  reputation_types?: ("IP_REPUTATION_TYPE_SPAM_SOURCE" | "IP_REPUTATION_TYPE_WINDOWS_EXPLOITS" | "IP_REPUTATION_TYPE_WEB_ATTACKS" | "IP_REPUTATION_TYPE_BOTNETS" | "IP_REPUTATION_TYPE_SCANNERS" | "IP_REPUTATION_TYPE_DOS" | "IP_REPUTATION_TYPE_REPUTATION" | "IP_REPUTATION_TYPE_PHISHING" | "IP_REPUTATION_TYPE_PROXY" | "IP_REPUTATION_TYPE_NETWORK" | "IP_REPUTATION_TYPE_CLOUD" | "IP_REPUTATION_TYPE_MOBILE_THREATS" | "IP_REPUTATION_TYPE_TOR" | "IP_REPUTATION_TYPE_ALL" | (string & {}))[];
  [field: string]: unknown;
}

export interface IpAddr {
  addr: string;
  type: "V4" | "DNS" | "V6" | (string & {});
  [field: string]: unknown;
}

export interface IpAddrMatch {
  addrs?: IpAddr[];
  /** References to IpAddrGroup. */
  group_refs?: string[];
  match_criteria: "IS_IN" | "IS_NOT_IN" | (string & {});
  prefixes?: IpAddrPrefix[];
  ranges?: IpAddrRange[];
  [field: string]: unknown;
}

export interface IpAddrPrefix {
  ip_addr: IpAddr;
  mask: number;
  [field: string]: unknown;
}

export interface IpAddrRange {
  begin: IpAddr;
  end: IpAddr;
  [field: string]: unknown;
}

export interface JWTClaimMatch {
  /** Since 20.1.3. */
  bool_match?: boolean;
  /** Since 20.1.3. */
  int_match?: number;
  /** Since 20.1.3. */
  is_mandatory: boolean;
  /** Since 20.1.3. */
  name: string;
  /** Since 20.1.3. */
  string_match?: StringMatch;
  /** Since 20.1.3. */
  type: "JWT_CLAIM_TYPE_BOOL" | "JWT_CLAIM_TYPE_INT" | "JWT_CLAIM_TYPE_STRING" | (string & {});
  /** Since 20.1.3. */
  validate: boolean;
  [field: string]: unknown;
}

export interface JWTMatch {
  /** Since 20.1.3. */
  matches?: JWTClaimMatch[];
  /** Since 20.1.3. */
  token_name?: string;
  [field: string]: unknown;
}

export interface JWTValidationParams {
  /** Since 21.1.3. */
  audience: string;
  [field: string]: unknown;
}

export interface JWTValidationVsConfig {
  /** Since 20.1.3. */
  audience: string;
  /** Since 20.1.3. @default "JWT_LOCATION_AUTHORIZATION_HEADER" */
  jwt_location: "JWT_LOCATION_AUTHORIZATION_HEADER" | "JWT_LOCATION_QUERY_PARAM" | (string & {});
  /** Since 20.1.3. */
  jwt_name?: string;
  [field: string]: unknown;
}

export interface KeyValue {
  key: string;
  value?: string;
  [field: string]: unknown;
}

export interface KeyValueTuple {
  /** Since 20.1.3. */
  key: string;
  /** Since 20.1.3. */
  value?: string;
  [field: string]: unknown;
}

export interface L4ConnectionPolicy {
  rules?: L4Rule[];
  [field: string]: unknown;
}

export interface L4Policies {
  index: number;
  /** Reference to L4PolicySet. */
  l4_policy_set_ref: string;
  [field: string]: unknown;
}

export interface L4PolicySet {
  /** Since 21.1.1. */
  configpb_attributes?: ConfigPbAttributes;
  created_by?: string;
  description?: string;
  /** @default false */
  is_internal_policy?: boolean;
  l4_connection_policy?: L4ConnectionPolicy;
  /** Since 20.1.5. */
  markers?: RoleFilterMatchLabel[];
  name: string;
  /** Reference to Tenant. */
  tenant_ref?: string;
  [field: string]: unknown;
}

export interface L4Rule {
  action?: L4RuleAction;
  /** @default true */
  enable?: boolean;
  index: number;
  match?: L4RuleMatchTarget;
  name: string;
  [field: string]: unknown;
}

export interface L4RuleAction {
  select_pool?: L4RuleActionSelectPool;
  [field: string]: unknown;
}

export interface L4RuleActionSelectPool {
  action_type: "L4_RULE_ACTION_SELECT_POOL" | "L4_RULE_ACTION_SELECT_POOLGROUP" | (string & {});
  /** Reference to PoolGroup. */
  pool_group_ref?: string;
  /** Reference to Pool. */
  pool_ref?: string;
  [field: string]: unknown;
}

export interface L4RuleMatchTarget {
  client_ip?: IpAddrMatch;
  port?: L4RulePortMatch;
  protocol?: L4RuleProtocolMatch;
  [field: string]: unknown;
}

export interface L4RulePortMatch {
  match_criteria: "IS_IN" | "IS_NOT_IN" | (string & {});
  port_ranges?: PortRange[];
  ports?: number[];
  [field: string]: unknown;
}

export interface L4RuleProtocolMatch {
  match_criteria: "IS_IN" | "IS_NOT_IN" | (string & {});
  protocol: "PROTOCOL_ICMP" | "PROTOCOL_TCP" | "PROTOCOL_UDP" | "PROTOCOL_SCTP" | (string & {});
  [field: string]: unknown;
}

export interface LDAPVSConfig {
  /** Since 21.1.1. */
  realm?: string;
  /** milliseconds. Since 21.1.1. @default 5000 */
  se_auth_ldap_bind_timeout?: number;
  /** bytes. Since 21.1.1. @default 100000 */
  se_auth_ldap_cache_size?: number;
  /** milliseconds. Since 21.1.1. @default 10000 */
  se_auth_ldap_connect_timeout?: number;
  /** Since 21.1.1. @default 1 */
  se_auth_ldap_conns_per_server?: number;
  /** milliseconds. Since 21.1.1. @default 10000 */
  se_auth_ldap_reconnect_timeout?: number;
  /** milliseconds. Since 21.1.1. @default 10000 */
  se_auth_ldap_request_timeout?: number;
  /** Since 21.1.1. @default false */
  se_auth_ldap_servers_failover_only?: boolean;
  [field: string]: unknown;
}

export interface LearningLogPolicy {
  /** Since 20.1.3. @default false */
  enabled?: boolean;
  /** Since 20.1.3. */
  host?: string;
  /** Since 20.1.3. */
  port?: number;
  [field: string]: unknown;
}

export interface LocationHdrMatch {
  /** @default "INSENSITIVE" */
  match_case?: "SENSITIVE" | "INSENSITIVE" | (string & {});
  match_criteria: "HDR_EXISTS" | "HDR_DOES_NOT_EXIST" | "HDR_BEGINS_WITH" | "HDR_DOES_NOT_BEGIN_WITH" | "HDR_CONTAINS" | "HDR_DOES_NOT_CONTAIN" | "HDR_ENDS_WITH" | "HDR_DOES_NOT_END_WITH" | "HDR_EQUALS" | "HDR_DOES_NOT_EQUAL" | (string & {});
  value?: string[];
  [field: string]: unknown;
}

export interface MatchReplacePair {
  [field: string]: unknown;
}

export interface MatchTarget {
  /** Since 21.1.1. */
  bot_detection_result?: BotDetectionMatch;
  client_ip?: IpAddrMatch;
  cookie?: CookieMatch;
  /** Since 21.1.1. */
  geo_matches?: GeoMatch[];
  hdrs?: HdrMatch[];
  host_hdr?: HostHdrMatch;
  /** Since 20.1.3. */
  ip_reputation_type?: IPReputationTypeMatch;
  method?: MethodMatch;
  path?: PathMatch;
  protocol?: ProtocolMatch;
  query?: QueryMatch;
  /** Since 21.1.3. */
  source_ip?: IpAddrMatch;
  /** Since 22.1.3. */
  tls_fingerprint_match?: TlsFingerprintMatch;
  version?: HTTPVersionMatch;
  vs_port?: PortMatch;
  [field: string]: unknown;
}

export interface MethodMatch {
  match_criteria: "IS_IN" | "IS_NOT_IN" | (string & {});
  methods?: ("HTTP_METHOD_GET" | "HTTP_METHOD_HEAD" | "HTTP_METHOD_PUT" | "HTTP_METHOD_DELETE" | "HTTP_METHOD_POST" | "HTTP_METHOD_OPTIONS" | "HTTP_METHOD_TRACE" | "HTTP_METHOD_CONNECT" | "HTTP_METHOD_PATCH" | "HTTP_METHOD_PROPFIND" | "HTTP_METHOD_PROPPATCH" | "HTTP_METHOD_MKCOL" | "HTTP_METHOD_COPY" | "HTTP_METHOD_MOVE" | "HTTP_METHOD_LOCK" | "HTTP_METHOD_UNLOCK" | (string & {}))[];
  [field: string]: unknown;
}

export interface MetricsRealTimeUpdate {
  /** min. @default 30 */
  duration?: number;
  /** @default false */
  enabled: boolean;
  [field: string]: unknown;
}

export interface NetworkFilter {
  /** Reference to VIMgrNWRuntime. */
  network_ref: string;
  server_filter?: string;
  [field: string]: unknown;
}

export interface OAuthAppSettings {
  /** Since 21.1.3. */
  client_id: string;
  /** Since 21.1.3. */
  client_secret?: string;
  /** Since 21.1.3. */
  oidc_config?: OIDCConfig;
  /** Since 21.1.3. */
  scopes?: string[];
  [field: string]: unknown;
}

export interface OAuthResourceServer {
  /** Since 21.1.3. @default "ACCESS_TOKEN_TYPE_JWT" */
  access_type: "ACCESS_TOKEN_TYPE_JWT" | "ACCESS_TOKEN_TYPE_OPAQUE" | (string & {});
  /** 0 to 1440 min. Since 22.1.3. @default 0 */
  introspection_data_timeout?: number;
  /** Since 21.1.3. */
  jwt_params?: JWTValidationParams;
  /** Since 21.1.3. */
  opaque_token_params?: OpaqueTokenValidationParams;
  [field: string]: unknown;
}

export interface OAuthSettings {
  /** Since 21.1.3. */
  app_settings?: OAuthAppSettings;
  /** Reference to AuthProfile. Since 21.1.3. */
  auth_profile_ref: string;
  /** Since 21.1.3. */
  resource_server?: OAuthResourceServer;
  [field: string]: unknown;
}

export interface OAuthVSConfig {
  /** Since 21.1.3. */
  cookie_name?: string;
  /** 1 to 1440 min. Since 21.1.3. @default 60 */
  cookie_timeout?: number;
  /** Since 21.1.3. */
  key?: HttpCookiePersistenceKey[];
  /** Since 22.1.3. */
  logout_uri?: string;
  /** Since 21.1.3. */
  oauth_settings?: OAuthSettings[];
  /** Since 22.1.3. */
  post_logout_redirect_uri?: string;
  /** Since 21.1.3. */
  redirect_uri?: string;
  [field: string]: unknown;
}

export interface OCSPConfig {
  /** 60 to 86400 sec. Since 20.1.1. @default 3600 */
  failed_ocsp_jobs_retry_interval?: number;
  /** Since 20.1.1. @default 10 */
  max_tries?: number;
  /** 60 to 31536000 sec. Since 20.1.1. @default 86400 */
  ocsp_req_interval?: number;
  /** sec. Since 20.1.1. */
  ocsp_resp_timeout?: number;
  /** Since 20.1.1. */
  responder_url_lists?: string[];
  /** Since 20.1.1. @default "OCSP_RESPONDER_URL_FAILOVER" */
  url_action?: "OCSP_RESPONDER_URL_FAILOVER" | "OCSP_RESPONDER_URL_OVERRIDE" | (string & {});
  [field: string]: unknown;
}

export interface OCSPResponseInfo {
  [field: string]: unknown;
}

export interface OIDCConfig {
  /** Since 21.1.3. */
  oidc_enable?: boolean;
  /** Since 21.1.3. @default true */
  profile?: boolean;
  /** Since 21.1.3. */
  userinfo?: boolean;
  [field: string]: unknown;
}

export interface OpaqueTokenValidationParams {
  /** Since 21.1.3. */
  server_id: string;
  /** Since 21.1.3. */
  server_secret: string;
  [field: string]: unknown;
}

export interface PKIProfile {
  /** Since 30.1.1. */
  allow_pki_errors?: ("ALLOW_EXPIRED_CRL" | "ALLOW_ALL_ERRORS" | (string & {}))[];
  ca_certs?: SSLCertificate[];
  /** Since 21.1.1. */
  configpb_attributes?: ConfigPbAttributes;
  created_by?: string;
  /** @default true */
  crl_check?: boolean;
  crls?: CRL[];
  /** @default false */
  ignore_peer_chain?: boolean;
  /** @default false */
  is_federated?: boolean;
  /** Since 20.1.5. */
  markers?: RoleFilterMatchLabel[];
  name: string;
  /** Reference to Tenant. */
  tenant_ref?: string;
  /** @default true */
  validate_only_leaf_crl?: boolean;
  [field: string]: unknown;
}

export interface PathMatch {
  /** @default "INSENSITIVE" */
  match_case?: "SENSITIVE" | "INSENSITIVE" | (string & {});
  /** @default "CONTAINS" */
  match_criteria: "BEGINS_WITH" | "DOES_NOT_BEGIN_WITH" | "CONTAINS" | "DOES_NOT_CONTAIN" | "ENDS_WITH" | "DOES_NOT_END_WITH" | "EQUALS" | "DOES_NOT_EQUAL" | "REGEX_MATCH" | "REGEX_DOES_NOT_MATCH" | (string & {});
  /** Since 22.1.3. @default true */
  match_decoded_string?: boolean;
  match_str?: string[];
  /** References to StringGroup. */
  string_group_refs?: string[];
  [field: string]: unknown;
}

export interface PerformanceLimits {
  max_concurrent_connections?: number;
  max_throughput?: number;
  [field: string]: unknown;
}

export interface PlacementNetwork {
  /** Reference to Network. */
  network_ref: string;
  subnet: IpAddrPrefix;
  [field: string]: unknown;
}

export interface Pool {
  analytics_policy?: PoolAnalyticsPolicy;
  /** Reference to AnalyticsProfile. */
  analytics_profile_ref?: string;
  /** Since 21.1.1. @default "NON_DEFAULT_80_443" */
  append_port?: "NON_DEFAULT_80_443" | "NEVER" | "ALWAYS" | (string & {});
  /** Reference to ApplicationPersistenceProfile. */
  application_persistence_profile_ref?: string;
  /** Reference to AutoScaleLaunchConfig. */
  autoscale_launch_config_ref?: string;
  autoscale_networks?: string[];
  /** Reference to ServerAutoScalePolicy. */
  autoscale_policy_ref?: string;
  /** @default false */
  capacity_estimation?: boolean;
  /** 1 to 5000 milliseconds. @default 0 */
  capacity_estimation_ttfb_thresh?: number;
  cloud_config_cksum?: string;
  /** Reference to Cloud. */
  cloud_ref?: string;
  /** Since 21.1.1. */
  configpb_attributes?: ConfigPbAttributes;
  /** Since 18.2.1. */
  conn_pool_properties?: ConnPoolProperties;
  /** 1 to 300 min. @default 10 */
  connection_ramp_duration?: number;
  created_by?: string;
  /** 1 to 65535. @default 80 */
  default_server_port?: number;
  /** Since 18.2.3. @default true */
  delete_server_on_dns_refresh?: boolean;
  description?: string;
  domain_name?: string[];
  east_west?: boolean;
  /** Since 20.1.1. @default false */
  enable_http2?: boolean;
  /** @default true */
  enabled?: boolean;
  external_autoscale_groups?: string[];
  fail_action?: FailAction;
  /** 1 to 300 sec. @default 10 */
  fewest_tasks_feedback_delay?: number;
  /** 1 to 7200 min. @default 1 */
  graceful_disable_timeout?: number;
  /** 1 to 432000 sec. Since 30.2.1. @default -1 */
  graceful_hm_down_disable_timeout?: number;
  /** References to HealthMonitor. */
  health_monitor_refs?: string[];
  /** Since 21.1.3. */
  horizon_profile?: HorizonProfile;
  /** @default false */
  host_check_enabled?: boolean;
  /** Since 21.1.1. */
  http2_properties?: HTTP2PoolProperties;
  /** Since 20.1.1. @default false */
  ignore_server_port?: boolean;
  /** @default true */
  inline_health_monitor?: boolean;
  /** Reference to IpAddrGroup. */
  ipaddrgroup_ref?: string;
  /** Since 21.1.5. @default false */
  lb_algo_rr_per_se?: boolean;
  /** @default "LB_ALGORITHM_LEAST_CONNECTIONS" */
  lb_algorithm?: "LB_ALGORITHM_LEAST_CONNECTIONS" | "LB_ALGORITHM_ROUND_ROBIN" | "LB_ALGORITHM_FASTEST_RESPONSE" | "LB_ALGORITHM_CONSISTENT_HASH" | "LB_ALGORITHM_LEAST_LOAD" | "LB_ALGORITHM_FEWEST_SERVERS" | "LB_ALGORITHM_RANDOM" | "LB_ALGORITHM_FEWEST_TASKS" | "LB_ALGORITHM_NEAREST_SERVER" | "LB_ALGORITHM_CORE_AFFINITY" | "LB_ALGORITHM_TOPOLOGY" | (string & {});
  lb_algorithm_consistent_hash_hdr?: string;
  /** 1 to 65535. @default 2 */
  lb_algorithm_core_nonaffinity?: number;
  /** @default "LB_ALGORITHM_CONSISTENT_HASH_SOURCE_IP_ADDRESS" */
  lb_algorithm_hash?: "LB_ALGORITHM_CONSISTENT_HASH_SOURCE_IP_ADDRESS" | "LB_ALGORITHM_CONSISTENT_HASH_SOURCE_IP_ADDRESS_AND_PORT" | "LB_ALGORITHM_CONSISTENT_HASH_URI" | "LB_ALGORITHM_CONSISTENT_HASH_CUSTOM_HEADER" | "LB_ALGORITHM_CONSISTENT_HASH_CUSTOM_STRING" | "LB_ALGORITHM_CONSISTENT_HASH_CALLID" | (string & {});
  /** @default false */
  lookup_server_by_name?: boolean;
  /** Since 20.1.5. */
  markers?: RoleFilterMatchLabel[];
  /** @default 0 */
  max_concurrent_connections_per_server?: number;
  max_conn_rate_per_server?: RateProfile;
  /** Since 18.2.1. */
  min_health_monitors_up?: number;
  /** Since 18.2.1. */
  min_servers_up?: number;
  name: string;
  networks?: NetworkFilter[];
  nsx_securitygroup?: string[];
  /** Reference to PKIProfile. */
  pki_profile_ref?: string;
  placement_networks?: PlacementNetwork[];
  /** Since 22.1.1. @default "POOL_TYPE_GENERIC_APP" */
  pool_type?: "POOL_TYPE_GENERIC_APP" | "POOL_TYPE_OAUTH" | (string & {});
  /** @default 128 */
  request_queue_depth?: number;
  /** @default false */
  request_queue_enabled?: boolean;
  /** Since 18.2.10. */
  resolve_pool_by_dns?: boolean;
  /** @default false */
  rewrite_host_header_to_server_name?: boolean;
  /** @default false */
  rewrite_host_header_to_sni?: boolean;
  /** Since 20.1.1. @default false */
  routing_pool?: boolean;
  /** Since 21.1.1. @default "DISALLOW_NEW_CONNECTION" */
  server_disable_type?: "DISALLOW_NEW_CONNECTION" | "ALLOW_NEW_CONNECTION_IF_PERSISTENCE_PRESENT" | (string & {});
  server_name?: string;
  server_reselect?: HTTPServerReselect;
  /** 0 to 21600000 milliseconds. @default 0 */
  server_timeout?: number;
  servers?: Server[];
  service_metadata?: string;
  /** @default true */
  sni_enabled?: boolean;
  /** Since 22.1.3. */
  sp_gs_info?: SpGslbServiceInfo;
  /** Reference to SSLKeyAndCertificate. */
  ssl_key_and_certificate_ref?: string;
  /** Reference to SSLProfile. */
  ssl_profile_ref?: string;
  /** Reference to Tenant. */
  tenant_ref?: string;
  /** Since 20.1.1. */
  tier1_lr?: string;
  /** @default false */
  use_service_port?: boolean;
  /** Since 21.1.1. @default false */
  use_service_ssl_mode?: boolean;
  /** Reference to VrfContext. */
  vrf_ref?: string;
  [field: string]: unknown;
}

export interface PoolAnalyticsPolicy {
  /** @default false */
  enable_realtime_metrics?: boolean;
  [field: string]: unknown;
}

export interface PoolGroup {
  cloud_config_cksum?: string;
  /** Reference to Cloud. */
  cloud_ref?: string;
  /** Since 21.1.1. */
  configpb_attributes?: ConfigPbAttributes;
  created_by?: string;
  /** Since 20.1.7. @default false */
  deactivate_primary_pool_on_down?: boolean;
  /** Reference to PoolGroupDeploymentPolicy. */
  deployment_policy_ref?: string;
  description?: string;
  /** Since 20.1.1. */
  enable_http2?: boolean;
  fail_action?: FailAction;
  /** @default false */
  implicit_priority_labels?: boolean;
  /** Since 20.1.5. */
  markers?: RoleFilterMatchLabel[];
  members?: PoolGroupMember[];
  /** 1 to 65535. @default 0 */
  min_servers?: number;
  name: string;
  /** Reference to PriorityLabels. */
  priority_labels_ref?: string;
  service_metadata?: string;
  /** Reference to Tenant. */
  tenant_ref?: string;
  [field: string]: unknown;
}

export interface PoolGroupMember {
  deployment_state?: "EVALUATION_IN_PROGRESS" | "IN_SERVICE" | "OUT_OF_SERVICE" | "EVALUATION_FAILED" | (string & {});
  /** Reference to Pool. */
  pool_ref: string;
  priority_label?: string;
  /** 1 to 1000. @default 1 */
  ratio?: number;
  [field: string]: unknown;
}

export interface PoolServer {
  hostname?: string;
  ip: IpAddr;
  /** 1 to 65535. */
  port?: number;
  [field: string]: unknown;
}

export interface PortMatch {
  match_criteria: "IS_IN" | "IS_NOT_IN" | (string & {});
  ports?: number[];
  [field: string]: unknown;
}

export interface PortRange {
  /** 1 to 65535. */
  end: number;
  /** 1 to 65535. */
  start: number;
  [field: string]: unknown;
}

export interface ProtocolMatch {
  match_criteria: "IS_IN" | "IS_NOT_IN" | (string & {});
  protocols: "HTTP" | "HTTPS" | (string & {});
  [field: string]: unknown;
}

export interface QueryMatch {
  /** @default "INSENSITIVE" */
  match_case?: "SENSITIVE" | "INSENSITIVE" | (string & {});
  match_criteria: "QUERY_MATCH_CONTAINS" | "QUERY_MATCH_DOES_NOT_CONTAIN" | "QUERY_MATCH_EXISTS" | "QUERY_MATCH_DOES_NOT_EXIST" | "QUERY_MATCH_BEGINS_WITH" | "QUERY_MATCH_DOES_NOT_BEGIN_WITH" | "QUERY_MATCH_ENDS_WITH" | "QUERY_MATCH_DOES_NOT_END_WITH" | "QUERY_MATCH_EQUALS" | "QUERY_MATCH_DOES_NOT_EQUAL" | "QUERY_MATCH_REGEX_MATCH" | "QUERY_MATCH_REGEX_DOES_NOT_MATCH" | (string & {});
  /** Since 22.1.3. @default true */
  match_decoded_string?: boolean;
  match_str?: string[];
  /** References to StringGroup. */
  string_group_refs?: string[];
  [field: string]: unknown;
}

export interface RateLimiter {
  /** 0 to 1000000000. Since 18.2.9. @default 0 */
  burst_sz?: number;
  /** 1 to 1000000000. Since 18.2.9. @default 1000000000 */
  count: number;
  /** Since 18.2.9. */
  name?: string;
  /** 1 to 1000000000 sec. Since 18.2.9. @default 1 */
  period: number;
  [field: string]: unknown;
}

export interface RateLimiterAction {
  file?: HTTPLocalFile;
  redirect?: HTTPRedirectAction;
  /** @default "HTTP_LOCAL_RESPONSE_STATUS_CODE_429" */
  status_code?: "HTTP_LOCAL_RESPONSE_STATUS_CODE_200" | "HTTP_LOCAL_RESPONSE_STATUS_CODE_204" | "HTTP_LOCAL_RESPONSE_STATUS_CODE_403" | "HTTP_LOCAL_RESPONSE_STATUS_CODE_404" | "HTTP_LOCAL_RESPONSE_STATUS_CODE_429" | "HTTP_LOCAL_RESPONSE_STATUS_CODE_501" | (string & {});
  /** @default "RL_ACTION_NONE" */
  type?: "RL_ACTION_NONE" | "RL_ACTION_DROP_CONN" | "RL_ACTION_RESET_CONN" | "RL_ACTION_CLOSE_CONN" | "RL_ACTION_LOCAL_RSP" | "RL_ACTION_REDIRECT" | (string & {});
  [field: string]: unknown;
}

export interface RateProfile {
  action: RateLimiterAction;
  /** @default false */
  explicit_tracking?: boolean;
  /** @default false */
  fine_grain?: boolean;
  http_cookie?: string;
  http_header?: string;
  /** Since 18.2.9. */
  rate_limiter?: RateLimiter;
  [field: string]: unknown;
}

export interface ReplaceStringVar {
  /** @default "LITERAL_STRING" */
  type?: "DATASCRIPT_VAR" | "AVI_VAR" | "LITERAL_STRING" | "COMBINATION_STRING" | (string & {});
  val?: string;
  [field: string]: unknown;
}

export interface ResponseMatchTarget {
  client_ip?: IpAddrMatch;
  cookie?: CookieMatch;
  hdrs?: HdrMatch[];
  host_hdr?: HostHdrMatch;
  loc_hdr?: LocationHdrMatch;
  method?: MethodMatch;
  path?: PathMatch;
  protocol?: ProtocolMatch;
  query?: QueryMatch;
  rsp_hdrs?: HdrMatch[];
  /** Since 21.1.3. */
  source_ip?: IpAddrMatch;
  status?: HTTPStatusMatch;
  version?: HTTPVersionMatch;
  vs_port?: PortMatch;
  [field: string]: unknown;
}

export interface RoleFilterMatchLabel {
  /** Since 20.1.3. */
  key: string;
  /** Since 20.1.3. */
  values?: string[];
  [field: string]: unknown;
}

export interface RspContentRewriteRule {
  /** Since 21.1.3. */
  enable?: boolean;
  /** Since 21.1.3. */
  index?: number;
  /** Since 21.1.3. */
  name?: string;
  /** Since 21.1.3. */
  pairs?: SearchReplacePair[];
  [field: string]: unknown;
}

export interface SAMLSPConfig {
  /** 0 to 64. Since 21.1.6. @default 0 */
  acs_index?: number;
  /** Since 21.1.6. @default "SAML_AUTHN_REQ_ACS_TYPE_NONE" */
  authn_req_acs_type: "SAML_AUTHN_REQ_ACS_TYPE_URL" | "SAML_AUTHN_REQ_ACS_TYPE_INDEX" | "SAML_AUTHN_REQ_ACS_TYPE_NONE" | (string & {});
  /** Since 18.2.3. */
  cookie_name?: string;
  /** 1 to 1440 min. Since 18.2.3. @default 60 */
  cookie_timeout?: number;
  /** Since 18.2.3. */
  entity_id: string;
  /** Since 18.2.3. */
  key?: HttpCookiePersistenceKey[];
  /** Reference to SSLKeyAndCertificate. Since 18.2.3. */
  signing_ssl_key_and_certificate_ref?: string;
  /** Since 18.2.3. */
  single_signon_url: string;
  /** Since 20.1.1. */
  use_idp_session_timeout?: boolean;
  [field: string]: unknown;
}

export interface SSLCertificate {
  certificate?: string;
  certificate_signing_request?: string;
  chain_verified?: boolean;
  /** 1 to 3650. @default 365 */
  days_until_expire?: number;
  /** @default "SSL_CERTIFICATE_GOOD" */
  expiry_status?: "SSL_CERTIFICATE_GOOD" | "SSL_CERTIFICATE_EXPIRY_WARNING" | "SSL_CERTIFICATE_EXPIRED" | (string & {});
  fingerprint?: string;
  issuer?: SSLCertificateDescription;
  key_params?: SSLKeyParams;
  not_after?: string;
  not_before?: string;
  public_key?: string;
  self_signed?: boolean;
  serial_number?: string;
  signature?: string;
  signature_algorithm?: string;
  subject?: SSLCertificateDescription;
  subject_alt_names?: string[];
  text?: string;
  version?: string;
  [field: string]: unknown;
}

export interface SSLCertificateDescription {
  common_name?: string;
  country?: string;
  distinguished_name?: string;
  email_address?: string;
  locality?: string;
  organization?: string;
  organization_unit?: string;
  state?: string;
  [field: string]: unknown;
}

export interface SSLKeyAndCertificate {
  ca_certs?: CertificateAuthority[];
  certificate: SSLCertificate;
  /** @default false */
  certificate_base64?: boolean;
  /** Reference to CertificateManagementProfile. */
  certificate_management_profile_ref?: string;
  /** Since 21.1.1. */
  configpb_attributes?: ConfigPbAttributes;
  created_by?: string;
  dynamic_params?: CustomParams[];
  /** Since 20.1.1. @default false */
  enable_ocsp_stapling?: boolean;
  enckey_base64?: string;
  enckey_name?: string;
  /** @default "SSL_PEM" */
  format?: "SSL_PEM" | "SSL_PKCS12" | (string & {});
  /** Reference to HardwareSecurityModuleGroup. */
  hardwaresecuritymodulegroup_ref?: string;
  /** Since 22.1.1. @default false */
  import_key_to_hsm?: boolean;
  /** Since 22.1.3. @default false */
  is_federated?: boolean;
  key?: string;
  /** @default false */
  key_base64?: boolean;
  key_params?: SSLKeyParams;
  key_passphrase?: string;
  /** Since 20.1.5. */
  markers?: RoleFilterMatchLabel[];
  name: string;
  /** Since 20.1.1. */
  ocsp_config?: OCSPConfig;
  /** @default "SSL_CERTIFICATE_FINISHED" */
  status?: "SSL_CERTIFICATE_FINISHED" | "SSL_CERTIFICATE_PENDING" | (string & {});
  /** Reference to Tenant. */
  tenant_ref?: string;
  type?: "SSL_CERTIFICATE_TYPE_VIRTUALSERVICE" | "SSL_CERTIFICATE_TYPE_SYSTEM" | "SSL_CERTIFICATE_TYPE_CA" | (string & {});
  [field: string]: unknown;
}

export interface SSLKeyECParams {
  /** @default "SSL_KEY_EC_CURVE_SECP256R1" */
  curve?: "SSL_KEY_EC_CURVE_SECP256R1" | "SSL_KEY_EC_CURVE_SECP384R1" | "SSL_KEY_EC_CURVE_SECP521R1" | (string & {});
  [field: string]: unknown;
}

export interface SSLKeyParams {
  /** @default "SSL_KEY_ALGORITHM_RSA" */
  algorithm: "SSL_KEY_ALGORITHM_RSA" | "SSL_KEY_ALGORITHM_EC" | (string & {});
  ec_params?: SSLKeyECParams;
  rsa_params?: SSLKeyRSAParams;
  [field: string]: unknown;
}

export interface SSLKeyRSAParams {
  /** @default 65537 */
  exponent?: number;
  /** @default "SSL_KEY_2048_BITS" */
  key_size?: "SSL_KEY_1024_BITS" | "SSL_KEY_2048_BITS" | "SSL_KEY_3072_BITS" | "SSL_KEY_4096_BITS" | (string & {});
  [field: string]: unknown;
}

export interface SSLProfile {
  /** @default "AES:3DES:RC4" */
  accepted_ciphers?: string;
  accepted_versions?: SSLVersion[];
  cipher_enums?: ("TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256" | "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384" | "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256" | "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384" | "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256" | "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384" | "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256" | "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384" | "TLS_RSA_WITH_AES_128_GCM_SHA256" | "TLS_RSA_WITH_AES_256_GCM_SHA384" | "TLS_RSA_WITH_AES_128_CBC_SHA256" | "TLS_RSA_WITH_AES_256_CBC_SHA256" | "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA" | "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA" | "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA" | "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA" | "TLS_RSA_WITH_AES_128_CBC_SHA" | "TLS_RSA_WITH_AES_256_CBC_SHA" | "TLS_RSA_WITH_3DES_EDE_CBC_SHA" | "TLS_AES_256_GCM_SHA384" | "TLS_CHACHA20_POLY1305_SHA256" | "TLS_AES_128_GCM_SHA256" | (string & {}))[];
  /** Since 18.2.6. @default "TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256" */
  ciphersuites?: string;
  /** Since 21.1.1. */
  configpb_attributes?: ConfigPbAttributes;
  description?: string;
  dhparam?: string;
  /** Since 21.1.1. @default "auto" */
  ec_named_curve?: string;
  /** Since 18.2.6. @default false */
  enable_early_data?: boolean;
  /** @default true */
  enable_ssl_session_reuse?: boolean;
  /** Since 22.1.3. @default false */
  is_federated?: boolean;
  /** Since 20.1.5. */
  markers?: RoleFilterMatchLabel[];
  name: string;
  /** @default false */
  prefer_client_cipher_ordering?: boolean;
  /** @default true */
  send_close_notify?: boolean;
  /** Since 21.1.1. @default "auto" */
  signature_algorithm?: string;
  ssl_rating?: SSLRating;
  /** sec. @default 86400 */
  ssl_session_timeout?: number;
  tags?: Tag[];
  /** Reference to Tenant. */
  tenant_ref?: string;
  /** @default "SSL_PROFILE_TYPE_APPLICATION" */
  type?: "SSL_PROFILE_TYPE_APPLICATION" | "SSL_PROFILE_TYPE_SYSTEM" | (string & {});
  [field: string]: unknown;
}

export interface SSLProfileSelector {
  /** Since 18.2.3. */
  client_ip_list: IpAddrMatch;
  /** Reference to SSLProfile. Since 18.2.3. */
  ssl_profile_ref: string;
  [field: string]: unknown;
}

export interface SSLRating {
  compatibility_rating?: "SSL_SCORE_NOT_SECURE" | "SSL_SCORE_VERY_BAD" | "SSL_SCORE_BAD" | "SSL_SCORE_AVERAGE" | "SSL_SCORE_GOOD" | "SSL_SCORE_EXCELLENT" | (string & {});
  performance_rating?: "SSL_SCORE_NOT_SECURE" | "SSL_SCORE_VERY_BAD" | "SSL_SCORE_BAD" | "SSL_SCORE_AVERAGE" | "SSL_SCORE_GOOD" | "SSL_SCORE_EXCELLENT" | (string & {});
  security_score?: string;
  [field: string]: unknown;
}

export interface SSLVersion {
  /** @default "SSL_VERSION_TLS1_1" */
  type: "SSL_VERSION_SSLV3" | "SSL_VERSION_TLS1" | "SSL_VERSION_TLS1_1" | "SSL_VERSION_TLS1_2" | "SSL_VERSION_TLS1_3" | (string & {});
  [field: string]: unknown;
}

export interface SSOPolicy {
  /** Since 18.2.1. */
  authentication_policy?: AuthenticationPolicy;
  /** Since 18.2.5. */
  authorization_policy?: AuthorizationPolicy;
  /** Since 21.1.1. */
  configpb_attributes?: ConfigPbAttributes;
  /** Since 20.1.5. */
  markers?: RoleFilterMatchLabel[];
  /** Since 18.2.3. */
  name: string;
  /** Reference to Tenant. Since 18.2.3. */
  tenant_ref?: string;
  /** Since 18.2.5. @default "SSO_TYPE_SAML" */
  type: "SSO_TYPE_SAML" | "SSO_TYPE_PINGACCESS" | "SSO_TYPE_JWT" | "SSO_TYPE_LDAP" | "SSO_TYPE_OAUTH" | (string & {});
  [field: string]: unknown;
}

export interface SearchReplacePair {
  /** Since 21.1.3. */
  replacement_string?: ReplaceStringVar;
  /** Since 21.1.3. */
  search_string: SearchStringVar;
  [field: string]: unknown;
}

export interface SearchStringVar {
  /** Since 21.1.3. @default "SEARCH_LITERAL_STRING" */
  type?: "SEARCH_DATASCRIPT_VAR" | "SEARCH_AVI_VAR" | "SEARCH_LITERAL_STRING" | "SEARCH_REGEX" | (string & {});
  /** Since 21.1.3. */
  val: string;
  [field: string]: unknown;
}

export interface Selector {
  /** Since 20.1.3. */
  labels?: KeyValueTuple[];
  /** Since 20.1.3. */
  type: "SELECTOR_IPAM" | (string & {});
  [field: string]: unknown;
}

export interface Server {
  autoscaling_group_name?: string;
  availability_zone?: string;
  description?: string;
  discovered_networks?: DiscoveredNetwork[];
  /** @default true */
  enabled?: boolean;
  external_orchestration_id?: string;
  external_uuid?: string;
  hostname?: string;
  ip: IpAddr;
  location?: GeoLocation;
  mac_address?: string;
  /** Reference to VIMgrNWRuntime. */
  nw_ref?: string;
  /** 1 to 65535. */
  port?: number;
  /** 1 to 128. Since 22.1.1. */
  preference_order?: number;
  prst_hdr_val?: string;
  /** 1 to 20. @default 1 */
  ratio?: number;
  /** @default false */
  resolve_server_by_dns?: boolean;
  /** @default false */
  rewrite_host_header?: boolean;
  server_node?: string;
  /** @default false */
  static?: boolean;
  /** @default false */
  verify_network?: boolean;
  /** Reference to VIMgrVMRuntime. */
  vm_ref?: string;
  [field: string]: unknown;
}

export interface Service {
  /** Since 20.1.1. @default false */
  enable_http2?: boolean;
  /** @default false */
  enable_ssl?: boolean;
  /** Since 21.1.3. @default false */
  horizon_internal_ports?: boolean;
  /** Since 22.1.1. @default false */
  is_active_ftp_data_port?: boolean;
  /** Reference to ApplicationProfile. */
  override_application_profile_ref?: string;
  /** Reference to NetworkProfile. */
  override_network_profile_ref?: string;
  /** 0 to 65535. */
  port: number;
  /** 1 to 65535. @default 0 */
  port_range_end?: number;
  [field: string]: unknown;
}

export interface ServicePoolSelector {
  /** Reference to PoolGroup. */
  service_pool_group_ref?: string;
  /** Reference to Pool. */
  service_pool_ref?: string;
  /** 1 to 65535. */
  service_port: number;
  /** 1 to 65535. @default 0 */
  service_port_range_end?: number;
  service_protocol?: "PROTOCOL_TYPE_TCP_PROXY" | "PROTOCOL_TYPE_TCP_FAST_PATH" | "PROTOCOL_TYPE_UDP_FAST_PATH" | "PROTOCOL_TYPE_UDP_PROXY" | "PROTOCOL_TYPE_SCTP_PROXY" | "PROTOCOL_TYPE_SCTP_FAST_PATH" | (string & {});
  [field: string]: unknown;
}

export interface SidebandProfile {
  ip?: IpAddr[];
  /** 0 to 16384 bytes. @default 1024 */
  sideband_max_request_body_size?: number;
  [field: string]: unknown;
}

export interface SpGslbServiceInfo {
  /** Since 22.1.3. */
  fqdns?: string[];
  /** Reference to GslbService. Since 22.1.3. */
  gs_ref?: string;
  [field: string]: unknown;
}

export interface StringGroup {
  /** Since 21.1.1. */
  configpb_attributes?: ConfigPbAttributes;
  description?: string;
  kv?: KeyValue[];
  /** Since 18.2.8. @default false */
  longest_match?: boolean;
  /** Since 20.1.5. */
  markers?: RoleFilterMatchLabel[];
  name: string;
  /** Reference to Tenant. */
  tenant_ref?: string;
  /** @default "SG_TYPE_STRING" */
  type: "SG_TYPE_STRING" | "SG_TYPE_KEYVAL" | (string & {});
  [field: string]: unknown;
}

export interface StringMatch {
  match_criteria: "BEGINS_WITH" | "DOES_NOT_BEGIN_WITH" | "CONTAINS" | "DOES_NOT_CONTAIN" | "ENDS_WITH" | "DOES_NOT_END_WITH" | "EQUALS" | "DOES_NOT_EQUAL" | "REGEX_MATCH" | "REGEX_DOES_NOT_MATCH" | (string & {});
  match_str?: string[];
  /** References to StringGroup. */
  string_group_refs?: string[];
  [field: string]: unknown;
}

export interface Tag {
  /** @default "USER_DEFINED" */
  type?: "AVI_DEFINED" | "USER_DEFINED" | "VCENTER_DEFINED" | (string & {});
  value: string;
  [field: string]: unknown;
}

export interface TlsFingerprintMatch {
  /** Since 22.1.3. */
  fingerprints?: string[];
  /** Since 22.1.3. */
  match_operation: "IS_IN" | "IS_NOT_IN" | (string & {});
  /** References to StringGroup. Since 22.1.3. */
  string_group_refs?: string[];
  [field: string]: unknown;
}

export interface URIParam {
  tokens?: URIParamToken[];
  type: "URI_PARAM_TYPE_TOKENIZED" | (string & {});
  [field: string]: unknown;
}

export interface URIParamQuery {
  add_string?: string;
  /** @default true */
  keep_query?: boolean;
  [field: string]: unknown;
}

export interface URIParamToken {
  /** 0 to 65534. */
  end_index?: number;
  start_index?: number;
  str_value?: string;
  type: "URI_TOKEN_TYPE_HOST" | "URI_TOKEN_TYPE_PATH" | "URI_TOKEN_TYPE_STRING" | "URI_TOKEN_TYPE_STRING_GROUP" | "URI_TOKEN_TYPE_REGEX" | "URI_TOKEN_TYPE_REGEX_QUERY" | (string & {});
  [field: string]: unknown;
}

export interface VHMatch {
  /** Since 20.1.3. */
  host: string;
  /** Since 22.1.3. */
  rules?: VHMatchRule[];
  [field: string]: unknown;
}

export interface VHMatchRule {
  /** Since 22.1.3. */
  matches: MatchTarget;
  /** Since 22.1.3. */
  name: string;
  [field: string]: unknown;
}

export interface VSDataScript {
  evt: "VS_DATASCRIPT_EVT_HTTP_REQ" | "VS_DATASCRIPT_EVT_HTTP_RESP" | "VS_DATASCRIPT_EVT_HTTP_RESP_DATA" | "VS_DATASCRIPT_EVT_HTTP_LB_FAILED" | "VS_DATASCRIPT_EVT_HTTP_REQ_DATA" | "VS_DATASCRIPT_EVT_HTTP_RESP_FAILED" | "VS_DATASCRIPT_EVT_HTTP_LB_DONE" | "VS_DATASCRIPT_EVT_HTTP_AUTH" | "VS_DATASCRIPT_EVT_HTTP_POST_AUTH" | "VS_DATASCRIPT_EVT_TCP_CLIENT_ACCEPT" | "VS_DATASCRIPT_EVT_SSL_HANDSHAKE_DONE" | "VS_DATASCRIPT_EVT_CLIENT_SSL_PRE_CONNECT" | "VS_DATASCRIPT_EVT_CLIENT_SSL_CLIENT_HELLO" | "VS_DATASCRIPT_EVT_DNS_REQ" | "VS_DATASCRIPT_EVT_DNS_RESP" | "VS_DATASCRIPT_EVT_L4_REQUEST" | "VS_DATASCRIPT_EVT_L4_RESPONSE" | "VS_DATASCRIPT_EVT_MAX" | (string & {});
  script: string;
  [field: string]: unknown;
}

export interface VSDataScriptSet {
  /** Since 21.1.1. */
  configpb_attributes?: ConfigPbAttributes;
  created_by?: string;
  datascript?: VSDataScript[];
  description?: string;
  /** Reference to GeoDB. Since 21.1.1. */
  geo_db_ref?: string;
  /** Reference to IPReputationDB. Since 20.1.3. */
  ip_reputation_db_ref?: string;
  /** References to IpAddrGroup. */
  ipgroup_refs?: string[];
  /** Since 20.1.5. */
  markers?: RoleFilterMatchLabel[];
  name: string;
  /** References to PKIProfile. Since 21.1.1. */
  pki_profile_refs?: string[];
  /** References to PoolGroup. */
  pool_group_refs?: string[];
  /** References to Pool. */
  pool_refs?: string[];
  /** References to ProtocolParser. Since 18.2.3. */
  protocol_parser_refs?: string[];
  /** Since 18.2.9. */
  rate_limiters?: RateLimiter[];
  /** References to SSLKeyAndCertificate. Since 21.1.1. */
  ssl_key_certificate_refs?: string[];
  /** References to SSLProfile. Since 21.1.1. */
  ssl_profile_refs?: string[];
  /** References to StringGroup. */
  string_group_refs?: string[];
  /** Reference to Tenant. */
  tenant_ref?: string;
  [field: string]: unknown;
}

export interface VSDataScripts {
  index: number;
  /** Reference to VSDataScriptSet. */
  vs_datascript_set_ref: string;
  [field: string]: unknown;
}

export interface Vip {
  /** @default false */
  auto_allocate_floating_ip?: boolean;
  /** @default false */
  auto_allocate_ip?: boolean;
  /** @default "V4_ONLY" */
  auto_allocate_ip_type?: "V4_ONLY" | "V6_ONLY" | "V4_V6" | (string & {});
  availability_zone?: string;
  /** @default false */
  avi_allocated_fip?: boolean;
  /** @default false */
  avi_allocated_vip?: boolean;
  discovered_networks?: DiscoveredNetwork[];
  /** @default true */
  enabled?: boolean;
  floating_ip?: IpAddr;
  floating_ip6?: IpAddr;
  floating_subnet6_uuid?: string;
  floating_subnet_uuid?: string;
  ip6_address?: IpAddr;
  ip_address?: IpAddr;
  ipam_network_subnet?: IPNetworkSubnet;
  /** Reference to Network. */
  network_ref?: string;
  /** Since 18.2.5. */
  placement_networks?: VipPlacementNetwork[];
  port_uuid?: string;
  /** 0 to 32. Since 20.1.1. @default 32 */
  prefix_length?: number;
  subnet?: IpAddrPrefix;
  subnet6?: IpAddrPrefix;
  subnet6_uuid?: string;
  subnet_uuid?: string;
  vip_id: string;
  [field: string]: unknown;
}

export interface VipPlacementNetwork {
  /** Reference to Network. Since 18.2.5. */
  network_ref?: string;
  /** Since 18.2.5. */
  subnet?: IpAddrPrefix;
  /** Since 18.2.5. */
  subnet6?: IpAddrPrefix;
  [field: string]: unknown;
}

export interface VirtualService {
  /** @default "ACTIVE_STANDBY_SE_1" */
  active_standby_se_tag?: "ACTIVE_STANDBY_SE_1" | "ACTIVE_STANDBY_SE_2" | (string & {});
  /** Since 20.1.1. @default false */
  advertise_down_vs?: boolean;
  /** Since 18.2.3. @default false */
  allow_invalid_client_cert?: boolean;
  analytics_policy?: AnalyticsPolicy;
  /** Reference to AnalyticsProfile. */
  analytics_profile_ref?: string;
  /** Reference to ApplicationProfile. */
  application_profile_ref?: string;
  /** Since 30.2.1. */
  bgp_local_preference?: number;
  /** 1 to 10. Since 30.2.1. */
  bgp_num_as_path_prepend?: number;
  /** Since 20.1.5. */
  bgp_peer_labels?: string[];
  /** Reference to BotDetectionPolicy. Since 21.1.1. */
  bot_policy_ref?: string;
  /** @default false */
  bulk_sync_kvcache?: boolean;
  /** @default false */
  close_client_conn_on_config_update?: boolean;
  cloud_config_cksum?: string;
  /** Reference to Cloud. */
  cloud_ref?: string;
  /** @default "CLOUD_NONE" */
  cloud_type?: "CLOUD_NONE" | "CLOUD_VCENTER" | "CLOUD_OPENSTACK" | "CLOUD_AWS" | "CLOUD_VCA" | "CLOUD_APIC" | "CLOUD_MESOS" | "CLOUD_LINUXSERVER" | "CLOUD_DOCKER_UCP" | "CLOUD_RANCHER" | "CLOUD_OSHIFT_K8S" | "CLOUD_AZURE" | "CLOUD_GCP" | "CLOUD_NSXT" | (string & {});
  /** Since 21.1.1. */
  configpb_attributes?: ConfigPbAttributes;
  connections_rate_limit?: RateProfile;
  content_rewrite?: ContentRewriteProfile;
  created_by?: string;
  /** Reference to CSRFPolicy. Since 30.2.1. */
  csrf_policy_ref?: string;
  /** @default false */
  delay_fairness?: boolean;
  description?: string;
  dns_info?: DnsInfo[];
  dns_policies?: DnsPolicies[];
  /** @default false */
  east_west_placement?: boolean;
  /** @default true */
  enable_autogw?: boolean;
  enable_rhi?: boolean;
  enable_rhi_snat?: boolean;
  /** Since 30.2.1. @default false */
  enable_session?: boolean;
  /** @default true */
  enabled?: boolean;
  /** Reference to ErrorPageProfile. */
  error_page_profile_ref?: string;
  /** @default "LOAD_AWARE" */
  flow_dist?: "LOAD_AWARE" | "CONSISTENT_HASH_SOURCE_IP_ADDRESS" | "CONSISTENT_HASH_SOURCE_IP_ADDRESS_AND_PORT" | (string & {});
  /** @default "NO_LABEL" */
  flow_label_type?: "NO_LABEL" | "APPLICATION_LABEL" | "SERVICE_LABEL" | (string & {});
  fqdn?: string;
  host_name_xlate?: string;
  http_policies?: HTTPPolicies[];
  /** References to IcapProfile. Since 20.1.1. */
  icap_request_profile_refs?: string[];
  /** @default false */
  ign_pool_net_reach?: boolean;
  /** Since 20.1.3. */
  jwt_config?: JWTValidationVsConfig;
  l4_policies?: L4Policies[];
  /** Since 21.1.1. */
  ldap_vs_config?: LDAPVSConfig;
  /** @default false */
  limit_doser?: boolean;
  /** Since 20.1.5. */
  markers?: RoleFilterMatchLabel[];
  /** 10 to 1000. @default 0 */
  max_cps_per_client?: number;
  /** Reference to MicroService. */
  microservice_ref?: string;
  /** Since 18.2.1. */
  min_pools_up?: number;
  name: string;
  /** Reference to NetworkProfile. */
  network_profile_ref?: string;
  /** Reference to NetworkSecurityPolicy. */
  network_security_policy_ref?: string;
  nsx_securitygroup?: string[];
  /** Since 21.1.3. */
  oauth_vs_config?: OAuthVSConfig;
  performance_limits?: PerformanceLimits;
  /** Reference to PoolGroup. */
  pool_group_ref?: string;
  /** Reference to Pool. */
  pool_ref?: string;
  /** @default false */
  remove_listening_port_on_vs_down?: boolean;
  requests_rate_limit?: RateProfile;
  /** Since 30.2.1. @default false */
  revoke_vip_route?: boolean;
  /** Since 18.2.3. */
  saml_sp_config?: SAMLSPConfig;
  /** @default false */
  scaleout_ecmp?: boolean;
  /** Reference to ServiceEngineGroup. */
  se_group_ref?: string;
  /** Reference to SecurityPolicy. Since 18.2.1. */
  security_policy_ref?: string;
  /** Reference to NetworkProfile. */
  server_network_profile_ref?: string;
  service_metadata?: string;
  service_pool_select?: ServicePoolSelector[];
  services?: Service[];
  sideband_profile?: SidebandProfile;
  snat_ip?: IpAddr[];
  /** Since 30.2.1. */
  snat_ip6_addresses?: IpAddr[];
  /** References to SSLKeyAndCertificate. */
  ssl_key_and_certificate_refs?: string[];
  /** Reference to SSLProfile. */
  ssl_profile_ref?: string;
  /** Since 18.2.3. */
  ssl_profile_selectors?: SSLProfileSelector[];
  /** 1024 to 16383. @default 1024 */
  ssl_sess_cache_avg_size?: number;
  /** Reference to SSOPolicy. Since 18.2.3. */
  sso_policy_ref?: string;
  static_dns_records?: DnsRecord[];
  /** Reference to Tenant. */
  tenant_ref?: string;
  /** Reference to TestSeDatastoreLevel1. Since 18.2.6. */
  test_se_datastore_level_1_ref?: string;
  /** Since 18.2.3. */
  topology_policies?: DnsPolicies[];
  /** Reference to TrafficCloneProfile. */
  traffic_clone_profile_ref?: string;
  /** @default true */
  traffic_enabled?: boolean;
  /** @default "VS_TYPE_NORMAL" */
  type?: "VS_TYPE_NORMAL" | "VS_TYPE_VH_PARENT" | "VS_TYPE_VH_CHILD" | (string & {});
  /** @default false */
  use_bridge_ip_as_vip?: boolean;
  /** @default false */
  use_vip_as_snat?: boolean;
  vh_domain_name?: string[];
  /** Since 20.1.3. */
  vh_matches?: VHMatch[];
  /** Reference to VirtualService. */
  vh_parent_vs_ref?: string;
  /** Since 20.1.3. @default "VS_TYPE_VH_SNI" */
  vh_type?: "VS_TYPE_VH_SNI" | "VS_TYPE_VH_ENHANCED" | (string & {});
  vip?: Vip[];
  /** Reference to VrfContext. */
  vrf_context_ref?: string;
  vs_datascripts?: VSDataScripts[];
  vsvip_cloud_config_cksum?: string;
  /** Reference to VsVip. */
  vsvip_ref?: string;
  /** Reference to WafPolicy. */
  waf_policy_ref?: string;
  /** 1 to 128. @default 1 */
  weight?: number;
  [field: string]: unknown;
}

export interface VsVip {
  /** Since 30.2.1. */
  bgp_local_preference?: number;
  /** 1 to 10. Since 30.2.1. */
  bgp_num_as_path_prepend?: number;
  /** Since 20.1.5. */
  bgp_peer_labels?: string[];
  /** Reference to Cloud. */
  cloud_ref?: string;
  /** Since 21.1.1. */
  configpb_attributes?: ConfigPbAttributes;
  dns_info?: DnsInfo[];
  /** @default false */
  east_west_placement?: boolean;
  /** Since 20.1.3. */
  ipam_selector?: Selector;
  /** Since 20.1.5. */
  markers?: RoleFilterMatchLabel[];
  name: string;
  /** Reference to Tenant. */
  tenant_ref?: string;
  /** Since 20.1.1. */
  tier1_lr?: string;
  /** Since 18.2.3. */
  use_standard_alb?: boolean;
  vip?: Vip[];
  /** Reference to VrfContext. */
  vrf_context_ref?: string;
  vsvip_cloud_config_cksum?: string;
  [field: string]: unknown;
}
