import { codeOf, fillIn, wireForm } from '../../../adapters/sandbox/smtp/reply-format.ts';
import type { ExchangeSpec } from '../world/exchange-spec.ts';
import type { World } from '../world/world.ts';
import type { RunningExchange } from './running-exchange.ts';

/** Whom a server that blocks us names: us, or only a policy of its own. */
export type Block = 'client' | 'policy';

/** Who asks about whom. */
interface RecipientQuestion {
  readonly address: string;
  readonly sender: string;
  readonly clientAddress: string;
  readonly now: number;
  readonly block: Block | undefined;
  /** What it says to a client that asks about too many. */
  readonly limit: string | undefined;
  /** The server has lost its patience with this session. */
  readonly refusesAll: boolean;
}

/** Returns the wire form of a reply of an exchange. */
export function replyOf(
  { spec }: RunningExchange,
  text: string,
  names: { client: string; sender?: string; address?: string },
): string {
  const { sender = '', address = '', client } = names;
  const domain = address.slice(address.lastIndexOf('@') + 1);
  // No client reads the date in a greeting.
  const context = { host: spec.host, client, sender, address, domain, echo: spec.echo, now: 0 };
  return wireForm(fillIn(text, context, spec.enhancedCodes));
}

/** Returns what an exchange says of a recipient, and the code of it. */
export function answerRecipient(
  exchange: RunningExchange,
  world: World,
  question: RecipientQuestion,
): { readonly text: string; readonly code: number } {
  const { address, sender, clientAddress } = question;
  const text = replyOf(exchange, textFor(exchange, world, question), {
    client: clientAddress,
    sender,
    address,
  });
  return { text, code: codeOf(text) };
}

/** Returns what a server says that blocks us. */
export function blockText({ texts }: ExchangeSpec, block: Block): string {
  return block === 'client' ? texts.blocked : '550 5.7.1 Message rejected due to local policy';
}

const randomAnswers = [
  '250 2.1.5 Ok',
  '550 5.1.1 User unknown',
  '450 4.2.0 Try again later',
  '554 5.7.1 Rejected',
  '252 Cannot verify',
  '500 What?',
];

function textFor(exchange: RunningExchange, world: World, question: RecipientQuestion): string {
  const { spec, random } = exchange;
  const { texts } = spec;
  const { address, sender, clientAddress, now, block, limit, refusesAll } = question;
  if (block !== undefined) return blockText(spec, block);
  if (limit !== undefined) return limit;
  if (refusesAll) return spec.errorLimits.refusal;
  if (spec.hostility === 'random-answers') return random.pick(randomAnswers);
  const domain = world.domainOf(address);
  const policy =
    domain && exchange.policyReply(address.slice(0, address.lastIndexOf('@')).toLowerCase(), domain);
  if (policy !== undefined) return policy;
  if (spec.isRetired || !world.exchangesOf(address).includes(spec)) return texts.relayDenied;
  if (spec.acceptsEverything || spec.isBackup) return texts.accepted;
  const truth = world.truthOf(address);
  const exists = truth.kind === 'mailbox' || (truth.kind === 'no-mailbox' && truth.catchAll);
  const asksGreylist = spec.greylist !== undefined && (spec.greylist.beforeDirectory || exists);
  if (asksGreylist && exchange.putsOff(clientAddress, sender, address.toLowerCase(), now))
    return texts.greylisted;
  if (exchange.verifies(address.toLowerCase(), now))
    return '450 4.1.1 {echo}Recipient address rejected: unverified address: Address verification in progress';
  if (truth.kind !== 'mailbox') {
    if (exists) return texts.accepted;
    return spec.calloutMs === undefined
      ? texts.missing
      : '450 4.1.1 {echo}Recipient address rejected: unverified address: host inner.example.net said: 550 5.1.1 User unknown (in reply to RCPT TO command)';
  }
  if (truth.state === 'full') return texts.full;
  return truth.state === 'disabled' ? texts.disabled : texts.accepted;
}
