import type { OctaviaSandbox } from "../octavia-sandbox";
import { DOMAIN, REGION } from "./keystone/directory";

/** The variables that OpenStack clients read, for a sandbox. */
export function openstackEnvironment(sandbox: OctaviaSandbox): { [name: string]: string } {
  const { url, authUrl, username, password, projectName, projectId } = sandbox;
  if (authUrl === undefined) return { OS_AUTH_TYPE: "none", OS_ENDPOINT: url, OS_PROJECT_ID: projectId };
  return {
    OS_AUTH_URL: authUrl,
    OS_USERNAME: username,
    OS_PASSWORD: password,
    OS_PROJECT_NAME: projectName,
    OS_USER_DOMAIN_NAME: DOMAIN.name,
    OS_PROJECT_DOMAIN_NAME: DOMAIN.name,
    OS_REGION_NAME: REGION,
    OS_IDENTITY_API_VERSION: "3",
  };
}
