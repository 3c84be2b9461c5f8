// Name of the environment variable through which a program finds the `k8s-lb watch` that runs it.

/** The environment variable that names the socket on which `k8s-lb watch` listens while it runs the program. */
export const WATCH_SOCKET = "K8S_LB_WATCH";
