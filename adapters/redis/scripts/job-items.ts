import { pageCharacters } from '../../../src/ports/job-store.ts';
import type { RedisScript } from '../client.ts';
import { jobKeys } from './job-keys.ts';

/** Items per field of the hash of items. More would save memory, but single items would be slower to read. */
export const itemsPerField = 16;

/**
 * `readItems(positions)`: the items at these positions, as far as they have room on a page, and the stored result of each or null. An
 * item is null if there is no such position. A packed item has no fewer bytes than its texts have characters.
 */
export const readItems = `
local function readItems(positions)
  local items, read, characters = {}, {}, 0
  local field, lines
  for _, position in ipairs(positions) do
    local first = math.floor(position / ${itemsPerField})
    if first ~= field then
      field, lines = first, {}
      local packed = redis.call('HGET', part('items'), string.format('%.0f', field))
      for line in string.gmatch(packed or '', '[^\\n]+') do lines[#lines + 1] = line end
    end
    local line = lines[position - field * ${itemsPerField} + 1] or false
    if line then
      if characters > 0 and characters + #line > ${pageCharacters} then break end
      characters = characters + #line
    end
    items[#items + 1] = line
    read[#read + 1] = string.format('%.0f', position)
  end
  if #read == 0 then return { {}, {} } end
  return { items, redis.call('HMGET', part('results'), unpack(read)) }
end
`;

/**
 * Returns items.
 *
 * KEYS[1] <job>
 * ARGV    positions
 *
 * Output: null: no such job | the packed items, and the stored result of each or null
 */
export const jobItems: RedisScript = {
  name: 'mailproofJobItems',
  numberOfKeys: 1,
  lua: `${jobKeys}${readItems}
if not exists() then return false end
local positions = {}
for index, position in ipairs(ARGV) do positions[index] = tonumber(position) end
return readItems(positions)
`,
};
