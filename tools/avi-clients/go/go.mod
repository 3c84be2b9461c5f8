module pulumi-k8s-lb/avi-clients

go 1.21

require github.com/vmware/alb-sdk v0.0.0-20240321054554-959a4fbdb4a2

require github.com/golang/glog v0.0.0-20160126235308-23def4e6c14b // indirect
