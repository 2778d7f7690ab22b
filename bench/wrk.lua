-- What wrk asks and prints for bench/wrk.ts: the paths of a file in turn, from a place of its own in each thread, and one
-- line of JSON at the end.
-- Arguments: FILE KEY
local paths, headers, at = {}, {}, 0

function init(args)
  for path in io.lines(args[1]) do paths[#paths + 1] = path end
  headers["Authorization"] = "Bearer " .. args[2]
  math.randomseed(os.time())
  at = math.random(#paths)
end

function request()
  at = at % #paths + 1
  return wrk.format("GET", paths[at], headers)
end

function done(summary, latency)
  local errors = summary.errors
  local broken = errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format('{"answers":%d,"seconds":%.3f,"refused":%d,"broken":%d,"p50Ms":%.2f,"p99Ms":%.2f}\n',
    summary.requests, summary.duration / 1e6, errors.status, broken,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
