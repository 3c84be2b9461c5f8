import { asObject, text } from "../../shared/json";
import { parseCertificate, privateKeyMatches } from "../certificate";
import { AviError } from "../errors";
import { MASK } from "../sensitive";
import type { SemanticRule } from "./index";

/** Parses the certificate into the fields the server answers with, and keeps the key where a client sends back the mask it read. */
export const checkSslKeyAndCertificate: SemanticRule = (state, body, before) => {
  if (body.key === MASK) {
    if (before?.key === undefined) delete body.key;
    else body.key = before.key;
  }
  body.key_passphrase ??= "";
  body.status ??= "SSL_CERTIFICATE_FINISHED";
  const certificate = asObject(body.certificate);
  const pem = text(certificate.certificate);
  if (pem === "") return; // a signing request, or a certificate the controller is asked to make itself
  const parsed = parseCertificate(pem);
  if (!parsed) {
    if (state.settings.lenientCertificates) return;
    throw new AviError(500, "Import error: the certificate could not be loaded, common_name not found", "error", text(body.name));
  }
  if (body.key !== undefined && !state.settings.lenientCertificates && !privateKeyMatches(pem, text(body.key), text(body.key_passphrase))) {
    throw new AviError(400, `Import error: key and certificate of ${text(body.name)} do not match`, "error", text(body.name));
  }
  body.certificate = { ...certificate, ...parsed.certificate };
  body.key_params = parsed.keyParams;
};
