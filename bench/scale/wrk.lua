-- What wrk asks and prints for bench/scale/wrk.ts: the paths of a file in turn, from a random one on, and one line of JSON at the
-- end. Requests are written once: writing each anew would cost as much as sending it.
-- Arguments: FILE KEY
local requests, at = {}, 0

function init(args)
  wrk.headers["Authorization"] = "Bearer " .. args[2]
  for path in io.lines(args[1]) do requests[#requests + 1] = wrk.format("GET", path) end
  math.randomseed(os.time())
  at = math.random(#requests)
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  local broken = errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format('{"answers":%d,"seconds":%.3f,"refused":%d,"broken":%d,"p50Ms":%.2f,"p99Ms":%.2f}\n',
    summary.requests, summary.duration / 1e6, errors.status, broken,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
