import { testFuzz } from './test-fuzz.ts';

testFuzz('addresses');
