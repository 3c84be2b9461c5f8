// The sandbox under the vendor's Go SDK with its typed models: any wrong type in an answer breaks the whole call.
//
// Environment: AVI_CONTROLLER (https URL), AVI_USERNAME, AVI_PASSWORD. Prints one line per failure and a sum.
package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/vmware/alb-sdk/go/clients"
	"github.com/vmware/alb-sdk/go/models"
	"github.com/vmware/alb-sdk/go/session"
)

var passed, failed int

func check(what string, good bool, seen ...any) {
	if good {
		passed++
		return
	}
	failed++
	fmt.Println("FAIL", what, fmt.Sprint(seen...))
}

// worked counts a call that must not fail and says whether to go on with its result.
func worked(what string, err error) bool {
	check(what, err == nil, err)
	return err == nil
}

// refused counts a call that must fail with a status and a text.
func refused(what string, err error, status int, text string) {
	var avi session.AviError
	ok := errors.As(err, &avi) && avi.HttpStatusCode == status
	check(what+" status", ok, err)
	check(what+" text", err != nil && strings.Contains(err.Error(), text), err)
}

func ptr[T any](value T) *T { return &value }

func connect(host string, options ...func(*session.AviSession) error) (*clients.AviClient, error) {
	options = append(options, session.SetTenant("admin"), session.SetInsecure, session.SetVersion("22.1.2"))
	return clients.NewAviClient(host, os.Getenv("AVI_USERNAME"), options...)
}

func main() {
	host := strings.TrimPrefix(os.Getenv("AVI_CONTROLLER"), "https://")
	password := session.SetPassword(os.Getenv("AVI_PASSWORD"))
	_, err := connect(host, session.SetPassword("wrong"))
	check("wrong password", err != nil)
	client, err := connect(host, password)
	if worked("login", err) {
		pools(client)
		virtualServices(client)
		profiles(client)
		facts(client)
		tenants(client)
		clean(client)
		recovery(client)
	}
	fmt.Printf("%d passed, %d failed\n", passed, failed)
	if failed > 0 {
		os.Exit(1)
	}
}

func pools(client *clients.AviClient) {
	address := &models.IPAddr{Addr: ptr("10.90.64.10"), Type: ptr("V4")}
	server := &models.Server{IP: address, Port: ptr(int32(80))}
	body := &models.Pool{Name: ptr("go-pool"), Servers: []*models.Server{server}, CloudConfigCksum: ptr("123")}
	made, err := client.Pool.Create(body)
	if !worked("pool create", err) {
		return
	}
	check("pool uuid", strings.HasPrefix(*made.UUID, "pool-"), *made.UUID)
	check("inline monitor", *made.InlineHealthMonitor)
	check("hostname", *made.Servers[0].Hostname == "10.90.64.10")
	check("checksum comes back", *made.CloudConfigCksum == "123")
	check("cloud has a name", strings.HasSuffix(*made.CloudRef, "#Default-Cloud"), *made.CloudRef)
	_, err = client.Pool.Create(body)
	refused("pool twice", err, 409, "already exists")
	read, err := client.Pool.Get(*made.UUID)
	if worked("pool read", err) {
		check("default in a read", *read.InlineHealthMonitor)
		check("no name in a read", !strings.Contains(*read.CloudRef, "#"), *read.CloudRef)
	}
	read.InlineHealthMonitor = ptr(false)
	changed, err := client.Pool.Update(read)
	if worked("pool update", err) {
		check("an explicit false stays", !*changed.InlineHealthMonitor)
	}
	_, err = client.Pool.Update(read)
	refused("stale update", err, 412, "Need to reload object data Pool")
	named, err := client.Pool.GetByName("go-pool")
	if worked("pool by name", err) {
		check("the same pool", *named.UUID == *made.UUID)
	}
	second := &models.Server{IP: &models.IPAddr{Addr: ptr("10.90.64.11"), Type: ptr("V4")}, Port: ptr(int32(80))}
	patched, err := client.Pool.Patch(*made.UUID, map[string]any{"servers": []*models.Server{second}}, "add")
	if worked("pool patch", err) {
		check("two servers", len(patched.Servers) == 2, len(patched.Servers))
	}
	all, err := client.Pool.GetAll(session.SetParams(map[string]string{"name": "go-pool"}))
	if worked("pool list", err) {
		check("one in the list", len(all) == 1, len(all))
	}
	_, err = client.Pool.Get("pool-none")
	refused("pool of nothing", err, 404, "Pool object not found!")
	_, err = client.Pool.Create(&models.Pool{Name: ptr("go-bad"), LbAlgorithm: ptr("NOPE")})
	refused("bad enum", err, 400, "lb_algorithm")
	group := &models.PoolGroup{Name: ptr("go-group"), Members: []*models.PoolGroupMember{{PoolRef: ptr("/api/pool?name=go-pool"), Ratio: ptr(uint32(10))}}}
	grouped, err := client.PoolGroup.Create(group)
	if worked("pool group create", err) {
		check("member resolved", strings.Contains(*grouped.Members[0].PoolRef, *made.UUID), *grouped.Members[0].PoolRef)
	}
	refused("pool in use", client.Pool.Delete(*made.UUID), 403, "['PoolGroup go-group']")
}

func virtualServices(client *clients.AviClient) {
	vip := &models.Vip{VipID: ptr("1"), AutoAllocateIP: ptr(true)}
	vsvip, err := client.VsVip.Create(&models.VsVip{Name: ptr("go-vip"), Vip: []*models.Vip{vip}, DNSInfo: []*models.DNSInfo{{Fqdn: ptr("go.avi.internal")}}})
	if !worked("vsvip create", err) {
		return
	}
	check("allocated", strings.HasPrefix(*vsvip.Vip[0].IPAddress.Addr, "10.250.250."))
	body := &models.VirtualService{
		Name: ptr("go-vs"), VsvipRef: ptr("/api/vsvip/?name=go-vip"), PoolGroupRef: ptr("/api/poolgroup/?name=go-group"),
		Services: []*models.Service{{Port: ptr(uint32(80))}}, Type: ptr("VS_TYPE_VH_PARENT"),
	}
	parent, err := client.VirtualService.Create(body)
	if !worked("parent create", err) {
		return
	}
	check("range end", *parent.Services[0].PortRangeEnd == 80)
	child := &models.VirtualService{Name: ptr("go-child"), Type: ptr("VS_TYPE_VH_CHILD"), VhParentVsRef: ptr("/api/virtualservice?name=go-vs"), VhDomainName: []string{"a.avi.internal"}}
	_, err = client.VirtualService.Create(child)
	worked("child create", err)
	child.Name = ptr("go-twin")
	_, err = client.VirtualService.Create(child)
	refused("domain twice", err, 400, "already used by go-child")
	read, err := client.VirtualService.Get(*parent.UUID)
	if worked("parent read", err) {
		check("name", *read.Name == "go-vs")
	}
	refused("parent in use", client.VirtualService.Delete(*parent.UUID), 403, "go-child")
	listed, err := client.VirtualService.GetAll()
	if worked("virtual services", err) {
		check("two of them", len(listed) == 2, len(listed))
	}
	_, err = client.VirtualService.Update(read)
	worked("a read body can be written back", err)
}

func profiles(client *clients.AviClient) {
	_, err := client.HealthMonitor.Create(&models.HealthMonitor{Name: ptr("go-hm"), Type: ptr("HEALTH_MONITOR_TCP")})
	worked("health monitor create", err)
	policy := &models.HTTPPolicySet{Name: ptr("go-policy"), HTTPRequestPolicy: &models.HTTPRequestPolicy{Rules: []*models.HTTPRequestRule{{
		Index: ptr(int32(1)), Name: ptr("r"), Enable: ptr(true),
		RedirectAction: &models.HTTPRedirectAction{Protocol: ptr("HTTPS"), StatusCode: ptr("HTTP_REDIRECT_STATUS_CODE_302")},
	}}}}
	_, err = client.HTTPPolicySet.Create(policy)
	worked("policy create", err)
	script := &models.VSDataScript{Evt: ptr("VS_DATASCRIPT_EVT_HTTP_REQ"), Script: ptr("x")}
	_, err = client.VSDataScriptSet.Create(&models.VSDataScriptSet{Name: ptr("go-script"), Datascript: []*models.VSDataScript{script}})
	worked("data script create", err)
	certificate, err := client.SSLKeyAndCertificate.GetByName("System-Default-Cert")
	if worked("certificate read", err) {
		check("parsed", certificate.Certificate.Subject != nil && *certificate.Certificate.Subject.CommonName != "")
	}
	profile, err := client.ApplicationProfile.GetByName("System-HTTP")
	if worked("application profile", err) {
		refused("system object", client.ApplicationProfile.Delete(*profile.UUID), 400, "Cannot delete system default object")
	}
}

func facts(client *clients.AviClient) {
	cloud, err := client.Cloud.GetByName("Default-Cloud")
	if worked("cloud", err) {
		check("cloud type", *cloud.Vtype == "CLOUD_NONE")
	}
	network, err := client.Network.GetAll(session.SetParams(map[string]string{"cloud_ref.name": "Default-Cloud", "include_name": "true"}))
	if worked("networks", err) {
		check("network knows its vrf", strings.HasSuffix(*network[0].VrfContextRef, "#global"))
	}
	_, err = client.VrfContext.GetAll()
	worked("vrf contexts", err)
	_, err = client.ServiceEngineGroup.GetAll()
	worked("engine groups", err)
	var answer any
	for _, path := range []string{"/api/cluster/runtime", "/api/cluster", "api/initial-data", "/api/systemconfiguration/", "api/systemlimits", "api/virtualservice-inventory"} {
		worked(path, client.AviSession.Get(path, &answer))
	}
	refused("unknown endpoint", client.AviSession.Get("api/abcd", &answer), 404, "abcd")
	count, err := client.AviSession.GetCollectionRaw("api/pool?page_size=1&tenant=admin&page=1&")
	if worked("raw collection", err) {
		check("count", count.Count == 1, count.Count)
	}
}

func tenants(client *clients.AviClient) {
	_, err := client.Tenant.Create(&models.Tenant{Name: ptr("go-tenant")})
	worked("tenant create", err)
	_, err = client.Pool.Create(&models.Pool{Name: ptr("go-pool")}, session.SetOptTenant("go-tenant"))
	worked("the same name in another tenant", err)
	worked("delete there", client.Pool.DeleteByName("go-pool", session.SetOptTenant("go-tenant")))
	worked("tenant delete", client.Tenant.DeleteByName("go-tenant"))
	_, err = client.Pool.Create(&models.Pool{Name: ptr("go-pool")}, session.SetOptTenant("nowhere"))
	refused("unknown tenant", err, 403, "Tenant 'nowhere' does not exist!")
}

func clean(client *clients.AviClient) {
	worked("delete child", client.VirtualService.DeleteByName("go-child"))
	worked("delete parent", client.VirtualService.DeleteByName("go-vs"))
	worked("delete vip", client.VsVip.DeleteByName("go-vip"))
	worked("delete group", client.PoolGroup.DeleteByName("go-group"))
	worked("delete pool", client.Pool.DeleteByName("go-pool"))
	worked("delete monitor", client.HealthMonitor.DeleteByName("go-hm"))
	worked("delete policy", client.HTTPPolicySet.DeleteByName("go-policy"))
	worked("delete script", client.VSDataScriptSet.DeleteByName("go-script"))
	_, err := client.Pool.GetByName("go-pool")
	check("pool is gone", err != nil)
}

// recovery loses the session on purpose: the SDK must find its way back by logging in again.
func recovery(client *clients.AviClient) {
	var ignored any
	worked("logout", client.AviSession.Post("logout", map[string]string{}, &ignored))
	_, err := client.Cloud.GetByName("Default-Cloud")
	worked("works again after the session was lost", err)
}
