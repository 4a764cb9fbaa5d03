/**
 * Lua that other scripts begin with.
 *
 * `int(number)`: its decimal digits; Lua itself would round to 14 of them. Exact up to 2^53.
 * `micros(given)`: microseconds since the epoch, of the given milliseconds or, where they are empty, of the server.
 * `millis(given)`: the same in milliseconds.
 * `keep(key, ms)`: lets the key live at least that much longer.
 */
export const numbers = `
local function int(number)
  return string.format('%.0f', number)
end
local function micros(given)
  if given ~= '' then return tonumber(given) * 1000 end
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000000 + tonumber(time[2])
end
local function millis(given)
  return math.floor(micros(given) / 1000)
end
local function keep(key, ms)
  if redis.call('PTTL', key) < ms then redis.call('PEXPIRE', key, int(ms)) end
end
`;
