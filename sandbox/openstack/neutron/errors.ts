import type { HttpResponse } from "../../shared/http";

/** A refusal of Neutron; its type is the name of the real exception. */
export class NeutronError extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
    message: string,
  ) {
    super(message);
  }

  response(): HttpResponse {
    const body = JSON.stringify({ NeutronError: { type: this.type, message: this.message, detail: "" } });
    return { status: this.status, headers: { "Content-Type": "application/json" }, body };
  }
}

export const badRequest = (message: string): NeutronError => new NeutronError(400, "HTTPBadRequest", message);

export const networkNotFound = (id: string): NeutronError => new NeutronError(404, "NetworkNotFound", `Network ${id} could not be found.`);

export const subnetNotFound = (id: string): NeutronError => new NeutronError(404, "SubnetNotFound", `Subnet ${id} could not be found.`);

export const portNotFound = (id: string): NeutronError => new NeutronError(404, "PortNotFound", `Port ${id} could not be found.`);

export const groupNotFound = (id: string): NeutronError =>
  new NeutronError(404, "SecurityGroupNotFound", `Security group ${id} does not exist`);

export const invalidInput = (message: string): NeutronError =>
  new NeutronError(400, "InvalidInput", `Invalid input for operation: ${message}`);
