package main

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
	"k8s.io/client-go/tools/cache"
	"k8s.io/controller-manager/pkg/informerfactory"
	"k8s.io/kubernetes/pkg/controller/endpoint"
	"k8s.io/kubernetes/pkg/controller/endpointslice"
	"k8s.io/kubernetes/pkg/controller/garbagecollector"
	"k8s.io/kubernetes/pkg/controller/namespace/deletion"
)

// startControllers runs those loops of kube-controller-manager that make deletes and backends of Services behave as in a cluster.
func startControllers(ctx context.Context, admin *rest.Config, wanted map[string]bool) error {
	config := rest.CopyConfig(admin)
	config.QPS = -1 // no throttling on the client's side
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	meta, err := metadata.NewForConfig(config)
	if err != nil {
		return err
	}
	factory, metaFactory := informers.NewSharedInformerFactory(client, 0), metadatainformer.NewSharedInformerFactory(meta, 0)
	started := make(chan struct{})
	if wanted["namespace"] {
		if err := emptyNamespaces(ctx, client, meta, factory); err != nil {
			return err
		}
	}
	if wanted["endpoints"] {
		core, slices := factory.Core().V1(), factory.Discovery().V1().EndpointSlices()
		go endpointslice.NewController(ctx, core.Pods(), core.Services(), core.Nodes(), slices, 100, client, 0).Run(ctx, 2)
		go endpoint.NewEndpointController(ctx, core.Pods(), core.Services(), core.Endpoints(), client, 0).Run(ctx, 2)
	}
	if wanted["gc"] {
		mapper := restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(client.Discovery()))
		all := informerfactory.NewInformerFactory(factory, metaFactory)
		collector, err := garbagecollector.NewGarbageCollector(ctx, client, meta, mapper, garbagecollector.DefaultIgnoredResources(), all, started)
		if err != nil {
			return err
		}
		go collector.Run(ctx, 5, 30*time.Second)
		go collector.Sync(ctx, client.Discovery(), 2*time.Second) // 30 s in a cluster: kinds of new CRDs are collected that late
	}
	factory.Start(ctx.Done())
	metaFactory.Start(ctx.Done())
	close(started)
	return nil
}

// emptyNamespaces drives the deleter of the stock namespace controller, which itself would wait five seconds before each delete.
func emptyNamespaces(ctx context.Context, client kubernetes.Interface, meta metadata.Interface, factory informers.SharedInformerFactory) error {
	deleter := deletion.NewNamespacedResourcesDeleter(ctx, client.CoreV1().Namespaces(), meta, client.CoreV1(),
		client.Discovery().ServerPreferredNamespacedResources, corev1.FinalizerKubernetes)
	var busy sync.Map
	sweep := func(object any) {
		namespace := object.(*corev1.Namespace)
		if namespace.DeletionTimestamp == nil {
			return
		}
		if _, known := busy.LoadOrStore(namespace.UID, true); known {
			return
		}
		go func() {
			for ctx.Err() == nil && deleter.Delete(ctx, namespace.Name) != nil {
				time.Sleep(100 * time.Millisecond)
			}
		}()
	}
	_, err := factory.Core().V1().Namespaces().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    sweep,
		UpdateFunc: func(_, object any) { sweep(object) },
	})
	return err
}
