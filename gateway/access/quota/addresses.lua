-- Adds counts of addresses. All or nothing: HINCRBY fails before it writes anything.
-- KEYS: hashes of counts by address, each of a day or a minute. ARGV: the lifetime of each in ms; then for each
-- address its name, and twice (for its day and its minute) the number of the hash and the difference.
-- Returns for each address its counts in both.
local totals = {}
for index = #KEYS + 1, #ARGV, 5 do
  for one = index + 1, index + 3, 2 do
    totals[#totals + 1] = redis.call('HINCRBY', KEYS[tonumber(ARGV[one])], ARGV[index], ARGV[one + 1])
  end
end
for key, name in ipairs(KEYS) do redis.call('PEXPIRE', name, ARGV[key]) end
return totals
