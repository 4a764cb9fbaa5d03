export { until } from '../../contract/until.ts';
