import { answersInTimeCount } from './answers-in-time-count.ts';
import { blockedPortIsOurFault } from './blocked-port-is-our-fault.ts';
import { brokenServersArePassedOver } from './broken-servers-are-passed-over.ts';
import { connectionLimits } from './connection-limits.ts';
import { balancesAddUp } from './credits/balances-add-up.ts';
import { chargedOnceForWhatWasGiven } from './credits/charged-once-for-what-was-given.ts';
import { holdsExpire } from './credits/holds-expire.ts';
import { holdsOutliveTheirWork } from './credits/holds-outlive-their-work.ts';
import { jobsChargedOnce } from './credits/jobs-charged-once.ts';
import { refusedListsCostNothing } from './credits/refused-lists-cost-nothing.ts';
import { takenOverWorkIsChargedOnce } from './credits/taken-over-work-is-charged-once.ts';
import { errorsHaveACause } from './errors-have-a-cause.ts';
import { everyItemOneFinalResult } from './every-item-one-final-result.ts';
import { everythingFinishes } from './everything-finishes.ts';
import { greylistedRetriedByTheRules } from './greylisted-retried-by-the-rules.ts';
import { healthyServersAnswerSoon } from './healthy-servers-answer-soon.ts';
import type { Invariant } from './invariant.ts';
import { jobsCanBeRead } from './jobs-can-be-read.ts';
import { lookupsFindThePerson } from './lookups-find-the-person.ts';
import { noErrorEscapes } from './no-error-escapes.ts';
import { noVerdictFromOurFaults } from './no-verdict-from-our-faults.ts';
import { nothingInvalidThatExists } from './nothing-invalid-that-exists.ts';
import { nothingLeft } from './nothing-left.ts';
import { nothingSafeThatIsRefused } from './nothing-safe-that-is-refused.ts';
import { pausesAreKept } from './pauses-are-kept.ts';
import { recipientLimits } from './recipient-limits.ts';
import { singlesAnsweredInTime } from './singles-answered-in-time.ts';
import { smtpOrder } from './smtp-order.ts';
import { workIsDoneOnce } from './work-is-done-once.ts';

/** Every rule that is checked in every run. */
export const allInvariants: readonly Invariant[] = [
  balancesAddUp,
  holdsExpire,
  holdsOutliveTheirWork,
  chargedOnceForWhatWasGiven,
  takenOverWorkIsChargedOnce,
  jobsChargedOnce,
  refusedListsCostNothing,
  everyItemOneFinalResult,
  jobsCanBeRead,
  nothingInvalidThatExists,
  nothingSafeThatIsRefused,
  lookupsFindThePerson,
  noVerdictFromOurFaults,
  blockedPortIsOurFault,
  answersInTimeCount,
  brokenServersArePassedOver,
  connectionLimits,
  recipientLimits,
  pausesAreKept,
  smtpOrder,
  greylistedRetriedByTheRules,
  workIsDoneOnce,
  singlesAnsweredInTime,
  healthyServersAnswerSoon,
  errorsHaveACause,
  everythingFinishes,
  noErrorEscapes,
  nothingLeft,
];
