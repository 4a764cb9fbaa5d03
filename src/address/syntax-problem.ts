/**
 * The reasons why a text is not a valid address, each with a sentence for the person who must correct it.
 */
export const syntaxExplanations = {
  empty: 'There is no address: the text is empty.',
  control_character: 'The address contains a line break, a tab or another control character.',
  no_at: 'The address has no @ sign.',
  several_at: 'The address has more than one @ sign; perhaps two addresses were run together.',
  display_name: 'The address is wrapped in a name or in angle brackets; only the bare address is expected.',
  comment: 'The address contains a comment in parentheses; only the bare address is expected.',
  no_local_part: 'There is nothing before the @ sign.',
  no_domain: 'There is no domain after the @ sign.',
  white_space: 'The address contains a space.',
  hidden_character:
    'The address contains an invisible character, probably picked up by copying it from elsewhere.',
  illegal_character:
    'The part before the @ sign contains a character that is not allowed in an email address.',
  unclosed_quote: 'The part before the @ sign opens a quotation mark and never closes it.',
  misplaced_quote: 'The part before the @ sign has a quotation mark in the wrong place.',
  dots: 'The address has a dot at the start or the end of one of its parts, or two dots in a row.',
  local_part_too_long: 'The part before the @ sign is longer than the 64 characters allowed.',
  address_too_long: 'The address is longer than the 254 characters allowed.',
  address_literal: 'The address names a server by its number in brackets instead of by a domain.',
  domain_too_long: 'The domain is longer than the 253 characters allowed.',
  label_too_long: 'A part of the domain between two dots is longer than the 63 characters allowed.',
  bad_domain: 'The domain contains a character, or a hyphen in a place, that domain names do not allow.',
  no_dot: 'The domain has no dot, so it is not a complete domain name such as example.com.',
  numeric_domain: 'The domain ends in a number, as an IP address does; a domain name was expected.',
} as const satisfies Record<string, string>;

/** Why a text is not a valid address. */
export type SyntaxProblem = keyof typeof syntaxExplanations;
