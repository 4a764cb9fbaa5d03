/** A plugin of Haraka, which knows no mailboxes by itself: answers recipients from `config/mailboxes.json`. */
exports.register = function () {
  this.mailboxes = this.config.get('mailboxes.json');
  this.register_hook('rcpt', 'answer');
};

exports.answer = function (next, connection, [recipient]) {
  const { names, aliases, full, disabled, tarpitSeconds } = this.mailboxes;
  const localPart = recipient.user.toLowerCase();
  if (tarpitSeconds > 0) connection.notes.tarpit = tarpitSeconds;
  if (full.includes(localPart)) return next(DENYSOFT, '4.2.2 Mailbox full');
  if (disabled.includes(localPart)) return next(DENY, '5.2.1 Mailbox disabled');
  if (names.includes(localPart) || localPart in aliases) return next(OK);
  return next(DENY, 'No such user');
};
