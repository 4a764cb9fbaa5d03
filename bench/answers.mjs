/** The fields of a verification, all of which must be there, and no other. */
const fields = [
  'email',
  'status',
  'explanation',
  'email_provider',
  'substatus',
  'mx_record',
  'is_domain_catch_all',
  'is_secure_email_gateway',
  'is_disposable',
  'is_role_account',
  'is_free',
  'confidence',
];

/** The bare wire says exists, missing or catch-all; the packages from npm only say valid or invalid. */
const plainAnswers = {
  deliverable: ['exists', 'valid'],
  mailbox_not_found: ['missing', 'invalid'],
  // Nobody can tell from outside whether these exist, so valid counts as right for packages that know two words.
  catch_all: ['catch-all', 'valid'],
};

/**
 * Returns whether an answer is right. A verification must be right in status, substatus and catch-all; a single word
 * must fit.
 */
export function isRight(answer, truth) {
  if (typeof answer === 'string') return plainAnswers[truth.substatus]?.includes(answer) ?? false;
  const given = Object.keys(answer);
  return (
    given.length === fields.length &&
    fields.every((field) => given.includes(field)) &&
    answer.email === truth.email &&
    answer.status === truth.status &&
    answer.substatus === truth.substatus &&
    isCatchAllRight(answer.is_domain_catch_all, truth)
  );
}

/** A single refused recipient does not show yet that its domain is no catch-all. */
function isCatchAllRight(given, { status, substatus }) {
  if (status === 'unknown') return given === null;
  return given === (substatus === 'catch_all') || (status === 'invalid' && given === null);
}
