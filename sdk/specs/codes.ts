import type { Diagnostic, ObjectRef, Severity } from "../../kinds/diagnostic";
import { SPEC_REMEDIES } from "./remedies";

/** The tables are not `as const`: their texts would be published a second time, as types. */
interface Entry {
  severity: Severity;
  title: string;
}

/**
 * Diagnostics of the target mizar. Those that reject an object bear the word of the contract behind the prefix of all our codes
 * (docs/decisions/0007-mizar-codes.md); the others are numbered like everywhere else.
 */
export const MIZAR_CODES = {
  LB1601: { severity: "error", title: "Two subnets of one VPC overlap" },
  LB1602: { severity: "error", title: "Two VPCs of one tenant overlap" },
  LB1603: { severity: "notice", title: "The number of addresses left in a subnet" },
  LB1604: { severity: "warning", title: "The address of a Service is outside its network" },
  LB1605: { severity: "warning", title: "The previous address of a Pod or Service no longer fits" },
  LB1606: { severity: "notice", title: "The object is not in a Mizar network and is left alone" },
  LB1609: { severity: "notice", title: "An endpoint is in a VPC or subnet that is not among the specs" },
  LBBadRequest: { severity: "error", title: "A field, label or annotation has an unusable value" },
  LBIpInUse: { severity: "error", title: "The address is in use by another object" },
  LBIpOutsideSubnet: { severity: "error", title: "The address is outside the subnet or the service range" },
  LBMissingRequiredField: { severity: "error", title: "A required field is missing" },
  LBNetworkNotFound: { severity: "error", title: "The tenant has no such Network" },
  LBNeverProvisioned: { severity: "error", title: "Mizar's operator would never provision the object" },
  LBNoSubnetContainsIp: { severity: "error", title: "No subnet of the VPC contains the address" },
  LBPermanent: { severity: "error", title: "Mizar's operator would give up: the range is unusable, or no address is left" },
  LBSubnetNotFound: { severity: "error", title: "There is no such subnet" },
  LBSubnetNotInVpc: { severity: "error", title: "The subnet belongs to another VPC" },
  LBSubnetOutsideVpc: { severity: "error", title: "The range of the subnet is outside that of its VPC" },
  LBVpcHasNoSubnet: { severity: "error", title: "The VPC has no subnet" },
  LBVpcNotFound: { severity: "error", title: "There is no such VPC" },
} satisfies Record<string, Entry>;

/**
 * Every diagnostic about specs: stable code, usual severity, what it means. docs/errors.md is generated from this table,
 * so a code that stands here is documented and never given another meaning.
 */
export const SPEC_CODES = {
  LB1001: { severity: "error", title: "The text is not YAML or JSON" },
  LB1002: { severity: "error", title: "The document is not a Kubernetes object" },
  LB1003: { severity: "error", title: "A field has the wrong type or value" },
  LB1004: { severity: "error", title: "The same object is given twice with different contents" },
  LB1005: { severity: "notice", title: "The kind is not read" },
  LB1006: { severity: "warning", title: "A field is not used" },
  LB1007: { severity: "notice", title: "An annotation is not used" },
  LB1008: { severity: "error", title: "A file or folder cannot be read, or a pattern matches nothing" },
  LB1009: { severity: "error", title: "Kubernetes does not accept the name" },
  LB1010: { severity: "error", title: "A host name is invalid" },
  LB1011: { severity: "error", title: "A path is invalid" },
  LB1012: { severity: "error", title: "The backend of an Ingress names no port, or more than one thing" },
  LB1013: { severity: "error", title: "The object is nested too deeply" },
  LB1014: { severity: "warning", title: "The object has no name yet" },
  LB1101: { severity: "error", title: "The referenced Service is not among the specs" },
  LB1102: { severity: "warning", title: "The Service does not have the referenced port" },
  LB1103: { severity: "warning", title: "The Service has several ports and the backend names none" },
  LB1104: { severity: "notice", title: "The Service has no ready endpoints" },
  LB1105: { severity: "warning", title: "The Service has no node port" },
  LB1106: { severity: "notice", title: "A node has no usable address" },
  LB1107: { severity: "error", title: "The referenced Secret is missing or unusable" },
  LB1108: { severity: "error", title: "The certificate or key of the Route is missing" },
  LB1109: { severity: "warning", title: "The certificate or key cannot be read" },
  LB1110: { severity: "error", title: "A spec has no backend" },
  LB1111: { severity: "error", title: "The specs contain no usable node" },
  LB1112: { severity: "error", title: "The Endpoints of a Service are missing" },
  LB1113: { severity: "warning", title: "A server to be drained does not exist" },
  LB1114: { severity: "error", title: "An object is not processed because its AviInfraSetting is rejected or missing" },
  LB1115: { severity: "warning", title: "This Service cannot be a backend" },
  LB1116: { severity: "warning", title: "A health check has unusable values" },
  LB1117: { severity: "warning", title: "A certificate, key or CA of a Route is not used" },
  LB1118: { severity: "warning", title: "Two nodes have the same Pod network" },
  LB1201: { severity: "warning", title: "The host is outside the DNS domains of the load balancer" },
  LB1202: { severity: "error", title: "A rule has no host, and none can be generated" },
  LB1203: { severity: "warning", title: "Host and path belong to another object" },
  LB1204: { severity: "warning", title: "The certificate of the host comes from another object" },
  LB1205: { severity: "warning", title: "The host is spelled differently by another object" },
  LB1206: { severity: "notice", title: "The ingress class was decided without its IngressClass" },
  LB1207: { severity: "warning", title: "A TLS host has no rule" },
  LB1208: { severity: "warning", title: "A path can never match" },
  LB1209: { severity: "notice", title: "The target cannot distinguish a path from another one" },
  LB1210: { severity: "error", title: "Several Ingresses of one load balancer have a default backend" },
  LB1215: { severity: "warning", title: "The key does not belong to the certificate" },
  LB1216: { severity: "warning", title: "The certificate is for other hosts" },
  LB1217: { severity: "warning", title: "A host name can never be resolved" },
  LB1218: { severity: "error", title: "An address is invalid" },
  LB1301: { severity: "error", title: "The target cannot express this" },
  LB1302: { severity: "warning", title: "The target expresses this differently" },
  LB1303: { severity: "notice", title: "A name was shortened" },
  LB1304: { severity: "warning", title: "An unknown setting was ignored" },
  LB1305: { severity: "error", title: "A setting is missing or has a wrong value" },
  LB1306: { severity: "notice", title: "References to objects of the controller are not checked" },
  LB1307: { severity: "error", title: "A rule of AKO is rejected" },
  LB1308: { severity: "warning", title: "A rule of AKO that an object refers to has no effect" },
  LB1309: { severity: "warning", title: "A setting of AKO is not supported" },
  LB1310: { severity: "warning", title: "An annotation of AKO is not supported" },
  LB1311: { severity: "warning", title: "An object of AKO is not supported" },
  LB1312: { severity: "warning", title: "A rule of AKO, or one of its fields, has no effect" },
  LB1313: { severity: "error", title: "A setting that determines which objects exist is not known at preview" },
  LB1401: { severity: "error", title: "Annotations contradict each other" },
  LB1402: { severity: "error", title: "The load balancer class is unknown" },
  LB1403: { severity: "warning", title: "The value of an annotation is invalid" },
  LB1404: { severity: "warning", title: "The API version or the provider does not support this" },
  LB1405: { severity: "error", title: "No subnet or network is set for the virtual IP" },
  LB1406: { severity: "warning", title: "An address is outside its subnet" },
  LB1407: { severity: "error", title: "A source range is not a network" },
  LB1408: {
    severity: "error",
    title: "A load balancer cannot be shared: the port is taken, too many Services share it, or the Service is internal",
  },
  LB1409: { severity: "warning", title: "There is no network for floating IPs" },
  LB1410: { severity: "error", title: "Two specs have the same name on the load balancer" },
  LB1411: { severity: "warning", title: "The labels of a namespace are not known" },
  LB1412: { severity: "notice", title: "Only the first network of VIPs is used" },
  LB1413: { severity: "warning", title: "No server has the requested address family" },
  LB1414: { severity: "warning", title: "A namespace is meant for another tenant" },
  LB1415: { severity: "warning", title: "NodePortLocal cannot open a node port for the Pods of a Service" },
  LB1416: { severity: "error", title: "Pods of a Service have no NodePortLocal port" },
  LB1501: { severity: "error", title: "A root IngressRoute is not allowed in this namespace" },
  LB1502: { severity: "error", title: "The name of a virtual host is missing or invalid" },
  LB1503: { severity: "error", title: "A virtual host is claimed by several objects of one kind" },
  LB1504: { severity: "error", title: "A route is outside the delegated prefix" },
  LB1505: { severity: "error", title: "Delegation forms a cycle" },
  LB1506: { severity: "error", title: "A root IngressRoute delegates to another root" },
  LB1507: { severity: "error", title: "Fields of a route exclude each other" },
  LB1508: { severity: "error", title: "A port or weight is out of range" },
  LB1509: { severity: "error", title: "The Service of a route, or its port, is missing" },
  LB1510: { severity: "error", title: "The certificate of a virtual host is missing or unusable" },
  LB1511: { severity: "error", title: "The certificate is not delegated to this namespace" },
  LB1512: { severity: "error", title: "No CA or subject name to verify the servers" },
  LB1513: { severity: "warning", title: "A route is delegated to an object that is missing" },
  LB1514: { severity: "warning", title: "A route is delegated to an object that is invalid" },
  LB1515: { severity: "warning", title: "No root delegates to this IngressRoute" },
  LB1516: { severity: "notice", title: "The roots that delegate to this IngressRoute" },
  LB1517: { severity: "warning", title: "A prefix is used twice on one virtual host" },
  LB1518: { severity: "warning", title: "The TLS version is unknown" },
  LB1519: { severity: "warning", title: "Weights leave a Service without traffic or do not add up" },
  LB1520: { severity: "warning", title: "The balancing strategy is unknown" },
  LB1521: { severity: "warning", title: "A route has neither Services nor a delegation" },
  LB1522: { severity: "warning", title: "A prefix does not begin with a slash" },
  LB1523: { severity: "warning", title: "A duration cannot be read" },
  LB1524: { severity: "warning", title: "Clear text is not permitted here" },
  LB1525: { severity: "error", title: "Delegation is too deep" },
  LB1526: { severity: "error", title: "A field of the Route is missing or wrong" },
  LB1527: { severity: "warning", title: "Two virtual hosts differ only in upper and lower case" },
  LB1528: { severity: "warning", title: "The published definition of the kind refuses this" },
  LB1607: { severity: "warning", title: "Several parts of a cluster serve one Ingress, so none of them writes its status" },
  LB1608: { severity: "warning", title: "A cluster has more parts than shards" },
  ...MIZAR_CODES,
} satisfies Record<string, Entry>;

export type SpecCode = keyof typeof SPEC_CODES;

/** A JSON pointer (RFC 6901) from its parts. */
export function pointer(...parts: PropertyKey[]): string {
  return parts.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Faults of text and shape, after which nothing may be changed: a half-read set of specs would look like a smaller cluster. */
export const isFatal = ({ code, severity }: Diagnostic): boolean => severity === "error" && code.startsWith("LB10");

/**
 * A diagnostic with the severity and the remedy that its code has, unless others are given. This is the one place where the general
 * remedy comes in, so that every error and warning says what to do, wherever it is printed; a notice asks for nothing.
 */
export function diagnose(
  code: SpecCode,
  object: ObjectRef,
  at: string,
  message: string,
  extra: { remedy?: string; severity?: Severity } = {},
): Diagnostic {
  const { severity = SPEC_CODES[code].severity } = extra;
  const remedy = extra.remedy ?? (severity === "notice" ? undefined : SPEC_REMEDIES[code]);
  return { code, severity, object, pointer: at, message, ...(remedy ? { remedy } : {}) };
}
