import { testFuzz } from './test-fuzz.ts';

testFuzz('dns-answers');
