/** Every text of the console. */
import { type Encoding, encodingNames } from '../../lists/encoding.ts';
import type { ListFault } from '../../lists/list-problem.ts';

const delimiterNames: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
};

function creditCount(credits: string): string {
  return credits === '1' || credits === '-1' ? `${credits} credit` : `${credits} credits`;
}

function counted(count: string, one: string, more: string): string {
  return `${count} ${count === '1' ? one : more}`;
}

export const texts = {
  common: {
    name: 'mailproof',
    documentTitle: (title: string) => (title === 'mailproof' ? title : `${title} · mailproof`),
    navigation: 'Pages',
    menu: 'Menu',
    skip: 'Skip to the content',
    sandbox: 'sandbox',
    signedInAs: 'Signed in as',
    operator: 'operator',
    signOut: 'Sign out',
    version: (version: string) => `Version ${version}`,
    licences: 'Open-source licences',
    loading: 'Loading …',
    time: 'Time',
    retry: 'Try again',
    close: 'Close',
    stop: 'Stop',
    goBack: 'Go back',
    actions: 'Actions',
    next: 'Next',
    previous: 'Previous',
  },
  problems: {
    unreachable: 'The server does not answer. Try again.',
    retried: 'The server does not answer. Trying again …',
    cutOff: 'The answer was cut off. Try again.',
    status: (status: number) => `The server answered with status ${status}.`,
  },
  theme: { label: 'Colours', system: 'System', light: 'Light', dark: 'Dark' },
  pages: {
    overview: 'Overview',
    lists: 'New list',
    jobs: 'Jobs',
    verify: 'Verify one',
    people: 'Find people',
    keys: 'API keys',
    usage: 'Credits',
    accounts: 'Accounts',
    senders: 'Senders',
    service: 'Service',
    replies: 'Unrecognised replies',
  },
  signIn: {
    title: 'Sign in to mailproof',
    linkOpened: 'Sign-in link',
    linkExplained: 'You opened a sign-in link. It works once.',
    useLink: 'Sign in with this link',
    accountTitle: 'With a link',
    link: 'Sign-in link',
    linkHint: 'The operator of this server makes one for your account.',
    signIn: 'Sign in',
    operatorTitle: 'As the operator',
    adminToken: 'Admin token',
    operatorSubmit: 'Sign in as operator',
    insecure:
      'This page was opened without https, where browsers would not keep you signed in. Open it with https, or at localhost on the machine of the server.',
    alreadySignedIn: 'You opened a sign-in link, but are signed in already. To use the link, sign out first.',
  },
  ended: {
    title: 'Your session has ended',
    explained:
      'The session has expired, or another account has signed in in another tab. Sign in again to continue: everything that you typed is still here.',
    resume: 'I have signed in again in another tab',
    leave: 'Leave, and lose what you typed',
  },
  secret: {
    copy: 'Copy',
    copyNamed: (label: string) => `Copy: ${label}`,
    copied: 'Copied.',
    notCopied: 'This browser does not let the page copy. The text is selected: copy it with the keyboard.',
  },
  keys: {
    explained: 'Programs call the API with a key. Keep keys on servers: never put one into a page or an app.',
    none: 'There are no keys yet.',
    noneNext: 'Create the first one above, with the name of the program that will use it.',
    newName: 'Name of a new key',
    newNameHint: 'Such as the program that will use it.',
    test: 'Test key: answered from a sandbox, charged nothing',
    testTag: 'test',
    create: 'Create key',
    name: 'Name',
    created: 'Created',
    lastUsed: 'Last used',
    never: 'never',
    state: 'State',
    valid: 'valid',
    revoked: (when: string) => `revoked ${when}`,
    rotate: 'Replace',
    rotateNamed: (name: string) => `Replace the secret of ${name}`,
    rotateExplained:
      'The key gets a new secret, which is shown once. The old secret stays valid for a day, so that programs can change over.',
    revoke: 'Revoke',
    revokeNamed: (name: string) => `Revoke ${name}`,
    revokeExplained: 'Programs that use this key are refused from now on. This cannot be undone.',
    shownOnce: 'Copy this secret now: it is not shown again.',
    secretOf: (name: string) => `Secret of ${name}`,
    oldValidUntil: (when: string) => `The old secret is valid until ${when}.`,
    stored: 'I have stored it',
    firstRequest: 'A first request, for a terminal',
    docs: 'Read the API documentation',
  },
  overview: {
    running: 'Running jobs',
    nothingRuns: 'No list is being verified.',
    moreRun: (count: string) => `and ${count} more`,
    resultsOfMonth: 'Results this month',
    statuses: 'Statuses this month',
    listsOfMonth: 'Of the lists submitted this month, in UTC',
    newestOfMonth: 'Of the newest 200 lists of this month',
    last: 'Last lists',
    allSenders: 'All senders',
    askedLastHour: 'Recipients, last hour',
    limitsLastHour: 'Limits met, last hour',
    connections: 'Open connections',
    troubles: 'Paused or blocked by',
    states: { ok: 'ok', paused: 'paused', blocked: 'blocked' },
  },
  usage: {
    available: 'Credits available',
    held: 'Held for running work',
    span: 'Show',
    days: (days: string) => `the last ${days} days`,
    none: 'Nothing was spent in these days.',
    noneNext: 'Verified addresses are listed here by day and key.',
    chart: (from: string, to: string) =>
      `Credits spent by day from ${from} to ${to}. The table below has the numbers.`,
    table: 'What was spent on what',
    day: 'Day',
    key: 'Key',
    kind: 'For',
    count: 'Count',
    credits: 'Credits',
    console: 'console',
  },
  verify: {
    address: 'Email address',
    level: 'How far to check',
    levels: {
      smtp: 'syntax, DNS and mail server',
      dns: 'syntax and DNS',
      syntax: 'syntax only',
    },
    price: (credits: string) =>
      credits === '0'
        ? 'Costs nothing.'
        : `Costs ${creditCount(credits)}. An address that was verified in the last 24 hours costs nothing.`,
    start: 'Verify',
    running: 'Verifying …',
    didYouMean: 'Did you mean',
    steps: 'What was asked and answered',
    at: (ms: number) => `${(ms / 1_000).toFixed(2)} s`,
    kinds: {
      dns: 'DNS',
      connect: 'connect',
      command: 'sent',
      reply: 'received',
      pause: 'waiting',
      note: 'note',
    },
  },
  columns: {
    email: 'Address',
    status: 'Status',
    substatus: 'Reason',
    email_provider: 'Provider',
    mx_record: 'Mail server',
    confidence: 'Confidence',
    is_domain_catch_all: 'Accepts every name',
    is_secure_email_gateway: 'Behind a mail filter',
    is_disposable: 'Disposable',
    is_role_account: 'Role account',
    is_free: 'Free provider',
  },
  result: {
    title: 'Result',
    noAddress: 'no address found',
    confidence: (percent: number) => `${percent} % sure`,
    truth: (value: boolean | null) => (value === null ? 'unknown' : value ? 'yes' : 'no'),
    announced: (email: string, status: string) => `Result for ${email}: ${status}`,
  },
  people: {
    firstName: 'First name',
    lastName: 'Last name',
    domain: 'Domain of the company',
    find: 'Find the address',
    running: 'Looking for the address …',
    price: (credits: string) =>
      credits === '0'
        ? 'Costs nothing.'
        : `Costs ${creditCount(credits)}, whether an address is found or not. What was found in the last 24 hours costs nothing.`,
    list: 'A list of people',
  },
  lists: {
    file: {
      verifications: 'Drop a CSV with addresses here, or choose it',
      lookups: 'Drop a CSV with people here, or choose it',
    },
    fileHint:
      'CSV, or a workbook of Excel (xlsx). The file is read in this browser. Only what you submit is sent.',
    paste: {
      verifications: 'Or paste addresses',
      lookups: 'Or paste lines with first name, last name and domain',
    },
    usePasted: 'Use these',
    reading: 'Reading the list …',
    counting: 'Counting …',
    fileTooLarge: 'The file is larger than 200 MB, more than a browser can read well. Split it.',
    workerFailed: 'The list could not be read. Load the page again, and choose it again.',
    preview: 'The list',
    pasted: 'Pasted text',
    other: 'Choose another list',
    readAs: (encoding: Encoding, delimiter: string) =>
      `Read as ${encodingNames[encoding]}, separated by ${delimiterNames[delimiter] ?? delimiter}.`,
    readSheet: (name: string) => `Read from the sheet "${name}".`,
    severalColumns: (names: readonly string[]) =>
      `Several columns may have the addresses: ${names.join(', ')}. Choose the one that you mean.`,
    encoding: 'Encoding of the file',
    asItSeems: 'As it seems',
    chooseColumn: 'Choose a column',
    unclear: (count: string) =>
      `Not clear: ${count}. Where it is not clear where an address in a cell begins or ends, the row is left out and costs nothing. To verify it, leave only the address in the cell.`,
    hasHeader: 'The first line has the names of the columns',
    column: 'Column of the addresses',
    personColumns: {
      first_name: 'Column of first names',
      last_name: 'Column of last names',
      domain: 'Column of domains',
    },
    columnLabel: (number: number, name: string | undefined) =>
      name === undefined || name.trim() === '' ? `Column ${number}` : `${number}: ${name.slice(0, 60)}`,
    firstRows: 'First rows',
    counted: { verifications: 'Addresses', lookups: 'People' },
    duplicates: 'Duplicates left out',
    empty: { verifications: 'Rows without an address', lookups: 'Rows without a person' },
    implausible: { verifications: 'Not addresses', lookups: 'Not domains' },
    price: 'Price in credits',
    allImplausible: {
      verifications: 'Nothing in this column looks like an address. Choose another column.',
      lookups: 'Nothing in this column looks like a domain. Choose another column of domains.',
    },
    noItems: 'These columns have nothing to submit. Choose others.',
    tooLong: (most: string) => `A list can have at most ${most} rows. Split it.`,
    tooLarge: 'The list is too large for this server. Split it.',
    tooDear: 'There are too few credits for this list. Ask the operator for more.',
    submittedBefore:
      'This list was submitted before, but no answer arrived. Submit it again: it is not charged twice.',
    submit: (count: string) => `Submit ${count}`,
    submitting: 'Submitting …',
  },
  jobs: {
    none: 'There are no jobs yet.',
    submit: 'Submit a list',
    noneNext: 'Each list that you submit becomes a job: its progress and its results are shown here.',
    noneOfAnyNext: 'Accounts submit lists. To let one sign in, open it and make a sign-in link.',
    noneOfAccount: 'This account has no jobs.',
    noneOfAccountNext: 'Check the name, or clear it to see the jobs of all accounts.',
    ofAccount: 'Only of this account',
    account: 'Account',
    submitted: 'Submitted',
    name: 'Name',
    kind: 'Kind',
    kinds: { verifications: 'addresses', lookups: 'people' },
    key: 'Key',
    state: 'State',
    progress: 'Done',
  },
  job: {
    title: 'Job',
    all: 'All jobs',
    progress: 'Progress',
    finished: 'The job is finished.',
    noResultsYet: 'There are no results yet. You can leave this page: the job continues.',
    done: (processed: string, total: string) => `${processed} of ${total}`,
    retrying: 'To be tried again',
    submitted: (when: string) => `submitted ${when}`,
    nextRetry: (when: string) => `next retry ${when}`,
    speed: (perSecond: string) => `${perSecond} per second`,
    left: (duration: string) => `about ${duration} left`,
    completed: (when: string) => `finished ${when}`,
    credits: (charged: string, refunded: string) =>
      refunded === '0' ? creditCount(charged) : `${creditCount(charged)}, ${refunded} given back`,
    cancel: 'Cancel job',
    cancelTitle: 'Cancel this job?',
    cancelExplained: (processed: string) =>
      `What is not done yet is given up, and its credits are given back. ${counted(processed, 'result so far is', 'results so far are')} kept.`,
    remove: 'Delete job',
    removeTitle: 'Delete this job?',
    removeExplained: 'The job and its results are deleted. This cannot be undone.',
  },
  results: {
    title: 'Results',
    table: 'Results, a row for each',
    all: 'all',
    status: 'Status or reason',
    text: 'Containing',
    counted: (name: string, count: string) => `${name} (${count})`,
    loading: (count: string) => `Loading: ${count} so far …`,
    shown: (shown: string, all: string) =>
      `${shown === all ? '' : `${shown} of `}${counted(all, 'row', 'rows')}`,
    refresh: 'Load the results that have come since',
    keys: 'Choose a row, or go through them with the arrow keys, Page Up, Page Down, Home and End, to see all that is known.',
    csv: 'Download results as CSV',
    downloadShown: (count: string, format: string) => `Save ${counted(count, 'row', 'rows')} as ${format}`,
    formats: { csv: 'CSV', xlsx: 'Excel', ndjson: 'JSON lines' },
    csvWithList: 'Download your list with the results',
    shownOfList: 'Download the rows of your list that are shown',
    chooseListAgain: 'Choose your list again, to download it with the results',
    matched: (matched: string, rows: string) =>
      `Downloaded: ${matched} of ${counted(rows, 'row has', 'rows have')} a result.`,
    savedShown: (matched: string, rows: string) =>
      `Downloaded: ${matched} of ${counted(rows, 'row', 'rows')}.`,
    noneShown: 'No row of this list has a result that is shown. Choose another column, or show more.',
    noneMatched: 'No row of this list has a result. Choose another column, or another list.',
  },
  picture: {
    statuses: 'Statuses',
    substatuses: 'Reasons',
    providers: 'Providers',
    confidence: 'Confidence',
    others: 'others',
    percent: (from: number, to: number) => `${from} to ${to} %`,
    noConfidence: 'none',
  },
  accounts: {
    goTo: 'Go to the accounts',
    none: 'There are no accounts yet.',
    noneNext: 'Open one above: its first credits or its first key make it.',
    open: 'Open an account',
    openHint: 'An account need not exist: its first credits or its first key make it.',
    go: 'Open',
    title: (account: string) => `Account ${account}`,
    dots: 'Browsers cannot ask for an account of this name. Use the commands of mailproof: credits, keys and accounts.',
    credits: 'Credits',
    creditsHint: 'A minus sign takes credits away.',
    grantId: 'Reference',
    grantIdHint: 'Such as the number of the invoice. The same reference changes nothing twice.',
    grant: 'Book',
    granted: (credits: string) =>
      `${creditCount(credits)} ${credits === '1' || credits === '-1' ? 'was' : 'were'} booked.`,
    signOut: 'Sign out everywhere',
    signOutExplained:
      'All sessions of this account end at once, and its open sign-in links no longer work. Its API keys stay valid.',
  },
  invitations: {
    title: 'Sign-in links',
    create: 'Make a sign-in link',
    shownOnce: 'Send this link to the account. It works once, and is not shown again.',
    link: 'Sign-in link',
    none: 'No link is open.',
    noneNext: 'To let the account sign in, make one and send it.',
    open: (created: string, expires: string) => `Made ${created}, valid until ${expires}`,
    withdraw: 'Withdraw',
    withdrawExplained: 'The link will not work any more.',
  },
  senders: {
    none: 'No mail server was asked yet.',
    noneNext: 'Let the doctor examine whether mail servers will answer.',
    grid: 'Connections by sender and provider',
    egress: 'Sender',
    others: 'Other mail servers',
    hosts: (count: string) => `Mail servers: ${count}`,
    connections: (open: string, limit: string) => `${open} of ${limit}`,
    rate: (perSecond: string) => `${counted(perSecond, 'recipient', 'recipients')} per second`,
    limitsMet: (count: string) => `limit met ${count === '1' ? 'once' : `${count} times`} this hour`,
    paused: (until: string) => `paused until ${until}`,
    blocked: (until: string) => `blocked until ${until}`,
    summedUp: (title: string, sums: readonly string[]) => `${title}: ${sums.join(', ')}`,
    sum: (count: string, name: string) => `${count} ${name}`,
    historyOf: 'History of',
    all: 'All senders and providers',
    at: (egress: string, provider: string) => `${egress}, ${provider}`,
    hour: 'The last hour',
    day: 'The last day',
    series: {
      recipients: 'recipients asked',
      failures: 'failed connections',
      limits: 'limits met',
      blocks: 'blocks',
    },
  },
  service: {
    goTo: 'Go to the service',
    version: 'Version',
    node: 'Node.js',
    uptime: 'Up for',
    store: 'Store',
    storeFindings: 'How the store is set up',
    waiting: 'Waiting in the queue',
    retries: 'Retries waiting',
    oldestRetry: 'Oldest retry',
    memory: (name: string) => `Memory: ${name}`,
    megabytes: (count: string) => `${count} MiB`,
  },
  doctor: {
    title: 'Doctor',
    explained: 'Examines whether this server can verify well: names, ports, senders and stores.',
    start: 'Examine',
    running: 'Examining …',
    finding: (check: string, text: string, advice: string | null) =>
      `${check.replaceAll('_', ' ')}: ${text}${advice === null ? '' : ` ${advice}`}`,
    done: (findings: number, faults: number) =>
      `Done: ${counted(String(findings), 'finding', 'findings')}, ${faults === 0 ? 'all ok' : `${faults} not ok`}.`,
  },
  replies: {
    explained:
      'What mail servers replied that mailproof did not understand. Addresses and host names are left out.',
    none: 'Every reply was understood.',
    noneNext: 'Replies that are not will be listed here. There is nothing to do.',
    stage: 'After',
    code: 'Code',
    words: 'Words',
    noWords: '(none)',
  },
  faultOf,
} as const;

/** Says what to do about a list that cannot be read. */
function faultOf(fault: ListFault): string {
  switch (fault.kind) {
    case 'empty':
      return 'The list is empty.';
    case 'pdf':
      return 'This is a PDF, not CSV. Export the list as CSV from the program that made it.';
    case 'workbook':
      return 'This is an archive, a damaged workbook, or a workbook that is not xlsx. In Excel, choose "Save As" and "CSV UTF-8"; in LibreOffice "Save As" and "Text CSV"; in Google Sheets "Download" and "CSV".';
    case 'uncalculated':
      return `The workbook was never calculated: the sheet "${fault.sheet}" has formulas without a value, such as in ${fault.cell}. Open it in Excel or LibreOffice, save it, then choose it again.`;
    case 'large_workbook':
      return 'The workbook has more than can be read of a workbook: 128 MiB unpacked, or 5,000,000 cells. Save it as CSV in UTF-8, or split it.';
    case 'utf_32':
      return 'The list is in UTF-32, which is not read. Save it as CSV in UTF-8, then choose it again.';
    case 'other_encoding':
      return `The list is not in ${encodingNames[fault.encoding]}. Choose its encoding, or save it as CSV in UTF-8, then choose it again.`;
    case 'too_many_columns':
      return `The list has ${fault.columns} columns. At most ${fault.most} are read.`;
    case 'names_below':
      return `The names of the columns seem to be in a row below the first: ${fault.names.join(', ')}. Remove what is above them, then choose the list again.`;
    case 'other_separator':
      return `The cells seem to be separated by ${fault.separator}, which is not read as a separator. Save the list with commas.`;
    case 'long_row':
      return `The row that ends on line ${fault.line} has ${fault.cells} cells, and the first line only ${fault.width}. Put quotes around a cell that has the separator in it, or remove the cells that are too many.`;
    case 'open_quote':
      return `A quote (") is not closed, on line ${fault.line} or below. Add the one that is missing at the end of the cell, or remove it.`;
  }
}
