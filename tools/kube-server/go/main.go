// kube-server: a kube-apiserver and its etcd in one process on one loopback port, for tests.
// It prints one line of JSON when it is ready and leaves nothing behind when it ends, unless a folder is named: that is taken up again.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"k8s.io/client-go/rest"
)

type settings struct {
	port          int
	dir           string
	authorization string
	controllers   map[string]bool
	users         []user
	extra         []string // for kube-apiserver as they are
}

// list splits `a,b`; nothing for "".
func list(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' })
}

func main() {
	var s settings
	flag.IntVar(&s.port, "port", 0, "loopback port; 0 takes a free one")
	flag.StringVar(&s.dir, "dir", "", "folder that is kept, with keys, tokens and data; empty for one that is removed at the end")
	flag.StringVar(&s.authorization, "authorization", "AlwaysAllow", "AlwaysAllow or RBAC")
	controllers := flag.String("controllers", "namespace,gc", "comma list of namespace, gc, endpoints; empty for none")
	users := flag.String("users", "", "comma list of further users with a token each")
	stdin := flag.Bool("exit-on-stdin-eof", false, "end when stdin closes, that is when the parent is gone")
	flag.Parse()
	s.extra = flag.Args()
	s.controllers = map[string]bool{}
	for _, name := range list(*controllers) {
		s.controllers[name] = true
	}
	s.users = newUsers(list(*users))

	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	defer stop()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if *stdin {
		go func() {
			_, _ = io.Copy(io.Discard, os.Stdin)
			cancel()
		}()
	}
	if err := run(ctx, s); err != nil && !errors.Is(err, context.Canceled) {
		fmt.Fprintln(os.Stderr, "kube-server:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, s settings) error {
	if s.dir != "" {
		return serve(ctx, s.dir, s)
	}
	dir, err := os.MkdirTemp("", "kube-server-")
	if err != nil {
		return err
	}
	defer func() {
		_ = os.RemoveAll(dir)
		_ = os.RemoveAll(dir) // etcd may have written meanwhile
	}()
	return serve(ctx, dir, s)
}

func serve(ctx context.Context, dir string, s settings) error {
	if err := logToFile(filepath.Join(dir, "apiserver.log")); err != nil {
		return err
	}
	// Opened before anything else and handed on: no race for the port.
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", s.port))
	if err != nil {
		return err
	}
	address := listener.Addr().(*net.TCPAddr)
	etcdURL, err := startEtcd(dir)
	if err != nil {
		return err
	}
	keys, err := keptKeys(dir)
	if err != nil {
		return err
	}
	if keys == nil {
		if keys, err = writeKeys(dir, address.IP); err != nil {
			return err
		}
		if err := writeTokens(dir, s.users); err != nil {
			return err
		}
	} else if s.users, err = keptUsers(dir); err != nil {
		return err
	}
	ended, err := startAPIServer(dir, etcdURL, listener, s)
	if err != nil {
		return err
	}

	url := fmt.Sprintf("https://%s", address)
	admin := &rest.Config{Host: url, BearerToken: s.users[0].token, TLSClientConfig: rest.TLSClientConfig{CAData: keys["ca.crt"]}}
	if err := waitReady(ctx, ended, admin); err != nil {
		return err
	}
	if err := startControllers(context.Background(), admin, s.controllers); err != nil {
		return err
	}
	kubeconfig := filepath.Join(dir, "kubeconfig")
	if err := os.WriteFile(kubeconfig, kubeconfigOf(url, keys, s.users), 0o600); err != nil {
		return err
	}
	tokens := map[string]string{}
	for _, u := range s.users {
		tokens[u.name] = u.token
	}
	ready := map[string]any{"url": url, "token": s.users[0].token, "users": tokens, "kubeconfig": kubeconfig, "ca": filepath.Join(dir, "ca.crt"), "dir": dir}
	if err := json.NewEncoder(os.Stdout).Encode(ready); err != nil {
		return err
	}
	// The end is not a graceful one: with one open watch that takes seven seconds, and the state is thrown away.
	select {
	case err := <-ended:
		return fmt.Errorf("kube-apiserver ended: %v", err)
	case <-ctx.Done():
		return nil
	}
}
