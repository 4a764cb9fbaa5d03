/** The explanations of lookup results: one sentence that names the cause. */
export const lookupExplanations = {
  noneExists: 'None of the addresses that this person would most likely have at the domain exists.',
  mailboxFull: 'The most likely address exists, but its mailbox is full, so it takes no mail for now.',
  unreadableName: 'No address can be made of this name: it is written in letters that there is no rule for.',
  badDomain: 'The domain is not one that can receive mail: a name such as example.com is expected.',
  catchAll:
    'The mail server accepts every address at this domain, so it does not tell which one is the person’s.',
  disposable: 'The domain belongs to a disposable email service, where nobody has a lasting address.',
  freeProvider:
    'Anybody can have an address at this email provider, so the name does not tell which one is the person’s.',
  anothers:
    'The mail server accepts this address, but it was found for a person of another name before, and may be that person’s alone.',
  frequentName:
    'The mail server accepts this address, but the name is so frequent that it may be a colleague’s.',
  unproven:
    'The mail server accepts a likely address, but whether it would accept any other could not be found out.',
  notCompleted: 'The job could not be completed, so this row was not looked up; its credits were given back.',
  outOfTime: 'The search did not end in the time allowed; a larger timeout may find the address.',
} as const satisfies Record<string, string>;

export function acceptsEverything(provider: string): string {
  return `${provider} accepts every address at first and only refuses mail later, so no address can be confirmed.`;
}
