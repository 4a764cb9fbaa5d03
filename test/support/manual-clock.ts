export { ManualClock } from '../../contract/manual-clock.ts';
