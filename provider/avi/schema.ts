// Made by "npm run tools -- docs" from the schemas of the API, 18.2 to 30.2.1; not to be changed by hand.

/**
 * A line for each message: its name, then its fields with their types. `s`, `b`, `i`, `u` and `n` are a text, a flag, an integer, one
 * that is not negative, and a number, with a range (`u1..1000`) and further values (`u1..1000|0`); `=A|B` are the values of an enumeration, `>Pool`
 * is a message, `*` before a type a list, `?` anything. `!` stands behind the name of a field that a body must have.
 */
export const SCHEMA = `
AbPool pool_ref!:s ratio:u0..100
AnalyticsPolicy all_headers:b client_insights:=NO_INSIGHTS|PASSIVE|ACTIVE client_insights_sampling:>ClientInsightsSampling client_log_filters:*>ClientLogFilter enabled:b full_client_logs:>FullClientLogs learning_log_policy:>LearningLogPolicy metrics_realtime_update:>MetricsRealTimeUpdate significant_log_throttle:u udf_log_throttle:u
AuthAttributeMatch attribute_name!:s attribute_value_list!:>StringMatch
AuthenticationAction type:=SKIP_AUTHENTICATION|USE_DEFAULT_AUTHENTICATION
AuthenticationMatch client_ip:>IpAddrMatch host_hdr:>HostHdrMatch path:>PathMatch
AuthenticationPolicy auth_profile_ref:s authn_rules:*>AuthenticationRule cookie_name:s cookie_timeout:i1..1440 default_auth_profile_ref:s entity_id:s key:*>HttpCookiePersistenceKey single_signon_url:s sp_metadata:s
AuthenticationRule action:>AuthenticationAction enable:b index!:i match:>AuthenticationMatch name!:s
AuthorizationAction status_code:=HTTP_RESPONSE_STATUS_CODE_401|HTTP_RESPONSE_STATUS_CODE_403 type:=ALLOW_ACCESS|CLOSE_CONNECTION|HTTP_LOCAL_RESPONSE
AuthorizationMatch access_token:>JWTMatch attr_matches:*>AuthAttributeMatch host_hdr:>HostHdrMatch method:>MethodMatch path:>PathMatch
AuthorizationPolicy authz_rules:*>AuthorizationRule
AuthorizationRule action!:>AuthorizationAction enable:b index!:i match!:>AuthorizationMatch name!:s
BotClassification type!:=HUMAN|GOOD_BOT|BAD_BOT|DANGEROUS_BOT|USER_DEFINED_BOT|UNKNOWN_CLIENT user_defined_type:s
BotDetectionMatch classifications:*>BotClassification match_operation!:=IS_IN|IS_NOT_IN
CRL body:s common_name:s distinguished_name:s etag:s file_ref:s fingerprint:s last_refreshed:s last_update:s next_update:s server_url:s text:s update_interval:i30..525600
CertificateAuthority ca_ref:s name:s
ClientInsightsSampling client_ip:>IpAddrMatch sample_uris:>StringMatch skip_uris:>StringMatch
ClientLogFilter all_headers:b client_ip:>IpAddrMatch duration:u enabled:b index!:u name!:s uri:>StringMatch
ConfigPbAttributes version:u
ConnPoolProperties upstream_connpool_conn_idle_tmo:u0..86400000 upstream_connpool_conn_life_tmo:u0..86400000 upstream_connpool_conn_max_reuse:u upstream_connpool_server_max_cache:u
ContentRewriteProfile req_match_replace_pair:*>MatchReplacePair request_rewrite_enabled:b response_rewrite_enabled:b rewritable_content_ref:s rsp_match_replace_pair:*>MatchReplacePair rsp_rewrite_rules:*>RspContentRewriteRule
CookieMatch match_case:=SENSITIVE|INSENSITIVE match_criteria!:=HDR_EXISTS|HDR_DOES_NOT_EXIST|HDR_BEGINS_WITH|HDR_DOES_NOT_BEGIN_WITH|HDR_CONTAINS|HDR_DOES_NOT_CONTAIN|HDR_ENDS_WITH|HDR_DOES_NOT_END_WITH|HDR_EQUALS|HDR_DOES_NOT_EQUAL name!:s value:s
CustomParams is_dynamic:b is_sensitive:b name!:s value:s
DiscoveredNetwork network_ref!:s subnet:*>IpAddrPrefix subnet6:*>IpAddrPrefix
DnsAAAARdata ip6_address!:>IpAddr
DnsARdata ip_address!:>IpAddr
DnsCnameRdata cname!:s
DnsInfo algorithm:=DNS_RECORD_RESPONSE_ROUND_ROBIN|DNS_RECORD_RESPONSE_CONSISTENT_HASH cname:>DnsCnameRdata fqdn:s metadata:s num_records_in_response:u0..20 ttl:u type:=DNS_RECORD_OTHER|DNS_RECORD_A|DNS_RECORD_NS|DNS_RECORD_CNAME|DNS_RECORD_SOA|DNS_RECORD_PTR|DNS_RECORD_HINFO|DNS_RECORD_MX|DNS_RECORD_TXT|DNS_RECORD_RP|DNS_RECORD_DNSKEY|DNS_RECORD_AAAA|DNS_RECORD_SRV|DNS_RECORD_OPT|DNS_RECORD_RRSIG|DNS_RECORD_AXFR|DNS_RECORD_ANY
DnsMxRdata host!:s priority!:u0..65535
DnsNsRdata ip6_address:>IpAddr ip_address:>IpAddr nsname!:s
DnsPolicies dns_policy_ref!:s index!:u
DnsRecord algorithm:=DNS_RECORD_RESPONSE_ROUND_ROBIN|DNS_RECORD_RESPONSE_CONSISTENT_HASH cname:>DnsCnameRdata delegated:b description:s fqdn:*s ip6_address:*>DnsAAAARdata ip_address:*>DnsARdata metadata:s mx_records:*>DnsMxRdata ns:*>DnsNsRdata num_records_in_response:u0..20 service_locator:*>DnsSrvRdata ttl:u txt_records:*>DnsTxtRdata type!:=DNS_RECORD_OTHER|DNS_RECORD_A|DNS_RECORD_NS|DNS_RECORD_CNAME|DNS_RECORD_SOA|DNS_RECORD_PTR|DNS_RECORD_HINFO|DNS_RECORD_MX|DNS_RECORD_TXT|DNS_RECORD_RP|DNS_RECORD_DNSKEY|DNS_RECORD_AAAA|DNS_RECORD_SRV|DNS_RECORD_OPT|DNS_RECORD_RRSIG|DNS_RECORD_AXFR|DNS_RECORD_ANY wildcard_match:b
DnsSrvRdata port!:u0..65535 priority:u0..65535 target:s weight:u0..65535
DnsTxtRdata text_str!:s
FailAction backup_pool:>FailActionBackupPool local_rsp:>FailActionHTTPLocalResponse redirect:>FailActionHTTPRedirect type:=FAIL_ACTION_HTTP_REDIRECT|FAIL_ACTION_HTTP_LOCAL_RSP|FAIL_ACTION_CLOSE_CONN|FAIL_ACTION_BACKUP_POOL
FailActionBackupPool backup_pool_ref!:s
FailActionHTTPLocalResponse file:>HTTPLocalFile status_code:=FAIL_HTTP_STATUS_CODE_200|FAIL_HTTP_STATUS_CODE_503
FailActionHTTPRedirect host!:s path:s protocol:=HTTP|HTTPS query:s status_code:=HTTP_REDIRECT_STATUS_CODE_301|HTTP_REDIRECT_STATUS_CODE_302|HTTP_REDIRECT_STATUS_CODE_307
FullClientLogs all_headers:b duration:u enabled!:b throttle:u
GeoLocation latitude:n longitude:n name:s tag:s
GeoMatch attribute!:=ATTRIBUTE_IP_PREFIX|ATTRIBUTE_COUNTRY_CODE|ATTRIBUTE_COUNTRY_NAME|ATTRIBUTE_CONTINENT_CODE|ATTRIBUTE_CONTINENT_NAME|ATTRIBUTE_REGION_NAME|ATTRIBUTE_CITY_NAME|ATTRIBUTE_ISP_NAME|ATTRIBUTE_ORGANIZATION_NAME|ATTRIBUTE_AS_NUMBER|ATTRIBUTE_AS_NAME|ATTRIBUTE_LONGITUDE|ATTRIBUTE_LATITUDE|ATTRIBUTE_CUSTOM_1|ATTRIBUTE_CUSTOM_2|ATTRIBUTE_CUSTOM_3|ATTRIBUTE_CUSTOM_4|ATTRIBUTE_CUSTOM_5|ATTRIBUTE_CUSTOM_6|ATTRIBUTE_CUSTOM_7|ATTRIBUTE_CUSTOM_8|ATTRIBUTE_CUSTOM_9|ATTRIBUTE_USER_DEFINED_MAPPING match_operation!:=IS_IN|IS_NOT_IN values!:*s
HTTP2PoolProperties max_http2_control_frames_per_connection:u0..10000 max_http2_header_field_size:u1..8192
HTTPClientAuthenticationParams auth_profile_ref:s realm:s request_uri_path:>StringMatch type:=HTTP_BASIC_AUTH
HTTPCookieData name:s value:s
HTTPHdrAction action!:=HTTP_ADD_HDR|HTTP_REMOVE_HDR|HTTP_REPLACE_HDR cookie:>HTTPCookieData hdr:>HTTPHdrData hdr_index:u
HTTPHdrData name:s value:>HTTPHdrValue
HTTPHdrValue is_sensitive:b val:s var:=HTTP_POLICY_VAR_CLIENT_IP|HTTP_POLICY_VAR_VS_PORT|HTTP_POLICY_VAR_VS_IP|HTTP_POLICY_VAR_HTTP_HDR|HTTP_POLICY_VAR_SSL_CLIENT_FINGERPRINT|HTTP_POLICY_VAR_SSL_CLIENT_SERIAL|HTTP_POLICY_VAR_SSL_CLIENT_ISSUER|HTTP_POLICY_VAR_SSL_CLIENT_SUBJECT|HTTP_POLICY_VAR_SSL_CLIENT_RAW|HTTP_POLICY_VAR_SSL_PROTOCOL|HTTP_POLICY_VAR_SSL_SERVER_NAME|HTTP_POLICY_VAR_USER_NAME|HTTP_POLICY_VAR_SSL_CIPHER|HTTP_POLICY_VAR_REQUEST_ID|HTTP_POLICY_VAR_SSL_CLIENT_VERSION|HTTP_POLICY_VAR_SSL_CLIENT_SIGALG|HTTP_POLICY_VAR_SSL_CLIENT_NOTVALIDBEFORE|HTTP_POLICY_VAR_SSL_CLIENT_NOTVALIDAFTER|HTTP_POLICY_VAR_SSL_CLIENT_ESCAPED|HTTP_POLICY_VAR_SOURCE_IP
HTTPLocalFile content_type!:s file_content!:s file_length:u
HTTPPolicies http_policy_set_ref!:s index!:i
HTTPPolicySet _last_modified:s cloud_config_cksum:s configpb_attributes:>ConfigPbAttributes created_by:s description:s geo_db_ref:s http_request_policy:>HTTPRequestPolicy http_response_policy:>HTTPResponsePolicy http_security_policy:>HTTPSecurityPolicy ip_reputation_db_ref:s is_internal_policy:b markers:*>RoleFilterMatchLabel name!:s tenant_ref:s url:s uuid:s
HTTPRedirectAction add_string:s host:>URIParam keep_query:b path:>URIParam port:u1..65535 protocol!:=HTTP|HTTPS status_code:=HTTP_REDIRECT_STATUS_CODE_301|HTTP_REDIRECT_STATUS_CODE_302|HTTP_REDIRECT_STATUS_CODE_307
HTTPRequestPolicy rules:*>HTTPRequestRule
HTTPRequestRule all_headers:b enable:b hdr_action:*>HTTPHdrAction index!:i log:b match:>MatchTarget name!:s redirect_action:>HTTPRedirectAction rewrite_url_action:>HTTPRewriteURLAction switching_action:>HTTPSwitchingAction
HTTPReselectRespCode codes:*i ranges:*>HTTPStatusRange resp_code_block:*=HTTP_RSP_4XX|HTTP_RSP_5XX
HTTPResponsePolicy rules:*>HTTPResponseRule
HTTPResponseRule all_headers:b enable:b hdr_action:*>HTTPHdrAction index!:i loc_hdr_action:>HTTPRewriteLocHdrAction log:b match:>ResponseMatchTarget name!:s
HTTPRewriteLocHdrAction host:>URIParam keep_query:b path:>URIParam port:u1..65535 protocol!:=HTTP|HTTPS
HTTPRewriteURLAction host_hdr:>URIParam path:>URIParam query:>URIParamQuery
HTTPSecurityAction action!:=HTTP_SECURITY_ACTION_CLOSE_CONN|HTTP_SECURITY_ACTION_SEND_RESPONSE|HTTP_SECURITY_ACTION_ALLOW|HTTP_SECURITY_ACTION_REDIRECT_TO_HTTPS|HTTP_SECURITY_ACTION_RATE_LIMIT|HTTP_SECURITY_ACTION_REQUEST_CHECK_ICAP file:>HTTPLocalFile https_port:u1..65535 rate_limit:>RateProfile rate_profile:>HTTPSecurityActionRateProfile status_code:=HTTP_LOCAL_RESPONSE_STATUS_CODE_200|HTTP_LOCAL_RESPONSE_STATUS_CODE_204|HTTP_LOCAL_RESPONSE_STATUS_CODE_403|HTTP_LOCAL_RESPONSE_STATUS_CODE_404|HTTP_LOCAL_RESPONSE_STATUS_CODE_429|HTTP_LOCAL_RESPONSE_STATUS_CODE_501
HTTPSecurityActionRateProfile action!:>RateLimiterAction per_client_ip:b per_uri_path:b rate_limiter!:>RateLimiter
HTTPSecurityPolicy rules:*>HTTPSecurityRule
HTTPSecurityRule action:>HTTPSecurityAction enable:b index!:i log:b match:>MatchTarget name!:s
HTTPServerReselect enabled:b num_retries:u retry_nonidempotent:b retry_timeout:u0..3600000 svr_resp_code:>HTTPReselectRespCode
HTTPStatusMatch match_criteria!:=IS_IN|IS_NOT_IN ranges:*>HTTPStatusRange status_codes:*i
HTTPStatusRange begin!:i end!:i
HTTPSwitchingAction action!:=HTTP_SWITCHING_SELECT_POOL|HTTP_SWITCHING_SELECT_LOCAL|HTTP_SWITCHING_SELECT_POOLGROUP file:>HTTPLocalFile other_status_code:u200..599 pool_group_ref:s pool_ref:s server:>PoolServer status_code:=HTTP_LOCAL_RESPONSE_STATUS_CODE_200|HTTP_LOCAL_RESPONSE_STATUS_CODE_204|HTTP_LOCAL_RESPONSE_STATUS_CODE_403|HTTP_LOCAL_RESPONSE_STATUS_CODE_404|HTTP_LOCAL_RESPONSE_STATUS_CODE_429|HTTP_LOCAL_RESPONSE_STATUS_CODE_501
HTTPVersionMatch match_criteria!:=IS_IN|IS_NOT_IN versions:*=ZERO_NINE|ONE_ZERO|ONE_ONE|TWO_ZERO
HdrMatch hdr!:s match_case:=SENSITIVE|INSENSITIVE match_criteria!:=HDR_EXISTS|HDR_DOES_NOT_EXIST|HDR_BEGINS_WITH|HDR_DOES_NOT_BEGIN_WITH|HDR_CONTAINS|HDR_DOES_NOT_CONTAIN|HDR_ENDS_WITH|HDR_DOES_NOT_END_WITH|HDR_EQUALS|HDR_DOES_NOT_EQUAL value:*s
HealthMonitor _last_modified:s allow_duplicate_monitors:b authentication:>HealthMonitorAuthInfo configpb_attributes:>ConfigPbAttributes description:s disable_quickstart:b dns_monitor:>HealthMonitorDNS external_monitor:>HealthMonitorExternal failed_checks:i1..50 ftp_monitor:>HealthMonitorFtp ftps_monitor:>HealthMonitorFtp http_monitor:>HealthMonitorHttp https_monitor:>HealthMonitorHttp imap_monitor:>HealthMonitorImap imaps_monitor:>HealthMonitorImap is_federated:b ldap_monitor:>HealthMonitorLdap ldaps_monitor:>HealthMonitorLdap markers:*>RoleFilterMatchLabel monitor_port:i1..65535|0 name!:s pop3_monitor:>HealthMonitorPop3 pop3s_monitor:>HealthMonitorPop3 radius_monitor:>HealthMonitorRadius receive_timeout:i1..2400 sctp_monitor:>HealthMonitorSctp send_interval:i1..3600 sip_monitor:>HealthMonitorSIP smtp_monitor:>HealthMonitorSmtp smtps_monitor:>HealthMonitorSmtp successful_checks:i1..50 tcp_monitor:>HealthMonitorTcp tenant_ref:s type!:=HEALTH_MONITOR_PING|HEALTH_MONITOR_TCP|HEALTH_MONITOR_HTTP|HEALTH_MONITOR_HTTPS|HEALTH_MONITOR_EXTERNAL|HEALTH_MONITOR_UDP|HEALTH_MONITOR_DNS|HEALTH_MONITOR_GSLB|HEALTH_MONITOR_SIP|HEALTH_MONITOR_RADIUS|HEALTH_MONITOR_SMTP|HEALTH_MONITOR_SMTPS|HEALTH_MONITOR_POP3|HEALTH_MONITOR_POP3S|HEALTH_MONITOR_IMAP|HEALTH_MONITOR_IMAPS|HEALTH_MONITOR_FTP|HEALTH_MONITOR_FTPS|HEALTH_MONITOR_LDAP|HEALTH_MONITOR_LDAPS|HEALTH_MONITOR_SCTP udp_monitor:>HealthMonitorUdp url:s uuid:s
HealthMonitorAuthInfo password!:s username!:s
HealthMonitorDNS qtype:=DNS_QUERY_TYPE|DNS_ANY_TYPE|DNS_ANY_THING query_name!:s rcode:=RCODE_NO_ERROR|RCODE_ANYTHING record_type:=DNS_RECORD_OTHER|DNS_RECORD_A|DNS_RECORD_NS|DNS_RECORD_CNAME|DNS_RECORD_SOA|DNS_RECORD_PTR|DNS_RECORD_HINFO|DNS_RECORD_MX|DNS_RECORD_TXT|DNS_RECORD_RP|DNS_RECORD_DNSKEY|DNS_RECORD_AAAA|DNS_RECORD_SRV|DNS_RECORD_OPT|DNS_RECORD_RRSIG|DNS_RECORD_AXFR|DNS_RECORD_ANY response_string:s
HealthMonitorExternal command_code!:s command_parameters:s command_path:s command_variables:s
HealthMonitorFtp filename!:s mode:=FTP_PASSIVE_MODE|FTP_PORT_MODE ssl_attributes:>HealthMonitorSSLAttributes
HealthMonitorHttp auth_type:=AUTH_BASIC|AUTH_NTLM exact_http_request:b http_request:s http_request_body:s http_response:s http_response_code:*=HTTP_ANY|HTTP_1XX|HTTP_2XX|HTTP_3XX|HTTP_4XX|HTTP_5XX maintenance_code:*i maintenance_response:s response_size:u2048..16384 ssl_attributes:>HealthMonitorSSLAttributes
HealthMonitorImap folder:s ssl_attributes:>HealthMonitorSSLAttributes
HealthMonitorLdap attributes:s base_dn!:s filter:s scope:=LDAP_BASE_MODE|LDAP_ONE_MODE|LDAP_SUB_MODE ssl_attributes:>HealthMonitorSSLAttributes
HealthMonitorPop3 ssl_attributes:>HealthMonitorSSLAttributes
HealthMonitorRadius password!:s shared_secret!:s username!:s
HealthMonitorSIP sip_monitor_transport:=SIP_UDP_PROTO|SIP_TCP_PROTO sip_request_code:=SIP_OPTIONS sip_response:s
HealthMonitorSSLAttributes pki_profile_ref:s server_name:s ssl_key_and_certificate_ref:s ssl_profile_ref!:s
HealthMonitorSctp sctp_request:s sctp_response:s
HealthMonitorSmtp domainname:s mail_data:s recipients_ids:*s sender_id:s ssl_attributes:>HealthMonitorSSLAttributes
HealthMonitorTcp maintenance_response:s tcp_half_open:b tcp_request:s tcp_response:s
HealthMonitorUdp maintenance_response:s udp_request:s udp_response:s
HorizonProfile blast_port:u pcoip_port:u
HostHdrMatch match_case:=SENSITIVE|INSENSITIVE match_criteria!:=HDR_EXISTS|HDR_DOES_NOT_EXIST|HDR_BEGINS_WITH|HDR_DOES_NOT_BEGIN_WITH|HDR_CONTAINS|HDR_DOES_NOT_CONTAIN|HDR_ENDS_WITH|HDR_DOES_NOT_END_WITH|HDR_EQUALS|HDR_DOES_NOT_EQUAL value:*s
HttpCookiePersistenceKey aes_key:s hmac_key:s name:s
IPNetworkSubnet network_ref:s subnet:>IpAddrPrefix subnet6:>IpAddrPrefix subnet6_uuid:s subnet_uuid:s
IPReputationTypeMatch match_operation!:=IS_IN|IS_NOT_IN reputation_types:*=IP_REPUTATION_TYPE_SPAM_SOURCE|IP_REPUTATION_TYPE_WINDOWS_EXPLOITS|IP_REPUTATION_TYPE_WEB_ATTACKS|IP_REPUTATION_TYPE_BOTNETS|IP_REPUTATION_TYPE_SCANNERS|IP_REPUTATION_TYPE_DOS|IP_REPUTATION_TYPE_REPUTATION|IP_REPUTATION_TYPE_PHISHING|IP_REPUTATION_TYPE_PROXY|IP_REPUTATION_TYPE_NETWORK|IP_REPUTATION_TYPE_CLOUD|IP_REPUTATION_TYPE_MOBILE_THREATS|IP_REPUTATION_TYPE_TOR|IP_REPUTATION_TYPE_ALL
IpAddr addr!:s type!:=V4|DNS|V6
IpAddrMatch addrs:*>IpAddr group_refs:*s match_criteria!:=IS_IN|IS_NOT_IN prefixes:*>IpAddrPrefix ranges:*>IpAddrRange
IpAddrPrefix ip_addr!:>IpAddr mask!:i
IpAddrRange begin!:>IpAddr end!:>IpAddr
JWTClaimMatch bool_match:b int_match:u is_mandatory!:b name!:s string_match:>StringMatch type!:=JWT_CLAIM_TYPE_BOOL|JWT_CLAIM_TYPE_INT|JWT_CLAIM_TYPE_STRING validate!:b
JWTMatch matches:*>JWTClaimMatch token_name:s
JWTValidationParams audience!:s
JWTValidationVsConfig audience!:s jwt_location:=JWT_LOCATION_AUTHORIZATION_HEADER|JWT_LOCATION_QUERY_PARAM jwt_name:s
KeyValue key!:s value:s
KeyValueTuple key!:s value:s
L4ConnectionPolicy rules:*>L4Rule
L4Policies index!:i l4_policy_set_ref!:s
L4PolicySet _last_modified:s configpb_attributes:>ConfigPbAttributes created_by:s description:s is_internal_policy:b l4_connection_policy:>L4ConnectionPolicy markers:*>RoleFilterMatchLabel name!:s tenant_ref:s url:s uuid:s
L4Rule action:>L4RuleAction enable:b index!:i match:>L4RuleMatchTarget name!:s
L4RuleAction select_pool:>L4RuleActionSelectPool
L4RuleActionSelectPool action_type!:=L4_RULE_ACTION_SELECT_POOL|L4_RULE_ACTION_SELECT_POOLGROUP pool_group_ref:s pool_ref:s
L4RuleMatchTarget client_ip:>IpAddrMatch port:>L4RulePortMatch protocol:>L4RuleProtocolMatch
L4RulePortMatch match_criteria!:=IS_IN|IS_NOT_IN port_ranges:*>PortRange ports:*i
L4RuleProtocolMatch match_criteria!:=IS_IN|IS_NOT_IN protocol!:=PROTOCOL_ICMP|PROTOCOL_TCP|PROTOCOL_UDP|PROTOCOL_SCTP
LDAPVSConfig realm:s se_auth_ldap_bind_timeout:u se_auth_ldap_cache_size:u se_auth_ldap_connect_timeout:u se_auth_ldap_conns_per_server:u se_auth_ldap_reconnect_timeout:u se_auth_ldap_request_timeout:u se_auth_ldap_servers_failover_only:b
LearningLogPolicy enabled:b host:s port:u
LocationHdrMatch match_case:=SENSITIVE|INSENSITIVE match_criteria!:=HDR_EXISTS|HDR_DOES_NOT_EXIST|HDR_BEGINS_WITH|HDR_DOES_NOT_BEGIN_WITH|HDR_CONTAINS|HDR_DOES_NOT_CONTAIN|HDR_ENDS_WITH|HDR_DOES_NOT_END_WITH|HDR_EQUALS|HDR_DOES_NOT_EQUAL value:*s
MatchReplacePair match_string!:s replacement_string:>ReplaceStringVar
MatchTarget bot_detection_result:>BotDetectionMatch client_ip:>IpAddrMatch cookie:>CookieMatch geo_matches:*>GeoMatch hdrs:*>HdrMatch host_hdr:>HostHdrMatch ip_reputation_type:>IPReputationTypeMatch method:>MethodMatch path:>PathMatch protocol:>ProtocolMatch query:>QueryMatch source_ip:>IpAddrMatch tls_fingerprint_match:>TlsFingerprintMatch version:>HTTPVersionMatch vs_port:>PortMatch
MethodMatch match_criteria!:=IS_IN|IS_NOT_IN methods:*=HTTP_METHOD_GET|HTTP_METHOD_HEAD|HTTP_METHOD_PUT|HTTP_METHOD_DELETE|HTTP_METHOD_POST|HTTP_METHOD_OPTIONS|HTTP_METHOD_TRACE|HTTP_METHOD_CONNECT|HTTP_METHOD_PATCH|HTTP_METHOD_PROPFIND|HTTP_METHOD_PROPPATCH|HTTP_METHOD_MKCOL|HTTP_METHOD_COPY|HTTP_METHOD_MOVE|HTTP_METHOD_LOCK|HTTP_METHOD_UNLOCK
MetricsRealTimeUpdate duration:u enabled:b
NetworkFilter network_ref!:s server_filter:s
OAuthAppSettings client_id!:s client_secret:s oidc_config:>OIDCConfig scopes:*s
OAuthResourceServer access_type:=ACCESS_TOKEN_TYPE_JWT|ACCESS_TOKEN_TYPE_OPAQUE introspection_data_timeout:i0..1440 jwt_params:>JWTValidationParams opaque_token_params:>OpaqueTokenValidationParams
OAuthSettings app_settings:>OAuthAppSettings auth_profile_ref!:s resource_server:>OAuthResourceServer
OAuthVSConfig cookie_name:s cookie_timeout:i1..1440 key:*>HttpCookiePersistenceKey logout_uri:s oauth_settings:*>OAuthSettings post_logout_redirect_uri:s redirect_uri:s
OCSPConfig failed_ocsp_jobs_retry_interval:u60..86400 max_tries:u ocsp_req_interval:u60..31536000 ocsp_resp_timeout:u responder_url_lists:*s url_action:=OCSP_RESPONDER_URL_FAILOVER|OCSP_RESPONDER_URL_OVERRIDE
OCSPResponseInfo cert_status:=OCSP_CERTSTATUS_GOOD|OCSP_CERTSTATUS_REVOKED|OCSP_CERTSTATUS_UNKNOWN next_update:s ocsp_resp_from_responder_url:s ocsp_response:s revocation_reason:=OCSP_REVOCATION_REASON_UNSPECIFIED|OCSP_REVOCATION_REASON_KEY_COMPROMISE|OCSP_REVOCATION_REASON_CA_COMPROMISE|OCSP_REVOCATION_REASON_AFFILIATION_CHANGED|OCSP_REVOCATION_REASON_SUPERSEDED|OCSP_REVOCATION_REASON_CESSATION_OF_OPERATION|OCSP_REVOCATION_REASON_CERTIFICATE_HOLD|OCSP_REVOCATION_REASON_REMOVE_FROM_CRL|OCSP_REVOCATION_REASON_PRIVILEGE_WITHDRAWN|OCSP_REVOCATION_REASON_AA_COMPROMISE revocation_time:s this_update:s
OIDCConfig oidc_enable:b profile:b userinfo:b
OpaqueTokenValidationParams server_id!:s server_secret!:s
PKIProfile _last_modified:s allow_pki_errors:*=ALLOW_EXPIRED_CRL|ALLOW_ALL_ERRORS ca_certs:*>SSLCertificate configpb_attributes:>ConfigPbAttributes created_by:s crl_check:b crls:*>CRL ignore_peer_chain:b is_federated:b markers:*>RoleFilterMatchLabel name!:s tenant_ref:s url:s uuid:s validate_only_leaf_crl:b
PathMatch match_case:=SENSITIVE|INSENSITIVE match_criteria:=BEGINS_WITH|DOES_NOT_BEGIN_WITH|CONTAINS|DOES_NOT_CONTAIN|ENDS_WITH|DOES_NOT_END_WITH|EQUALS|DOES_NOT_EQUAL|REGEX_MATCH|REGEX_DOES_NOT_MATCH match_decoded_string:b match_str:*s string_group_refs:*s
PerformanceLimits max_concurrent_connections:i max_throughput:i
PlacementNetwork network_ref!:s subnet!:>IpAddrPrefix
Pool _last_modified:s a_pool:s ab_pool:>AbPool ab_priority:i analytics_policy:>PoolAnalyticsPolicy analytics_profile_ref:s apic_epg_name:s append_port:=NON_DEFAULT_80_443|NEVER|ALWAYS application_persistence_profile_ref:s autoscale_launch_config_ref:s autoscale_networks:*s autoscale_policy_ref:s capacity_estimation:b capacity_estimation_ttfb_thresh:u1..5000|0 cloud_config_cksum:s cloud_ref:s configpb_attributes:>ConfigPbAttributes conn_pool_properties:>ConnPoolProperties connection_ramp_duration:i1..300|0 created_by:s default_server_port:i1..65535 delete_server_on_dns_refresh:b description:s domain_name:*s east_west:b enable_http2:b enabled:b external_autoscale_groups:*s fail_action:>FailAction fewest_tasks_feedback_delay:u1..300 graceful_disable_timeout:i1..7200|0|-1 graceful_hm_down_disable_timeout:i1..432000|0|-1 gslb_sp_enabled:b health_monitor_refs:*s horizon_profile:>HorizonProfile host_check_enabled:b http2_properties:>HTTP2PoolProperties ignore_server_port:b inline_health_monitor:b ipaddrgroup_ref:s lb_algo_rr_per_se:b lb_algorithm:=LB_ALGORITHM_LEAST_CONNECTIONS|LB_ALGORITHM_ROUND_ROBIN|LB_ALGORITHM_FASTEST_RESPONSE|LB_ALGORITHM_CONSISTENT_HASH|LB_ALGORITHM_LEAST_LOAD|LB_ALGORITHM_FEWEST_SERVERS|LB_ALGORITHM_RANDOM|LB_ALGORITHM_FEWEST_TASKS|LB_ALGORITHM_NEAREST_SERVER|LB_ALGORITHM_CORE_AFFINITY|LB_ALGORITHM_TOPOLOGY lb_algorithm_consistent_hash_hdr:s lb_algorithm_core_nonaffinity:u1..65535 lb_algorithm_hash:=LB_ALGORITHM_CONSISTENT_HASH_SOURCE_IP_ADDRESS|LB_ALGORITHM_CONSISTENT_HASH_SOURCE_IP_ADDRESS_AND_PORT|LB_ALGORITHM_CONSISTENT_HASH_URI|LB_ALGORITHM_CONSISTENT_HASH_CUSTOM_HEADER|LB_ALGORITHM_CONSISTENT_HASH_CUSTOM_STRING|LB_ALGORITHM_CONSISTENT_HASH_CALLID lookup_server_by_name:b markers:*>RoleFilterMatchLabel max_concurrent_connections_per_server:i max_conn_rate_per_server:>RateProfile min_health_monitors_up:u min_servers_up:u name!:s networks:*>NetworkFilter nsx_securitygroup:*s pki_profile_ref:s placement_networks:*>PlacementNetwork pool_type:=POOL_TYPE_GENERIC_APP|POOL_TYPE_OAUTH prst_hdr_name:s request_queue_depth:u request_queue_enabled:b resolve_pool_by_dns:b rewrite_host_header_to_server_name:b rewrite_host_header_to_sni:b routing_pool:b server_auto_scale:b server_count:i server_disable_type:=DISALLOW_NEW_CONNECTION|ALLOW_NEW_CONNECTION_IF_PERSISTENCE_PRESENT server_name:s server_reselect:>HTTPServerReselect server_timeout:u0..21600000 servers:*>Server service_metadata:s sni_enabled:b sp_gs_info:>SpGslbServiceInfo ssl_key_and_certificate_ref:s ssl_profile_ref:s tenant_ref:s tier1_lr:s url:s use_service_port:b use_service_ssl_mode:b uuid:s vrf_ref:s
PoolAnalyticsPolicy enable_realtime_metrics:b
PoolGroup _last_modified:s cloud_config_cksum:s cloud_ref:s configpb_attributes:>ConfigPbAttributes created_by:s deactivate_primary_pool_on_down:b deployment_policy_ref:s description:s enable_http2:b fail_action:>FailAction implicit_priority_labels:b markers:*>RoleFilterMatchLabel members:*>PoolGroupMember min_servers:u1..65535|0 name!:s priority_labels_ref:s service_metadata:s tenant_ref:s url:s uuid:s
PoolGroupMember deployment_state:=EVALUATION_IN_PROGRESS|IN_SERVICE|OUT_OF_SERVICE|EVALUATION_FAILED pool_ref!:s priority_label:s ratio:u1..1000|0
PoolServer hostname:s ip!:>IpAddr port:u1..65535
PortMatch match_criteria!:=IS_IN|IS_NOT_IN ports:*i
PortRange end!:u1..65535 start!:u1..65535
ProtocolMatch match_criteria!:=IS_IN|IS_NOT_IN protocols!:=HTTP|HTTPS
QueryMatch match_case:=SENSITIVE|INSENSITIVE match_criteria!:=QUERY_MATCH_CONTAINS|QUERY_MATCH_DOES_NOT_CONTAIN|QUERY_MATCH_EXISTS|QUERY_MATCH_DOES_NOT_EXIST|QUERY_MATCH_BEGINS_WITH|QUERY_MATCH_DOES_NOT_BEGIN_WITH|QUERY_MATCH_ENDS_WITH|QUERY_MATCH_DOES_NOT_END_WITH|QUERY_MATCH_EQUALS|QUERY_MATCH_DOES_NOT_EQUAL|QUERY_MATCH_REGEX_MATCH|QUERY_MATCH_REGEX_DOES_NOT_MATCH match_decoded_string:b match_str:*s string_group_refs:*s
RateLimiter burst_sz:u0..1000000000 count:u1..1000000000 name:s period:u1..1000000000
RateLimiterAction file:>HTTPLocalFile redirect:>HTTPRedirectAction status_code:=HTTP_LOCAL_RESPONSE_STATUS_CODE_200|HTTP_LOCAL_RESPONSE_STATUS_CODE_204|HTTP_LOCAL_RESPONSE_STATUS_CODE_403|HTTP_LOCAL_RESPONSE_STATUS_CODE_404|HTTP_LOCAL_RESPONSE_STATUS_CODE_429|HTTP_LOCAL_RESPONSE_STATUS_CODE_501 type:=RL_ACTION_NONE|RL_ACTION_DROP_CONN|RL_ACTION_RESET_CONN|RL_ACTION_CLOSE_CONN|RL_ACTION_LOCAL_RSP|RL_ACTION_REDIRECT
RateProfile action!:>RateLimiterAction burst_sz:i10..2500|0 count:i1..1000000000|0 explicit_tracking:b fine_grain:b http_cookie:s http_header:s period:i1..300 rate_limiter:>RateLimiter
ReplaceStringVar type:=DATASCRIPT_VAR|AVI_VAR|LITERAL_STRING|COMBINATION_STRING val:s
ResponseMatchTarget client_ip:>IpAddrMatch cookie:>CookieMatch hdrs:*>HdrMatch host_hdr:>HostHdrMatch loc_hdr:>LocationHdrMatch method:>MethodMatch path:>PathMatch protocol:>ProtocolMatch query:>QueryMatch rsp_hdrs:*>HdrMatch source_ip:>IpAddrMatch status:>HTTPStatusMatch version:>HTTPVersionMatch vs_port:>PortMatch
RoleFilterMatchLabel key!:s values:*s
RspContentRewriteRule enable:b index:i name:s pairs:*>SearchReplacePair
SAMLSPConfig acs_index:i0..64 authn_req_acs_type:=SAML_AUTHN_REQ_ACS_TYPE_URL|SAML_AUTHN_REQ_ACS_TYPE_INDEX|SAML_AUTHN_REQ_ACS_TYPE_NONE cookie_name:s cookie_timeout:i1..1440 entity_id!:s key:*>HttpCookiePersistenceKey signing_ssl_key_and_certificate_ref:s single_signon_url!:s sp_metadata:s use_idp_session_timeout:b
SSLCertificate certificate:s certificate_signing_request:s chain_verified:b days_until_expire:i1..3650 expiry_status:=SSL_CERTIFICATE_GOOD|SSL_CERTIFICATE_EXPIRY_WARNING|SSL_CERTIFICATE_EXPIRED fingerprint:s issuer:>SSLCertificateDescription key_params:>SSLKeyParams not_after:s not_before:s public_key:s self_signed:b serial_number:s signature:s signature_algorithm:s subject:>SSLCertificateDescription subject_alt_names:*s text:s version:s
SSLCertificateDescription common_name:s country:s distinguished_name:s email_address:s locality:s organization:s organization_unit:s state:s
SSLKeyAndCertificate _last_modified:s ca_certs:*>CertificateAuthority certificate!:>SSLCertificate certificate_base64:b certificate_management_profile_ref:s configpb_attributes:>ConfigPbAttributes created_by:s dynamic_params:*>CustomParams enable_ocsp_stapling:b enckey_base64:s enckey_name:s format:=SSL_PEM|SSL_PKCS12 hardwaresecuritymodulegroup_ref:s import_key_to_hsm:b is_federated:b key:s key_base64:b key_params:>SSLKeyParams key_passphrase:s markers:*>RoleFilterMatchLabel name!:s ocsp_config:>OCSPConfig ocsp_error_status:=OCSP_ERR_CERTSTATUS_GOOD|OCSP_ERR_CERTSTATUS_REVOKED|OCSP_ERR_CERTSTATUS_UNKNOWN|OCSP_ERR_CERTSTATUS_SERVERFAIL_ERR|OCSP_ERR_CERTSTATUS_JOBDB|OCSP_ERR_CERTSTATUS_DISABLED|OCSP_ERR_CERTSTATUS_GETCERT|OCSP_ERR_CERTSTATUS_NONVSCERT|OCSP_ERR_CERTSTATUS_SELFSIGNED|OCSP_ERR_CERTSTATUS_CERTFINISH|OCSP_ERR_CERTSTATUS_CACERT|OCSP_ERR_CERTSTATUS_REQUEST|OCSP_ERR_CERTSTATUS_ISSUER_REVOKED|OCSP_ERR_CERTSTATUS_PARSE_CERT|OCSP_ERR_CERTSTATUS_HTTP_REQ|OCSP_ERR_CERTSTATUS_URL_LIST|OCSP_ERR_CERTSTATUS_HTTP_SEND|OCSP_ERR_CERTSTATUS_HTTP_RECV|OCSP_ERR_CERTSTATUS_HTTP_RESP ocsp_responder_url_list_from_certs:*s ocsp_response_info:>OCSPResponseInfo status:=SSL_CERTIFICATE_FINISHED|SSL_CERTIFICATE_PENDING tenant_ref:s type:=SSL_CERTIFICATE_TYPE_VIRTUALSERVICE|SSL_CERTIFICATE_TYPE_SYSTEM|SSL_CERTIFICATE_TYPE_CA url:s uuid:s
SSLKeyECParams curve:=SSL_KEY_EC_CURVE_SECP256R1|SSL_KEY_EC_CURVE_SECP384R1|SSL_KEY_EC_CURVE_SECP521R1
SSLKeyParams algorithm:=SSL_KEY_ALGORITHM_RSA|SSL_KEY_ALGORITHM_EC ec_params:>SSLKeyECParams rsa_params:>SSLKeyRSAParams
SSLKeyRSAParams exponent:u key_size:=SSL_KEY_1024_BITS|SSL_KEY_2048_BITS|SSL_KEY_3072_BITS|SSL_KEY_4096_BITS
SSLProfile _last_modified:s accepted_ciphers:s accepted_versions:*>SSLVersion cipher_enums:*=TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256|TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384|TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256|TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384|TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256|TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384|TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256|TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384|TLS_RSA_WITH_AES_128_GCM_SHA256|TLS_RSA_WITH_AES_256_GCM_SHA384|TLS_RSA_WITH_AES_128_CBC_SHA256|TLS_RSA_WITH_AES_256_CBC_SHA256|TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA|TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA|TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA|TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA|TLS_RSA_WITH_AES_128_CBC_SHA|TLS_RSA_WITH_AES_256_CBC_SHA|TLS_RSA_WITH_3DES_EDE_CBC_SHA|TLS_AES_256_GCM_SHA384|TLS_CHACHA20_POLY1305_SHA256|TLS_AES_128_GCM_SHA256 ciphersuites:s configpb_attributes:>ConfigPbAttributes description:s dhparam:s ec_named_curve:s enable_early_data:b enable_ssl_session_reuse:b is_federated:b markers:*>RoleFilterMatchLabel name!:s prefer_client_cipher_ordering:b send_close_notify:b signature_algorithm:s ssl_rating:>SSLRating ssl_session_timeout:u tags:*>Tag tenant_ref:s type:=SSL_PROFILE_TYPE_APPLICATION|SSL_PROFILE_TYPE_SYSTEM url:s uuid:s
SSLProfileSelector client_ip_list!:>IpAddrMatch ssl_profile_ref!:s
SSLRating compatibility_rating:=SSL_SCORE_NOT_SECURE|SSL_SCORE_VERY_BAD|SSL_SCORE_BAD|SSL_SCORE_AVERAGE|SSL_SCORE_GOOD|SSL_SCORE_EXCELLENT performance_rating:=SSL_SCORE_NOT_SECURE|SSL_SCORE_VERY_BAD|SSL_SCORE_BAD|SSL_SCORE_AVERAGE|SSL_SCORE_GOOD|SSL_SCORE_EXCELLENT security_score:s
SSLVersion type:=SSL_VERSION_SSLV3|SSL_VERSION_TLS1|SSL_VERSION_TLS1_1|SSL_VERSION_TLS1_2|SSL_VERSION_TLS1_3
SSOPolicy _last_modified:s authentication_policy:>AuthenticationPolicy authorization_policy:>AuthorizationPolicy configpb_attributes:>ConfigPbAttributes markers:*>RoleFilterMatchLabel name!:s tenant_ref:s type:=SSO_TYPE_SAML|SSO_TYPE_PINGACCESS|SSO_TYPE_JWT|SSO_TYPE_LDAP|SSO_TYPE_OAUTH url:s uuid:s
SearchReplacePair replacement_string:>ReplaceStringVar search_string!:>SearchStringVar
SearchStringVar type:=SEARCH_DATASCRIPT_VAR|SEARCH_AVI_VAR|SEARCH_LITERAL_STRING|SEARCH_REGEX val!:s
Selector labels:*>KeyValueTuple type!:=SELECTOR_IPAM
Server autoscaling_group_name:s availability_zone:s description:s discovered_network_ref:*s discovered_networks:*>DiscoveredNetwork discovered_subnet:*>IpAddrPrefix enabled:b external_orchestration_id:s external_uuid:s hostname:s ip!:>IpAddr location:>GeoLocation mac_address:s nw_ref:s port:i1..65535|0 preference_order:u1..128 prst_hdr_val:s ratio:i1..20 resolve_server_by_dns:b rewrite_host_header:b server_node:s static:b verify_network:b vm_ref:s
Service enable_http2:b enable_ssl:b horizon_internal_ports:b is_active_ftp_data_port:b override_application_profile_ref:s override_network_profile_ref:s port!:u0..65535 port_range_end:u1..65535|0
ServicePoolSelector service_pool_group_ref:s service_pool_ref:s service_port!:u1..65535 service_port_range_end:u1..65535|0 service_protocol:=PROTOCOL_TYPE_TCP_PROXY|PROTOCOL_TYPE_TCP_FAST_PATH|PROTOCOL_TYPE_UDP_FAST_PATH|PROTOCOL_TYPE_UDP_PROXY|PROTOCOL_TYPE_SCTP_PROXY|PROTOCOL_TYPE_SCTP_FAST_PATH
SidebandProfile ip:*>IpAddr sideband_max_request_body_size:i0..16384
SpGslbServiceInfo fqdns:*s gs_ref:s
StringGroup _last_modified:s configpb_attributes:>ConfigPbAttributes description:s kv:*>KeyValue longest_match:b markers:*>RoleFilterMatchLabel name!:s tenant_ref:s type:=SG_TYPE_STRING|SG_TYPE_KEYVAL url:s uuid:s
StringMatch match_criteria!:=BEGINS_WITH|DOES_NOT_BEGIN_WITH|CONTAINS|DOES_NOT_CONTAIN|ENDS_WITH|DOES_NOT_END_WITH|EQUALS|DOES_NOT_EQUAL|REGEX_MATCH|REGEX_DOES_NOT_MATCH match_str:*s string_group_refs:*s
Tag type:=AVI_DEFINED|USER_DEFINED|VCENTER_DEFINED value!:s
TlsFingerprintMatch fingerprints:*s match_operation!:=IS_IN|IS_NOT_IN string_group_refs:*s
URIParam tokens:*>URIParamToken type!:=URI_PARAM_TYPE_TOKENIZED
URIParamQuery add_string:s keep_query:b
URIParamToken end_index:u0..65534|65535 start_index:u str_value:s type!:=URI_TOKEN_TYPE_HOST|URI_TOKEN_TYPE_PATH|URI_TOKEN_TYPE_STRING|URI_TOKEN_TYPE_STRING_GROUP|URI_TOKEN_TYPE_REGEX|URI_TOKEN_TYPE_REGEX_QUERY
VHMatch host!:s rules:*>VHMatchRule
VHMatchRule matches!:>MatchTarget name!:s
VSDataScript evt!:=VS_DATASCRIPT_EVT_HTTP_REQ|VS_DATASCRIPT_EVT_HTTP_RESP|VS_DATASCRIPT_EVT_HTTP_RESP_DATA|VS_DATASCRIPT_EVT_HTTP_LB_FAILED|VS_DATASCRIPT_EVT_HTTP_REQ_DATA|VS_DATASCRIPT_EVT_HTTP_RESP_FAILED|VS_DATASCRIPT_EVT_HTTP_LB_DONE|VS_DATASCRIPT_EVT_HTTP_AUTH|VS_DATASCRIPT_EVT_HTTP_POST_AUTH|VS_DATASCRIPT_EVT_TCP_CLIENT_ACCEPT|VS_DATASCRIPT_EVT_SSL_HANDSHAKE_DONE|VS_DATASCRIPT_EVT_CLIENT_SSL_PRE_CONNECT|VS_DATASCRIPT_EVT_CLIENT_SSL_CLIENT_HELLO|VS_DATASCRIPT_EVT_DNS_REQ|VS_DATASCRIPT_EVT_DNS_RESP|VS_DATASCRIPT_EVT_L4_REQUEST|VS_DATASCRIPT_EVT_L4_RESPONSE|VS_DATASCRIPT_EVT_MAX script!:s
VSDataScriptSet _last_modified:s configpb_attributes:>ConfigPbAttributes created_by:s datascript:*>VSDataScript description:s geo_db_ref:s ip_reputation_db_ref:s ipgroup_refs:*s markers:*>RoleFilterMatchLabel name!:s pki_profile_refs:*s pool_group_refs:*s pool_refs:*s protocol_parser_refs:*s rate_limiters:*>RateLimiter ssl_key_certificate_refs:*s ssl_profile_refs:*s string_group_refs:*s tenant_ref:s url:s uuid:s
VSDataScripts index!:i vs_datascript_set_ref!:s
Vip auto_allocate_floating_ip:b auto_allocate_ip:b auto_allocate_ip_type:=V4_ONLY|V6_ONLY|V4_V6 availability_zone:s avi_allocated_fip:b avi_allocated_vip:b discovered_networks:*>DiscoveredNetwork enabled:b floating_ip:>IpAddr floating_ip6:>IpAddr floating_subnet6_uuid:s floating_subnet_uuid:s ip6_address:>IpAddr ip_address:>IpAddr ipam_network_subnet:>IPNetworkSubnet network_ref:s placement_networks:*>VipPlacementNetwork port_uuid:s prefix_length:u0..32 subnet:>IpAddrPrefix subnet6:>IpAddrPrefix subnet6_uuid:s subnet_uuid:s vip_id:s
VipPlacementNetwork network_ref:s subnet:>IpAddrPrefix subnet6:>IpAddrPrefix
VirtualService _last_modified:s active_standby_se_tag:=ACTIVE_STANDBY_SE_1|ACTIVE_STANDBY_SE_2 advertise_down_vs:b allow_invalid_client_cert:b analytics_policy:>AnalyticsPolicy analytics_profile_ref:s apic_contract_graph:s application_profile_ref:s auto_allocate_floating_ip:b auto_allocate_ip:b availability_zone:s avi_allocated_fip:b avi_allocated_vip:b azure_availability_set:s bgp_local_preference:u bgp_num_as_path_prepend:u1..10 bgp_peer_labels:*s bot_policy_ref:s bulk_sync_kvcache:b client_auth:>HTTPClientAuthenticationParams close_client_conn_on_config_update:b cloud_config_cksum:s cloud_ref:s cloud_type:=CLOUD_NONE|CLOUD_VCENTER|CLOUD_OPENSTACK|CLOUD_AWS|CLOUD_VCA|CLOUD_APIC|CLOUD_MESOS|CLOUD_LINUXSERVER|CLOUD_DOCKER_UCP|CLOUD_RANCHER|CLOUD_OSHIFT_K8S|CLOUD_AZURE|CLOUD_GCP|CLOUD_NSXT configpb_attributes:>ConfigPbAttributes connections_rate_limit:>RateProfile content_rewrite:>ContentRewriteProfile created_by:s csrf_policy_ref:s delay_fairness:b description:s discovered_network_ref:*s discovered_networks:*>DiscoveredNetwork discovered_subnet:*>IpAddrPrefix dns_info:*>DnsInfo dns_policies:*>DnsPolicies east_west_placement:b enable_autogw:b enable_rhi:b enable_rhi_snat:b enable_session:b enabled:b error_page_profile_ref:s floating_ip:>IpAddr floating_subnet_uuid:s flow_dist:=LOAD_AWARE|CONSISTENT_HASH_SOURCE_IP_ADDRESS|CONSISTENT_HASH_SOURCE_IP_ADDRESS_AND_PORT flow_label_type:=NO_LABEL|APPLICATION_LABEL|SERVICE_LABEL fqdn:s host_name_xlate:s http_policies:*>HTTPPolicies icap_request_profile_refs:*s ign_pool_net_reach:b ip_address:>IpAddr ipam_network_subnet:>IPNetworkSubnet jwt_config:>JWTValidationVsConfig l4_policies:*>L4Policies ldap_vs_config:>LDAPVSConfig limit_doser:b markers:*>RoleFilterMatchLabel max_cps_per_client:u10..1000|0 microservice_ref:s min_pools_up:u name!:s network_profile_ref:s network_ref:s network_security_policy_ref:s nsx_securitygroup:*s oauth_vs_config:>OAuthVSConfig performance_limits:>PerformanceLimits pool_group_ref:s pool_ref:s port_uuid:s remove_listening_port_on_vs_down:b requests_rate_limit:>RateProfile revoke_vip_route:b saml_sp_config:>SAMLSPConfig scaleout_ecmp:b se_group_ref:s security_policy_ref:s server_network_profile_ref:s service_metadata:s service_pool_select:*>ServicePoolSelector services:*>Service sideband_profile:>SidebandProfile snat_ip:*>IpAddr snat_ip6_addresses:*>IpAddr sp_pool_refs:*s ssl_key_and_certificate_refs:*s ssl_profile_ref:s ssl_profile_selectors:*>SSLProfileSelector ssl_sess_cache_avg_size:u1024..16383 sso_policy:>SSOPolicy sso_policy_ref:s static_dns_records:*>DnsRecord subnet:>IpAddrPrefix subnet_uuid:s tenant_ref:s test_se_datastore_level_1_ref:s topology_policies:*>DnsPolicies traffic_clone_profile_ref:s traffic_enabled:b type:=VS_TYPE_NORMAL|VS_TYPE_VH_PARENT|VS_TYPE_VH_CHILD url:s use_bridge_ip_as_vip:b use_vip_as_snat:b uuid:s vh_domain_name:*s vh_matches:*>VHMatch vh_parent_vs_ref:s vh_parent_vs_uuid:s vh_type:=VS_TYPE_VH_SNI|VS_TYPE_VH_ENHANCED vip:*>Vip vrf_context_ref:s vs_datascripts:*>VSDataScripts vsvip_cloud_config_cksum:s vsvip_ref:s waf_policy_ref:s weight:u1..128
VsVip _last_modified:s bgp_local_preference:u bgp_num_as_path_prepend:u1..10 bgp_peer_labels:*s cloud_ref:s configpb_attributes:>ConfigPbAttributes dns_info:*>DnsInfo east_west_placement:b ipam_selector:>Selector markers:*>RoleFilterMatchLabel name!:s tenant_ref:s tier1_lr:s url:s use_standard_alb:b uuid:s vip:*>Vip vrf_context_ref:s vsvip_cloud_config_cksum:s
`;
