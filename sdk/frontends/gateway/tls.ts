// Schema of `spec.tls` of a Gateway.

import { z } from "zod";
import { obeys, unique } from "./checks";
import { objectReference, secretReference } from "./references";
import { portNumber } from "./words";

const clientValidation = z.object({
  caCertificateRefs: z.array(objectReference).min(1).max(16),
  mode: z.enum(["AllowValidOnly", "AllowInsecureFallback"]).default("AllowValidOnly"),
});

const frontend = z.object({ validation: clientValidation.optional() });

/** Validation of client certificates on listeners, and the certificate of the Gateway towards backends. */
export const gatewayTls = z.object({
  frontend: z
    .object({
      default: frontend,
      perPort: z
        .array(z.object({ port: portNumber, tls: frontend }))
        .max(64)
        .check(obeys(unique(({ port }: { port: number }) => String(port), "port")))
        .default([]),
    })
    .optional(),
  backend: z.object({ clientCertificateRef: secretReference.optional() }).optional(),
});
