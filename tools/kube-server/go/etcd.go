package main

import (
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"time"

	"go.etcd.io/etcd/server/v3/embed"
	"go.etcd.io/etcd/server/v3/storage/wal"
)

// startEtcd starts it on sockets below dir, so that it takes no port, and returns its URL.
func startEtcd(dir string) (string, error) {
	socket := func(name string) url.URL { return url.URL{Scheme: "unix", Path: filepath.Join(dir, name)} }
	client := socket("etcd.sock")
	if len(client.Path) > 100 {
		return "", fmt.Errorf("%s is too long for the path of a socket; set TMPDIR to a folder with a shorter one", client.Path)
	}
	config := embed.NewConfig()
	config.Dir = filepath.Join(dir, "etcd")
	config.LogLevel, config.LogOutputs = "error", []string{filepath.Join(dir, "etcd.log")}
	config.UnsafeNoFsync = true                // what is kept, outlives the process but not the machine
	config.TickMs, config.ElectionMs = 10, 100 // a lone member waits one election before it leads
	wal.SegmentSizeBytes = 4 << 20             // it makes two at once, of 64 MB by default
	config.ListenClientUrls, config.ListenPeerUrls = []url.URL{client}, []url.URL{socket("peer.sock")}
	// The advertised URLs stay localhost: a socket is refused there, and nobody connects to them.
	etcd, err := embed.StartEtcd(config)
	if err != nil {
		return "", fmt.Errorf("etcd: %w", err)
	}
	select {
	case <-etcd.Server.ReadyNotify():
		return client.String(), nil
	case <-time.After(30 * time.Second):
		return "", errors.New("etcd is not ready after 30 seconds")
	}
}
