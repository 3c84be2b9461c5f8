/** What OpenStack services and the proxies before them say with these statuses, used where a fault rule gives no body. */
export const OPENSTACK_FAULT_BODIES: { [status: number]: string } = {
  401: JSON.stringify({ error: { code: 401, title: "Unauthorized", message: "The request you have made requires authentication." } }),
  403: fault("Policy does not allow this request to be performed."),
  409: fault("Load Balancer is immutable and cannot be updated."),
  429: "Too Many Requests",
  500: fault("An unknown exception occurred.", "Server"),
  502: "<html><head><title>502 Bad Gateway</title></head></html>",
  503: fault("Project busy.  Unable to lock the project.  Please try again.", "Server"),
  504: "<html><head><title>504 Gateway Time-out</title></head></html>",
};

function fault(faultstring: string, faultcode = "Client"): string {
  return JSON.stringify({ faultcode, faultstring, debuginfo: null });
}
