/**
 * Lua function of the scripts of API keys; needs the prelude.
 *
 * `keyOfSecret(hash, now)`: the first SHA-256 of the key for which the secret with the SHA-256 `hash` is valid, by the time
 * `now` in milliseconds; nil if there is none. Does not say whether the key is revoked.
 */
export const keySecret = `
local function keyOfSecret(hash, now)
  local first = redis.call('GET', KEYS[1] .. ':secret:' .. hash) or hash
  local id, current = unpack(redis.call('HMGET', KEYS[1] .. ':hash:' .. first, 'id', 'current'))
  if not id then return nil end
  if (current or first) == hash then return first end
  local times = redis.call('HGET', KEYS[1] .. ':replaced:' .. first, hash)
  if not times then return nil end
  local replacedAt, validUntil = times:match('^(%d+) (%d+)$')
  if now < tonumber(replacedAt) or now >= tonumber(validUntil) then return nil end
  return first
end
`;
