import type { HttpResponse } from "../../shared/http";
import { asArray, asObject, text } from "../../shared/json";
import { invalid, invalidObject } from "../errors/field";
import { ok } from "../request/answer";
import type { Call } from "../request/call";
import { bodyOf } from "../request/decode";
import { nameOf, namespaceOf, timestamp } from "../resources/meta";
import { existing } from "../verbs/read";

const AUDIENCE = "https://kubernetes.default.svc";
const HOUR_S = 3600;
const TEN_MINUTES_S = 600;

const tooShort = (seconds: number) => invalid("spec.expirationSeconds", seconds, "may not specify a duration less than 10 minutes");

/** POST .../serviceaccounts/NAME/token: a token for a ServiceAccount. */
export function issueToken(call: Call): HttpResponse {
  const account = existing(call);
  const spec = asObject(bodyOf(call).object.spec);
  const audiences = asArray(spec.audiences).map(text);
  const wanted = audiences.length > 0 ? audiences : [AUDIENCE];
  const seconds = Number(spec.expirationSeconds ?? HOUR_S);
  if (seconds < TEN_MINUTES_S) throw invalidObject({ group: "authentication.k8s.io", kind: "TokenRequest" }, [tooShort(seconds)]);
  const { token, expires } = call.cluster.tokens.issue(account, wanted, seconds);
  const metadata = { name: nameOf(account), namespace: namespaceOf(account), creationTimestamp: timestamp() };
  return ok(call, 201, {
    ...{ kind: "TokenRequest", apiVersion: "authentication.k8s.io/v1", metadata },
    spec: { audiences: wanted, expirationSeconds: seconds, boundObjectRef: spec.boundObjectRef ?? null },
    status: { token, expirationTimestamp: timestamp(expires * 1000) },
  });
}
