package main

import (
	"context"
	"flag"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/pflag"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/cmd/kube-apiserver/app"
	"k8s.io/kubernetes/cmd/kube-apiserver/app/options"
)

// logToFile: stdout carries the line of JSON and nothing else.
func logToFile(path string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	flags := flag.NewFlagSet("klog", flag.ContinueOnError)
	klog.InitFlags(flags)
	if err := flags.Parse([]string{"-logtostderr=false", "-one_output", "-stderrthreshold=FATAL"}); err != nil {
		return err
	}
	klog.SetOutput(file)
	rest.SetDefaultWarningHandler(rest.NoWarnings{})
	return nil
}

func arguments(dir, etcdURL, authorization string) []string {
	in := func(name string) string { return filepath.Join(dir, name) }
	return []string{
		"--etcd-servers=" + etcdURL,
		"--etcd-compaction-interval=0",
		"--bind-address=127.0.0.1",
		"--advertise-address=127.0.0.1",
		"--endpoint-reconciler-type=none",
		"--service-cluster-ip-range=10.96.0.0/16",
		"--tls-cert-file=" + in("server.crt"), "--tls-private-key-file=" + in("server.key"),
		"--client-ca-file=" + in("ca.crt"),
		"--token-auth-file=" + in("tokens.csv"),
		"--service-account-issuer=https://kubernetes.default.svc",
		"--service-account-key-file=" + in("sa.key"), "--service-account-signing-key-file=" + in("sa.key"),
		"--authorization-mode=" + authorization,
		"--disable-admission-plugins=ServiceAccount", // Pods need no account that a controller would have made
		"--allow-privileged=true",
		"--enable-priority-and-fairness=false",
		"--profiling=false",
	}
}

// startAPIServer returns a channel that tells why it ended.
func startAPIServer(dir, etcdURL string, listener net.Listener, s settings) (<-chan error, error) {
	server := options.NewServerRunOptions()
	flags := pflag.NewFlagSet("kube-apiserver", pflag.ContinueOnError)
	for _, set := range server.Flags().FlagSets {
		flags.AddFlagSet(set)
	}
	if err := flags.Parse(append(arguments(dir, etcdURL, s.authorization), s.extra...)); err != nil {
		return nil, err
	}
	server.SecureServing.Listener, server.SecureServing.BindPort = listener, listener.Addr().(*net.TCPAddr).Port
	if err := server.GenericServerRunOptions.ComponentGlobalsRegistry.Set(); err != nil { // else feature gates are not applied
		return nil, err
	}
	ctx := context.Background() // never cancelled: see the end of run
	completed, err := server.Complete(ctx)
	if err != nil {
		return nil, err
	}
	if errs := completed.Validate(); len(errs) > 0 {
		return nil, utilerrors.NewAggregate(errs)
	}
	ended := make(chan error, 1)
	go func() { ended <- app.Run(ctx, completed) }()
	return ended, nil
}

func waitReady(ctx context.Context, ended <-chan error, admin *rest.Config) error {
	client, err := kubernetes.NewForConfig(admin)
	if err != nil {
		return err
	}
	late := time.After(90 * time.Second)
	for {
		if _, err = client.Discovery().RESTClient().Get().AbsPath("/readyz").DoRaw(ctx); err == nil {
			return nil
		}
		select {
		case err := <-ended:
			return fmt.Errorf("kube-apiserver ended: %v", err)
		case <-ctx.Done():
			return ctx.Err()
		case <-late:
			return fmt.Errorf("not ready after 90 seconds: %w", err)
		case <-time.After(50 * time.Millisecond):
		}
	}
}
