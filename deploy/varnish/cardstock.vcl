vcl 4.1;
# Varnish that keeps catalog answers for all callers, with the module xkey of varnish-modules.
# Start the processes with CARDSTOCK_TRUST_PROXY=1 and CARDSTOCK_SHARED_CACHE_S=60; examples/purge-cache.ts purges.
import std;
import xkey;

backend default {
    .host = "127.0.0.1";
    .port = "8080";
}

acl purgers {
    "127.0.0.1";
}

sub vcl_recv {
    if (req.method == "PURGE") {
        if (client.ip !~ purgers) {
            return (synth(403));
        }
        set req.http.purged = xkey.softpurge(req.http.xkey-purge);
        return (synth(200, "purged " + req.http.purged));
    }
    if (req.restarts == 0) {
        unset req.http.may;
    }
    if ((req.method != "GET" && req.method != "HEAD") || req.url !~ "^/v1/" || req.url ~ "^/v1/events") {
        return (pass);
    }
    # First the key is asked for: /v1 is answered to every key that may read, and says whether it sees what all see.
    if (req.http.may !~ "public") {
        if (req.restarts > 0) {
            return (pass);
        }
        set req.http.asked = req.url;
        set req.http.held = req.http.If-None-Match;
        unset req.http.If-None-Match;
        set req.url = "/v1";
        return (pass);
    }
    return (hash);
}

sub vcl_hash {
    hash_data(req.url);
    hash_data(req.http.host);
    return (lookup);
}

sub vcl_deliver {
    if (req.restarts == 0 && req.http.asked) {
        set req.http.may = "private";
        if (resp.status == 200) {
            set req.http.may = resp.http.Cache-Control;
            set req.http.policy = resp.http.RateLimit-Policy;
            set req.http.budget = resp.http.RateLimit;
        }
        set req.url = req.http.asked;
        if (req.http.held) {
            set req.http.If-None-Match = req.http.held;
        }
        return (restart);
    }
    unset resp.http.Surrogate-Key;
    unset resp.http.Cache-Tag;
    if (req.http.budget) {
        set resp.http.RateLimit-Policy = req.http.policy;
        set resp.http.RateLimit = req.http.budget;
    }
}

sub vcl_backend_response {
    if (beresp.http.Surrogate-Key) {
        set beresp.http.xkey = beresp.http.Surrogate-Key;
        # What was purged is shown once more while it is asked for again.
        set beresp.grace = 10s;
        set beresp.keep = 1h;
    }
}
