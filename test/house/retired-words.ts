/** A word that this project no longer uses, and the one it uses instead. */
export interface RetiredWord {
  /** Finds the word in the text of a file and in its path. */
  readonly pattern: RegExp;
  readonly instead: string;
}

export const retiredWords: readonly RetiredWord[] = [
  { pattern: name('hindered'), instead: 'batch_failed' },
  { pattern: name('batchesAtOnce'), instead: 'concurrency' },
  { pattern: name('isPaid'), instead: 'ensurePaid' },
  { pattern: /\.captured\(/, instead: 'captureHold' },
  {
    pattern: /(?<!cache-|rate |_)\bcontrols?\b(?! characters?| a terminal| \(C0)/i,
    instead: 'catch-all probe',
  },
  { pattern: /\b\w*[a-z]Operators?\b|\boperatorOf\b|\boperators?\.ts\b/, instead: 'provider' },
  {
    pattern: /#turn\b|\b\w+Turns?\b|\bTurns?\b(?=[<({;,])/,
    instead: 'step, slot, keyed mutex, round robin or event-loop yield',
  },
  { pattern: /\bDnsGate\b|\bdns-gate\b/, instead: 'semaphore' },
  { pattern: /\bPlace\b|#places?\b/, instead: 'permit' },
  { pattern: /\bInFlight\b|\bin-flight\.ts/, instead: 'AdaptiveLimiter' },
  { pattern: name('DomainTurns'), instead: 'KeyedMutex' },
  { pattern: name('crewOf'), instead: 'egressSetOf' },
  { pattern: name('ExchangeLine'), instead: 'LeaseQueue' },
  { pattern: /\bwish(es)?\b/i, instead: 'lease options' },
  { pattern: name('impatientTwin'), instead: 'fail-fast connection' },
  { pattern: /\btrail\b|\w+Trail\b/i, instead: 'CNAME chain' },
  { pattern: name('willDo'), instead: 'isReusable' },
  { pattern: name('blameTheRightOne'), instead: 'throwIfLocalOutage' },
  { pattern: /\bheed(s|ed)?\b/i, instead: 'onReply' },
  { pattern: /\bwelcomed\b/, instead: 'onGreeting' },
  { pattern: name('tookOnly'), instead: 'onRecipientLimit' },
  { pattern: name('servesOnly'), instead: 'onConnectionLimit' },
  { pattern: name('toldParts'), instead: 'observed stream' },
  { pattern: name('askedOverHttp'), instead: 'request options' },
  { pattern: name('servedEngine'), instead: 'HTTP engine' },
  { pattern: name('givenSetting'), instead: 'setting value' },
  { pattern: /\bfired\(|\bfired\.ts/, instead: 'events.once' },
  { pattern: name('simulatedApart'), instead: 'sandbox stores' },
  { pattern: name('chosenStores'), instead: 'configured stores' },
  { pattern: /\bhire[sd]?\b/i, instead: 'acquire' },
  { pattern: /\bdismiss(es|ed)?\b/i, instead: 'release' },
  { pattern: /\bgoneRecipients?\b|\b(const|let) gone\b/, instead: 'redactionMark, recipientMark' },
];

/** Matches a name in any spelling: `ticketOffice`, `TicketOffice`, `ticket-office`, `ticket_office`. */
function name(camelCase: string): RegExp {
  return new RegExp(
    camelCase.replace(/[A-Z]/g, (letter) => `[-_]?${letter}`),
    'i',
  );
}
