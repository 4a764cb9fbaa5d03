/** Returns whose limits a request counts against: those of an account, over all its sessions, or of the operator. */
export function tenantOf(account: string | null): string {
  return account === null ? 'operator' : `account ${account}`;
}
