import { testFuzz } from './test-fuzz.ts';

testFuzz('json-bodies');
