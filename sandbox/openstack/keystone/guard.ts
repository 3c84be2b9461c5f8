import type { HttpRequest, HttpResponse } from "../../shared/http";
import { projectId, userId } from "./directory";
import { tokenNeeded } from "./errors";
import type { Keystone } from "./service";

/** Who sends a request to a service. */
export interface Identity {
  userId: string;
  projectId: string | undefined;
  roles: string[];
}

/** What stands before every other service: a request without a good token goes no further. */
export function guard(keystone: Keystone, request: HttpRequest): Identity | HttpResponse {
  const token = keystone.find(request.headers["x-auth-token"]);
  if (!token) return tokenNeeded(keystone.authUrl);
  return { userId: userId(token.user), projectId: token.project === undefined ? undefined : projectId(token.project), roles: token.roles };
}
