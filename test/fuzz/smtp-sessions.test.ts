import { testFuzz } from './test-fuzz.ts';

testFuzz('smtp-sessions');
