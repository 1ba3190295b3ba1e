-- Decides a batch of quota requests; what batch.ts does for databases. All or nothing: writes come last.
-- KEYS[1]: number of address windows of the day. Others: windows, as "day dayCount minute minuteCount".
-- ARGV[1]: the batch as JSON (see redis-meter.ts). A limit of -1 is none.
-- Returns per request: index of the reported window, its day, dayCount, minute, minuteCount, the limit that was
-- reached (1 daily, 2 burst, 0 none), and the change of the count.
local batch = cjson.decode(ARGV[1])
local addresses = tonumber(redis.call('GET', KEYS[1]) or '0')
local addressesBefore = addresses
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

local function hasRoom(window, factor)
  return addresses < batch.maxAddresses * factor or load(window[1]).dayCount > 0
end

local function windowsFor(request)
  local shared = request.shared
  if #shared == 0 or hasRoom(request.windows[1], 1) then return request.windows end
  for _, window in ipairs(shared) do
    if hasRoom(window, 2) then return { window } end
  end
  return { shared[#shared] }
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

-- The window whose limit is reached: a daily one before one of a minute.
local function exhausted(windows)
  for _, window in ipairs(windows) do
    if window[2] >= 0 and load(window[1]).dayCount >= window[2] then return window, 1 end
  end
  for _, window in ipairs(windows) do
    if window[3] >= 0 and load(window[1]).minuteCount >= window[3] then return window, 2 end
  end
  return nil, 0
end

local function apply(request, counts)
  if request.operation == 'count' then return count(counts) end
  if request.operation == 'refund' then return refund(counts, request.window) end
  return 0
end

local decisions = {}
for _, request in ipairs(batch.requests) do
  local windows = windowsFor(request)
  local reported, policy, change = windows[1], 0, 0
  local over, reached = nil, 0
  if request.operation == 'count' then over, reached = exhausted(windows) end
  if over then
    reported, policy = over, reached
  else
    change = apply(request, load(windows[1][1]))
    if change ~= 0 and windows[2] then apply(request, load(windows[2][1])) end
    if change == 1 and #request.shared > 0 and load(windows[1][1]).dayCount == 1 then addresses = addresses + 1 end
  end
  local counts = load(reported[1])
  for _, value in ipairs({
    reported[1], counts.day, counts.dayCount, counts.minute, counts.minuteCount, policy, change,
  }) do decisions[#decisions + 1] = value end
end

for key, counts in pairs(loaded) do
  if counts.changed then
    local value = string.format('%d %d %d %d', counts.day, counts.dayCount, counts.minute, counts.minuteCount)
    redis.call('SET', KEYS[key], value, 'PX', batch.keepMs)
  end
end
if addresses ~= addressesBefore then redis.call('SET', KEYS[1], string.format('%d', addresses), 'PX', batch.keepMs) end
return decisions
