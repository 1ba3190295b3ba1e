-- Decides a batch of requests with keys; what batch.ts does for databases. All or nothing: writes come last.
-- KEYS: windows of accounts, as "day dayCount minute minuteCount".
-- ARGV[1]: the batch as JSON (see redis-meter.ts). A limit of -1 is none.
-- Returns per request: day, dayCount, minute and minuteCount of its window, the limit that was reached (1 daily,
-- 2 burst, 0 none), and the change of the count.
local batch = cjson.decode(ARGV[1])
local loaded = {}

local function load(key)
  local counts = loaded[key]
  if counts then return counts end
  counts = { day = batch.day, dayCount = 0, minute = batch.minute, minuteCount = 0, changed = false }
  local stored = redis.call('GET', KEYS[key])
  if stored then
    local day, dayCount, minute, minuteCount = string.match(stored, '^(%d+) (%d+) (%d+) (%d+)$')
    -- A later window continues, so that a clock set back and forth resets nothing.
    if tonumber(day) >= batch.day then counts.day, counts.dayCount = tonumber(day), tonumber(dayCount) end
    if tonumber(minute) >= batch.minute then
      counts.minute, counts.minuteCount = tonumber(minute), tonumber(minuteCount)
    end
  end
  loaded[key] = counts
  return counts
end

local function count(counts)
  counts.dayCount = counts.dayCount + 1
  counts.minuteCount = counts.minuteCount + 1
  counts.changed = true
  return 1
end

local function refund(counts, window)
  if window[1] ~= counts.day or counts.dayCount == 0 then return 0 end
  counts.dayCount = counts.dayCount - 1
  if window[2] == counts.minute then counts.minuteCount = math.max(0, counts.minuteCount - 1) end
  counts.changed = true
  return -1
end

local function reached(counts, limits)
  if limits[1] >= 0 and counts.dayCount >= limits[1] then return 1 end
  if limits[2] >= 0 and counts.minuteCount >= limits[2] then return 2 end
  return 0
end

local decisions = {}
for _, request in ipairs(batch.requests) do
  local counts = load(request.key)
  local policy, change = 0, 0
  if request.operation == 'count' then
    policy = reached(counts, request.limits)
    if policy == 0 then change = count(counts) end
  elseif request.operation == 'refund' then
    change = refund(counts, request.window)
  end
  for _, value in ipairs({ counts.day, counts.dayCount, counts.minute, counts.minuteCount, policy, change }) do
    decisions[#decisions + 1] = value
  end
end

for key, counts in pairs(loaded) do
  if counts.changed then
    local value = string.format('%d %d %d %d', counts.day, counts.dayCount, counts.minute, counts.minuteCount)
    redis.call('SET', KEYS[key], value, 'PX', batch.keepMs)
  end
end
return decisions
