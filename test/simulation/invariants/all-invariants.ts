import { balancesAddUp, usageIsWhatWasCharged } from './credits/balances.ts';
import { chargedOnceForWhatWasGiven } from './credits/charged-once-for-what-was-given.ts';
import { holdsExpire, holdsLastAsLongAsTheirWork } from './credits/holds.ts';
import {
  aKeyNamesOneList,
  jobsChargedOnce,
  refusedListsCostOnlyTheirResults,
  refusedUnreadWithoutCreditsOnly,
} from './credits/lists.ts';
import { takenOverWorkIsChargedOnce } from './credits/taken-over-work-is-charged-once.ts';
import { theStatedPriceIsCharged } from './credits/the-stated-price-is-charged.ts';
import { unpaidAnswersAreKeptBack } from './credits/unpaid-answers-are-kept-back.ts';
import type { Invariant } from './invariant.ts';
import { cancelledListsStop } from './jobs/cancelled-lists-stop.ts';
import { jobsFailForACause } from './jobs/jobs-fail-for-a-cause.ts';
import { jobsLookTheSameEverywhere } from './jobs/jobs-look-the-same-everywhere.ts';
import { deletedJobsAreGone, jobsAreListedAsTheyAre, jobsBelongToTheirKey } from './jobs/whose-jobs.ts';
import { connectionLimits, connectionsHaveLeases } from './manners/connections.ts';
import { introductions, recipientLimits, sessionsEndWithQuit, smtpOrder } from './manners/conversations.ts';
import { dnsAnswersExpire } from './manners/dns-answers-expire.ts';
import { learnedLimitsAreKept } from './manners/learned-limits-are-kept.ts';
import {
  greylistingSeesOneClient,
  preferredServersAreAskedFirst,
  silentAddressesComeLast,
} from './manners/order.ts';
import { pausesAreKept, signsStopNewConnections } from './manners/pauses.ts';
import { mapsStayWithinTheirBounds } from './maps-stay-within-their-bounds.ts';
import { noErrorEscapes } from './no-error-escapes.ts';
import { nothingLeftAfterClose } from './nothing-left-after-close.ts';
import {
  blockedOnlyIfEveryEgressIs,
  blockedPortGivesAnError,
  noVerdictFromAServerThatIsLeftAlone,
  noVerdictFromOurFaults,
} from './results/blocks.ts';
import { everyItemOneFinalResult } from './results/every-item-one-final-result.ts';
import { forgottenAddressesAreGone } from './results/forgotten-addresses-are-gone.ts';
import { lookupsFindThePerson } from './results/lookups-find-the-person.ts';
import { lowerLevelsAskNoMailServer } from './results/lower-levels-ask-no-mail-server.ts';
import { retriesAskAgain } from './results/retries-ask-again.ts';
import { strangersDoNoHarm } from './results/strangers-do-no-harm.ts';
import {
  brokenServersArePassedOver,
  nothingInvalidThatExists,
  nothingSafeThatIsRefused,
  soundServersAreBelieved,
} from './results/truth.ts';
import { verdictsDescribeTheAddress } from './results/verdicts-describe-the-address.ts';
import { callsFailForACause, errorsHaveACause } from './time/causes.ts';
import { everythingFinishes } from './time/everything-finishes.ts';
import { noTimeoutAfterAnAnswer } from './time/no-timeout-after-an-answer.ts';
import { healthyServersAnswerSoon, shortListsStartSoon, singlesAnsweredInTime } from './time/soon.ts';
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
