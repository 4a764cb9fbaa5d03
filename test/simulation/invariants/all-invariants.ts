import { aKeyNamesOneList } from './credits/a-key-names-one-list.ts';
import { balancesAddUp } from './credits/balances-add-up.ts';
import { chargedOnceForWhatWasGiven } from './credits/charged-once-for-what-was-given.ts';
import { holdsExpire } from './credits/holds-expire.ts';
import { holdsLastAsLongAsTheirWork } from './credits/holds-last-as-long-as-their-work.ts';
import { jobsChargedOnce } from './credits/jobs-charged-once.ts';
import { refusedListsCostOnlyTheirResults } from './credits/refused-lists-cost-only-their-results.ts';
import { refusedUnreadWithoutCreditsOnly } from './credits/refused-unread-without-credits-only.ts';
import { takenOverWorkIsChargedOnce } from './credits/taken-over-work-is-charged-once.ts';
import { theStatedPriceIsCharged } from './credits/the-stated-price-is-charged.ts';
import { unpaidAnswersAreKeptBack } from './credits/unpaid-answers-are-kept-back.ts';
import { usageIsWhatWasCharged } from './credits/usage-is-what-was-charged.ts';
import type { Invariant } from './invariant.ts';
import { cancelledListsStop } from './jobs/cancelled-lists-stop.ts';
import { deletedJobsAreGone } from './jobs/deleted-jobs-are-gone.ts';
import { jobsAreListedAsTheyAre } from './jobs/jobs-are-listed-as-they-are.ts';
import { jobsBelongToTheirKey } from './jobs/jobs-belong-to-their-key.ts';
import { jobsFailForACause } from './jobs/jobs-fail-for-a-cause.ts';
import { jobsLookTheSameEverywhere } from './jobs/jobs-look-the-same-everywhere.ts';
import { connectionLimits } from './manners/connection-limits.ts';
import { connectionsHaveLeases } from './manners/connections-have-leases.ts';
import { dnsAnswersExpire } from './manners/dns-answers-expire.ts';
import { greylistingSeesOneClient } from './manners/greylisting-sees-one-client.ts';
import { introductions } from './manners/introductions.ts';
import { learnedLimitsAreKept } from './manners/learned-limits-are-kept.ts';
import { pausesAreKept } from './manners/pauses-are-kept.ts';
import { preferredServersAreAskedFirst } from './manners/preferred-servers-are-asked-first.ts';
import { recipientLimits } from './manners/recipient-limits.ts';
import { sessionsEndWithQuit } from './manners/sessions-end-with-quit.ts';
import { signsStopNewConnections } from './manners/signs-stop-new-connections.ts';
import { silentAddressesComeLast } from './manners/silent-addresses-come-last.ts';
import { smtpOrder } from './manners/smtp-order.ts';
import { mapsStayWithinTheirBounds } from './maps-stay-within-their-bounds.ts';
import { noErrorEscapes } from './no-error-escapes.ts';
import { nothingLeftAfterClose } from './nothing-left-after-close.ts';
import { blockedOnlyIfEveryEgressIs } from './results/blocked-only-if-every-egress-is.ts';
import { blockedPortGivesAnError } from './results/blocked-port-gives-an-error.ts';
import { brokenServersArePassedOver } from './results/broken-servers-are-passed-over.ts';
import { everyItemOneFinalResult } from './results/every-item-one-final-result.ts';
import { forgottenAddressesAreGone } from './results/forgotten-addresses-are-gone.ts';
import { lookupsFindThePerson } from './results/lookups-find-the-person.ts';
import { lowerLevelsAskNoMailServer } from './results/lower-levels-ask-no-mail-server.ts';
import { noVerdictFromAServerThatIsLeftAlone } from './results/no-verdict-from-a-server-that-is-left-alone.ts';
import { noVerdictFromOurFaults } from './results/no-verdict-from-our-faults.ts';
import { nothingInvalidThatExists } from './results/nothing-invalid-that-exists.ts';
import { nothingSafeThatIsRefused } from './results/nothing-safe-that-is-refused.ts';
import { retriesAskAgain } from './results/retries-ask-again.ts';
import { soundServersAreBelieved } from './results/sound-servers-are-believed.ts';
import { strangersDoNoHarm } from './results/strangers-do-no-harm.ts';
import { verdictsDescribeTheAddress } from './results/verdicts-describe-the-address.ts';
import { callsFailForACause } from './time/calls-fail-for-a-cause.ts';
import { errorsHaveACause } from './time/errors-have-a-cause.ts';
import { everythingFinishes } from './time/everything-finishes.ts';
import { healthyServersAnswerSoon } from './time/healthy-servers-answer-soon.ts';
import { noTimeoutAfterAnAnswer } from './time/no-timeout-after-an-answer.ts';
import { shortListsStartSoon } from './time/short-lists-start-soon.ts';
import { singlesAnsweredInTime } from './time/singles-answered-in-time.ts';
import { unknownResultsAreRetriedOnSchedule } from './time/unknown-results-are-retried-on-schedule.ts';
import { workIsDoneOnce } from './time/work-is-done-once.ts';

/** Every rule that is checked in every run. */
export const allInvariants: readonly Invariant[] = [
  balancesAddUp,
  holdsExpire,
  holdsLastAsLongAsTheirWork,
  theStatedPriceIsCharged,
  chargedOnceForWhatWasGiven,
  takenOverWorkIsChargedOnce,
  unpaidAnswersAreKeptBack,
  jobsChargedOnce,
  aKeyNamesOneList,
  refusedListsCostOnlyTheirResults,
  refusedUnreadWithoutCreditsOnly,
  usageIsWhatWasCharged,
  everyItemOneFinalResult,
  jobsFailForACause,
  jobsLookTheSameEverywhere,
  cancelledListsStop,
  jobsBelongToTheirKey,
  jobsAreListedAsTheyAre,
  deletedJobsAreGone,
  forgottenAddressesAreGone,
  lowerLevelsAskNoMailServer,
  nothingInvalidThatExists,
  nothingSafeThatIsRefused,
  lookupsFindThePerson,
  soundServersAreBelieved,
  retriesAskAgain,
  verdictsDescribeTheAddress,
  noVerdictFromOurFaults,
  noVerdictFromAServerThatIsLeftAlone,
  strangersDoNoHarm,
  blockedPortGivesAnError,
  blockedOnlyIfEveryEgressIs,
  noTimeoutAfterAnAnswer,
  brokenServersArePassedOver,
  connectionLimits,
  learnedLimitsAreKept,
  connectionsHaveLeases,
  recipientLimits,
  pausesAreKept,
  signsStopNewConnections,
  silentAddressesComeLast,
  greylistingSeesOneClient,
  introductions,
  smtpOrder,
  sessionsEndWithQuit,
  preferredServersAreAskedFirst,
  dnsAnswersExpire,
  unknownResultsAreRetriedOnSchedule,
  workIsDoneOnce,
  singlesAnsweredInTime,
  healthyServersAnswerSoon,
  shortListsStartSoon,
  errorsHaveACause,
  callsFailForACause,
  everythingFinishes,
  noErrorEscapes,
  nothingLeftAfterClose,
  mapsStayWithinTheirBounds,
];
