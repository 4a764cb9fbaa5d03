/** An identity for engines that ask no mail server, so that nobody sees it. */
export const unseenIdentity = { helo: 'offline.invalid', mailFrom: 'nobody@offline.invalid' };
