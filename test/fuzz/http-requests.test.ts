import { testFuzz } from './test-fuzz.ts';

testFuzz('http-requests');
