"""The sandbox under the vendor's Python SDK: session, CRUD, references, paging, patches, errors.

Environment: AVI_CONTROLLER (https URL), AVI_USERNAME, AVI_PASSWORD. Prints one line per failure and a sum.
"""

import os
import sys
import uuid

os.environ.pop("REQUESTS_CA_BUNDLE", None)  # they override verify=False after the login
os.environ.pop("CURL_CA_BUNDLE", None)

import urllib3  # noqa: E402
from avi.sdk.avi_api import APIError, ApiSession, ObjectNotFound  # noqa: E402

urllib3.disable_warnings()

HOST = os.environ["AVI_CONTROLLER"].replace("https://", "")
USER = os.environ["AVI_USERNAME"]
PASSWORD = os.environ["AVI_PASSWORD"]
VERSION = "20.1.1"

passed = 0
failed = 0


def check(what, good, seen=""):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print("FAIL %s %s" % (what, str(seen)[:400]))


def equal(what, seen, wanted):
    check(what, seen == wanted, "%r is not %r" % (seen, wanted))


def session(**more):
    options = dict(api_version=VERSION, tenant="admin", verify=False, max_api_retries=2)
    options.update(more)
    return ApiSession(HOST, USER, PASSWORD, **options)


def sessions():
    api = session()
    equal("login gives a session cookie", api.get("cluster/runtime").status_code, 200)
    check("remote version", api.remote_api_version["Version"], api.remote_api_version)
    try:
        ApiSession(HOST, USER, "wrong", verify=False, max_api_retries=2)
        check("a wrong password is refused", False)
    except APIError as error:
        check("a wrong password is refused", "401" in str(error) or "Invalid" in str(error), error)
    api = session()
    equal("read after login", api.get("pool").status_code, 200)
    equal("unknown endpoint", api.get("abcd").status_code, 404)
    equal("unknown endpoint on POST", api.post("abcd", data={"name": "x"}).status_code, 404)
    equal("unknown tenant", api.get("pool", tenant="no-such-tenant").status_code, 403)
    too_new = api.get("pool", api_version="99.1.1")
    equal("a version above the controller's", too_new.status_code, 400)
    check("says Invalid version", "Invalid version" in too_new.text, too_new.text)
    return api


def crud(api, kind, body, change, defaults):
    """The life of one object; `defaults` is what the server adds, `change` what a PUT changes."""
    name = "gate-%s" % kind
    body = dict(body, name=name)
    made = api.post(kind, data=body)
    equal("%s create" % kind, made.status_code, 201)
    if made.status_code != 201:
        print(made.text)
        return None
    thing = made.json()
    check("%s uuid" % kind, thing["uuid"].startswith(kind + "-"), thing["uuid"])
    check("%s url names it" % kind, thing["url"].endswith("#" + name), thing["url"])
    check("%s _last_modified is a string" % kind, isinstance(thing["_last_modified"], str))
    for key, value in defaults.items():
        equal("%s default %s" % (kind, key), thing.get(key), value)
    equal("%s twice is a conflict" % kind, api.post(kind, data=body).status_code, 409)
    read = api.get("%s/%s" % (kind, thing["uuid"]))
    equal("%s read" % kind, read.status_code, 200)
    check("%s read url without name" % kind, "#" not in read.json()["url"], read.json()["url"])
    by_name = api.get_object_by_name(kind, name)
    equal("%s by name" % kind, by_name["uuid"], thing["uuid"])
    equal("%s reference" % kind, api.get_obj_uuid(by_name), thing["uuid"])
    put = dict(read.json(), **change)
    written = api.put("%s/%s" % (kind, thing["uuid"]), data=put)
    equal("%s update" % kind, written.status_code, 200)
    for key, value in change.items():
        equal("%s changed %s" % (kind, key), written.json().get(key), value)
    stale = api.put("%s/%s" % (kind, thing["uuid"]), data=put)
    equal("%s stale update" % kind, stale.status_code, 412)
    check("%s says reload" % kind, "Need to reload object data" in stale.text, stale.text)
    bad = api.put("%s/%s-%s" % (kind, kind, uuid.uuid4()), data=body)
    equal("%s update of nothing" % kind, bad.status_code, 404)
    return thing


def remove(api, kind):
    answer = api.delete_by_name(kind, "gate-%s" % kind)
    equal("%s delete" % kind, answer.status_code, 204)
    equal("%s is gone" % kind, api.get_object_by_name(kind, "gate-%s" % kind), None)
    try:
        again = api.delete_by_name(kind, "gate-%s" % kind)
        equal("%s second delete" % kind, again.status_code, 404)
    except ObjectNotFound:
        check("%s second delete" % kind, True)


POOL = {"servers": [{"ip": {"addr": "10.90.64.%d" % n, "type": "V4"}, "port": 80} for n in (10, 11)]}
REQUEST = {
    "rules": [
        {
            "index": 1,
            "name": "rule",
            "enable": True,
            "match": {"path": {"match_criteria": "BEGINS_WITH", "match_str": ["/a"]}},
            "redirect_action": {"protocol": "HTTPS", "port": 443},
        }
    ]
}
SERVERLESS = {"lb_algorithm": "LB_ALGORITHM_LEAST_CONNECTIONS", "inline_health_monitor": True, "default_server_port": 80}


def objects(api):
    crud(api, "pool", POOL, {"default_server_port": 8080}, SERVERLESS)
    crud(api, "poolgroup", {"members": [{"pool_ref": "/api/pool?name=gate-pool"}]}, {"min_servers": 1}, {"min_servers": 0})
    crud(api, "healthmonitor", {"type": "HEALTH_MONITOR_TCP"}, {"failed_checks": 5}, {"send_interval": 10, "receive_timeout": 4})
    crud(api, "stringgroup", {"type": "SG_TYPE_STRING", "kv": [{"key": "a"}]}, {"kv": [{"key": "b"}]}, {})
    crud(api, "httppolicyset", {"http_request_policy": REQUEST}, {"created_by": "gate"}, {"is_internal_policy": False})
    crud(api, "vsdatascriptset", {"datascript": [{"evt": "VS_DATASCRIPT_EVT_HTTP_REQ", "script": "x"}]}, {"created_by": "g"}, {})
    crud(api, "vsvip", {"vip": [{"ip_address": {"addr": "10.90.64.123", "type": "V4"}}]}, {"east_west_placement": True}, {})
    vs = {"vsvip_ref": "/api/vsvip/?name=gate-vsvip", "services": [{"port": 80}], "pool_group_ref": "/api/poolgroup/?name=gate-poolgroup"}
    made = crud(api, "virtualservice", vs, {"enabled": False}, {"type": "VS_TYPE_NORMAL", "weight": 1})
    check("references by name are resolved", "#gate-vsvip" in made["vsvip_ref"], made["vsvip_ref"])
    check("application profile", made["application_profile_ref"].endswith("#System-HTTP"), made["application_profile_ref"])
    equal("port range end", made["services"][0]["port_range_end"], 80)
    guarded = api.delete_by_name("vsvip", "gate-vsvip")
    equal("delete guard", guarded.status_code, 403)
    check("delete guard names the referrer", "['VirtualService gate-virtualservice']" in guarded.text, guarded.text)
    vip = api.get("vsvip", params={"name": "gate-vsvip"}).json()["results"][0]
    seen = api.get("vsvip/%s" % vip["uuid"]).json()
    equal("vs_refs", [ref.split("/")[-1] for ref in seen["vs_refs"]], [made["uuid"]])


def queries(api):
    for n in range(130):
        api.post("pool", data={"name": "page-%03d" % n, "created_by": "gate-%d" % (n % 2)})
    names = [pool["name"] for pool in api.get_objects_iter("pool", params={"name.contains": "page-", "sort": "name"})]
    equal("iteration over pages", names, ["page-%03d" % n for n in range(130)])
    equal("count", api.get("pool", params={"created_by": "gate-1"}).json()["count"], 65)
    equal("name.in", api.get("pool", params={"name.in": "page-001,page-002,none"}).json()["count"], 2)
    equal("fields", sorted(api.get("pool", params={"name": "page-001", "fields": "enabled"}).json()["results"][0]), ["enabled", "name", "url", "uuid"])
    named = api.get("pool", params={"name": "page-001", "include_name": "true"}).json()["results"][0]
    check("include_name", named["cloud_ref"].endswith("#Default-Cloud"), named["cloud_ref"])
    brief = api.get("pool", params={"name": "page-001", "skip_default": "true"}).json()["results"][0]
    check("skip_default", "lb_algorithm" not in brief, brief)
    equal("cloud filter", api.get("pool", params={"cloud_ref.name": "vcenter-cloud"}).json()["count"], 0)
    equal("filter on a field the type has not", api.get("stringgroup", params={"cloud_ref.name": "Default-Cloud"}).json()["count"], 0)
    equal("empty list", api.get("pool", params={"name": "nope"}).json(), {"count": 0, "results": []})
    first = api.get("pool", params={"page_size": 10}).json()
    check("next page is an absolute url", first["next"].startswith("https://%s/api/pool?" % HOST), first.get("next"))
    group = api.get_object_by_name("poolgroup", "gate-poolgroup")
    referred = api.get("pool", params={"referred_by": "poolgroup:" + group["uuid"]}).json()
    equal("referred_by", [pool["name"] for pool in referred["results"]], ["gate-pool"])
    for pool in list(api.get_objects_iter("pool", params={"name.contains": "page-"})):
        api.delete("pool/%s" % pool["uuid"])
    equal("all pages deleted", api.get("pool", params={"name.contains": "page-"}).json()["count"], 0)


def patches(api):
    pool = api.get_object_by_name("pool", "gate-pool")
    path = "pool/%s" % pool["uuid"]
    server = {"ip": {"addr": "10.90.64.12", "type": "V4"}, "port": 80}
    equal("patch add", len(api.patch(path, {"add": {"servers": [server]}}).json()["servers"]), 3)
    equal("patch add again changes in place", len(api.patch(path, {"add": {"servers": [dict(server, ratio=3)]}}).json()["servers"]), 3)
    equal("patched ratio", api.get(path).json()["servers"][2]["ratio"], 3)
    equal("patch delete", len(api.patch(path, {"delete": {"servers": [server]}}).json()["servers"]), 2)
    equal("patch replace", api.patch(path, {"replace": {"default_server_port": 99}}).json()["default_server_port"], 99)
    equal("patch delete of a scalar", api.patch(path, {"delete": {"default_server_port": 99}}).json()["default_server_port"], 80)
    step = {"json_patch": [{"op": "replace", "path": "/servers/0/port", "value": 81}]}
    equal("json_patch", api.patch(path, step).json()["servers"][0]["port"], 81)


def errors(api):
    for what, kind, body, status, text in [
        ("bad enum", "pool", {"name": "e", "lb_algorithm": "NOPE"}, 400, "lb_algorithm"),
        ("out of range", "pool", {"name": "e", "default_server_port": 70000}, 400, "range"),
        ("missing name", "pool", {"default_server_port": 70}, 400, "name"),
        ("newer field", "pool", {"name": "e", "append_port": "NEVER"}, 400, "introduced in later versions(v21_1_1)"),
        ("unknown reference", "poolgroup", {"name": "e", "members": [{"pool_ref": "/api/pool?name=nope"}]}, 404, "Pool object not found!"),
        ("unknown vrf", "pool", {"name": "e", "vrf_ref": "/api/vrfcontext?name=nope"}, 400, "VrfContext object not found"),
        ("monitor times", "healthmonitor", {"name": "e", "type": "HEALTH_MONITOR_TCP", "receive_timeout": 30}, 400, "Receive timeout of Monitor e"),
        ("no PEM", "sslkeyandcertificate", {"name": "e", "certificate": {"certificate": "x"}}, 500, "common_name"),
    ]:
        answer = api.post(kind, data=body)
        equal(what, answer.status_code, status)
        check(what + " text", text in answer.text, answer.text)
    equal("unknown fields are dropped", "nonsense" in api.post("pool", data={"name": "gate-x", "nonsense": 1}).json(), False)
    api.delete_by_name("pool", "gate-x")
    system = api.get_object_by_name("applicationprofile", "System-HTTP")
    refused = api.delete("applicationprofile/%s" % system["uuid"])
    check("system objects stay", "Cannot delete system default object" in refused.text, refused.text)
    equal("cluster cannot be deleted", api.delete("cluster").status_code, 405)
    forced = api.post("pool", data={"name": "gate-forced"}, force_uuid="pool-force-42")
    equal("forced uuid", forced.json()["uuid"], "pool-force-42")
    equal("forced delete", api.delete("pool/pool-force-42").status_code, 204)


def tenants(api):
    tenant = api.post("tenant", data={"name": "gate-tenant", "local": "true"})
    equal("tenant create", tenant.status_code, 201)
    equal("tenant local is a boolean", tenant.json()["local"], True)
    equal("pool in tenant", api.post("pool", data={"name": "gate-pool"}, tenant="gate-tenant").status_code, 201)
    other = api.get("pool", params={"name": "gate-pool"}, tenant="gate-tenant").json()["results"]
    check("isolation", other[0]["uuid"] != api.get_object_by_name("pool", "gate-pool")["uuid"])
    equal("all tenants", api.get("pool", params={"name": "gate-pool"}, tenant="*").json()["count"], 2)
    equal("tenant in use", api.delete_by_name("tenant", "gate-tenant").status_code, 403)
    equal("delete in tenant", api.delete_by_name("pool", "gate-pool", tenant="gate-tenant").status_code, 204)
    equal("tenant delete", api.delete_by_name("tenant", "gate-tenant").status_code, 204)


def tokens(api):
    made = api.post("user-token", data={"hours": "1"})
    token = made.json()["token"]
    by_token = ApiSession(HOST, USER, token=token, verify=False, api_version=VERSION)
    equal("login by token", by_token.get("pool").status_code, 200)
    equal("token list", api.get("user-token").json()["count"], 1)
    equal("token delete", api.delete("user-token/%s" % made.json()["uuid"]).status_code, 204)


def facts(api):
    for path in ["cluster", "cluster/runtime", "cluster/version", "cluster/status", "initial-data", "systemconfiguration", "systemlimits"]:
        equal(path, api.get(path).status_code, 200)
    equal("license tier", api.get("systemconfiguration").json()["default_license_tier"], "ENTERPRISE")
    cloud = api.get_object_by_name("cloud", "Default-Cloud")
    domains = api.get("ipamdnsproviderprofiledomainlist", params={"cloud_uuid": cloud["uuid"]}).json()["domains"]
    check("domains", "avi.internal" in domains, domains)
    auto = api.post("vsvip", data={"name": "gate-auto", "vip": [{"vip_id": "0", "auto_allocate_ip": True}]}).json()
    check("allocated address", auto["vip"][0]["ip_address"]["addr"].startswith("10.250.250."), auto)
    equal("allocated release", api.delete_by_name("vsvip", "gate-auto").status_code, 204)


def main():
    api = sessions()
    objects(api)
    queries(api)
    patches(api)
    errors(api)
    tenants(api)
    tokens(api)
    facts(api)
    for kind in ["virtualservice", "vsvip", "vsdatascriptset", "httppolicyset", "stringgroup", "healthmonitor", "poolgroup", "pool"]:
        remove(api, kind)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


sys.exit(main())
