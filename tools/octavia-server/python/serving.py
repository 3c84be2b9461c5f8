"""One WSGI application on a loopback port, in a process that ends with the one that started it."""
import os
import shutil
import socketserver
import threading
from wsgiref import simple_server


class Handler(simple_server.WSGIRequestHandler):
    def address_string(self):
        return self.client_address[0]  # the base class asks DNS

    def log_message(self, *args):
        pass


class Server(socketserver.ThreadingMixIn, simple_server.WSGIServer):
    daemon_threads = True
    request_queue_size = 128


def listen(port, work):
    """Takes the port before the long imports begin, so that nobody else can. Nothing is answered until `serve`."""

    def end_with_parent():
        os.read(0, 1)  # a pipe that the parent never writes to: it closes when the parent ends, however that happens
        shutil.rmtree(work, ignore_errors=True)
        os._exit(0)

    global parent
    parent = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # the services log to stdout, which is for the parent
    threading.Thread(target=end_with_parent, daemon=True).start()
    return Server(("127.0.0.1", int(port)), Handler)


def serve(server, app):
    server.set_app(app)
    print("ready", file=parent, flush=True)
    server.serve_forever()


def once(make):
    """The one thing of its kind in this process, also when several threads are the first to ask."""
    lock = threading.Lock()
    made = []

    def get():
        with lock:
            if not made:
                made.append(make())
            return made[0]

    return get


def one_writer(app):
    """Services that were not written for sqlite: one changing request at a time, or they meet "database is locked"."""
    lock = threading.Lock()

    def serialised(env, start):
        if env["REQUEST_METHOD"] in ("GET", "HEAD", "OPTIONS"):
            return app(env, start)
        with lock:
            return [b"".join(app(env, start))]

    return serialised
