import { balancesAddUp } from './credits/balances-add-up.ts';
import { chargedOnceForWhatWasGiven } from './credits/charged-once-for-what-was-given.ts';
import { holdsExpire } from './credits/holds-expire.ts';
import { holdsOutliveTheirWork } from './credits/holds-outlive-their-work.ts';
import { jobsChargedOnce } from './credits/jobs-charged-once.ts';
import { refusedListsCostNothing } from './credits/refused-lists-cost-nothing.ts';
import { takenOverWorkIsChargedOnce } from './credits/taken-over-work-is-charged-once.ts';
import type { Invariant } from './invariant.ts';
import { brokenServersArePassedOver } from './manners/broken-servers-are-passed-over.ts';
import { connectionLimits } from './manners/connection-limits.ts';
import { connectionsHaveLeases } from './manners/connections-have-leases.ts';
import { greylistingSeesOneClient } from './manners/greylisting-sees-one-client.ts';
import { leasesWithinLimits } from './manners/leases-within-limits.ts';
import { pausesAreKept } from './manners/pauses-are-kept.ts';
import { recipientLimits } from './manners/recipient-limits.ts';
import { smtpOrder } from './manners/smtp-order.ts';
import { mapsStayWithinTheirBounds } from './maps-stay-within-their-bounds.ts';
import { noErrorEscapes } from './no-error-escapes.ts';
import { nothingLeft } from './nothing-left.ts';
import { blockedOnlyWhereAllEgressesAre } from './results/blocked-only-where-all-egresses-are.ts';
import { blockedPortIsOurFault } from './results/blocked-port-is-our-fault.ts';
import { everyItemOneFinalResult } from './results/every-item-one-final-result.ts';
import { forgottenAddressesAreGone } from './results/forgotten-addresses-are-gone.ts';
import { jobsCanBeRead } from './results/jobs-can-be-read.ts';
import { jobsFailForACause } from './results/jobs-fail-for-a-cause.ts';
import { lookupsFindThePerson } from './results/lookups-find-the-person.ts';
import { noVerdictFromOurFaults } from './results/no-verdict-from-our-faults.ts';
import { nothingInvalidThatExists } from './results/nothing-invalid-that-exists.ts';
import { nothingSafeThatIsRefused } from './results/nothing-safe-that-is-refused.ts';
import { soundServersAreBelieved } from './results/sound-servers-are-believed.ts';
import { answersInTimeCount } from './time/answers-in-time-count.ts';
import { errorsHaveACause } from './time/errors-have-a-cause.ts';
import { everythingFinishes } from './time/everything-finishes.ts';
import { greylistedRetriedByTheRules } from './time/greylisted-retried-by-the-rules.ts';
import { healthyServersAnswerSoon } from './time/healthy-servers-answer-soon.ts';
import { singlesAnsweredInTime } from './time/singles-answered-in-time.ts';
import { workIsDoneOnce } from './time/work-is-done-once.ts';

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
  jobsFailForACause,
  jobsCanBeRead,
  forgottenAddressesAreGone,
  nothingInvalidThatExists,
  nothingSafeThatIsRefused,
  lookupsFindThePerson,
  soundServersAreBelieved,
  noVerdictFromOurFaults,
  blockedPortIsOurFault,
  blockedOnlyWhereAllEgressesAre,
  answersInTimeCount,
  brokenServersArePassedOver,
  connectionLimits,
  leasesWithinLimits,
  connectionsHaveLeases,
  recipientLimits,
  pausesAreKept,
  greylistingSeesOneClient,
  smtpOrder,
  greylistedRetriedByTheRules,
  workIsDoneOnce,
  singlesAnsweredInTime,
  healthyServersAnswerSoon,
  errorsHaveACause,
  everythingFinishes,
  noErrorEscapes,
  nothingLeft,
  mapsStayWithinTheirBounds,
];
