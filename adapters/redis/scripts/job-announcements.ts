/**
 * Lua functions at the beginning of the scripts of announcements, and their data: what one endpoint is still to be told. An
 * announcement is the text `[account, creation number, id of the job]` in JSON.
 *
 * <announcements>            sorted set of those that wait, by when they are due; 0 for a job that has just finished
 * <announcements>:turns      sorted set of those that are due, by their place
 * <announcements>:places     hash of the last place of each account, and `round`: that of the one leased last
 * <announcements>:leases     hash of "<id of the lease or -> <failures>" of those that were leased, and `now`: the time of
 *                            the last lease, by which a clock that was set back is seen
 */
export const jobAnnouncements = `
local waiting = KEYS[1]
local turns, places, leases = waiting .. ':turns', waiting .. ':places', waiting .. ':leases'
local function parse(lease)
  local id, failures = string.match(lease or '- 0', '^(%S+) (%d+)$')
  return id, tonumber(failures)
end
`;
