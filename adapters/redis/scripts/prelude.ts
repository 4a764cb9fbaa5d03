/**
 * Lua functions at the beginning of other scripts.
 *
 * `int(number)`: the number in decimal digits, exact up to 2^53. Lua itself rounds to 14 digits.
 * `micros(time)`: the time, in microseconds since the epoch. `time` is in milliseconds; empty is the server's time.
 * `millis(time)`: the same in milliseconds.
 * `extendTtl(key, ms)`: keeps the key for at least `ms` from now.
 */
export const prelude = `
local function int(number)
  return string.format('%.0f', number)
end
local function micros(time)
  if time ~= '' then return tonumber(time) * 1000 end
  local server = redis.call('TIME')
  return tonumber(server[1]) * 1000000 + tonumber(server[2])
end
local function millis(time)
  return math.floor(micros(time) / 1000)
end
local function extendTtl(key, ms)
  if redis.call('PTTL', key) < ms then redis.call('PEXPIRE', key, int(ms)) end
end
`;
