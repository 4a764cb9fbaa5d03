import { testFuzz } from './test-fuzz.ts';

testFuzz('csv-files');
