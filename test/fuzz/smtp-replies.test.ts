import { testFuzz } from './test-fuzz.ts';

testFuzz('smtp-replies');
