import * as z from 'zod';
import type { DoctorFinding } from '../../../../src/doctor/finding.ts';
import { answerSchemas } from '../named-schemas.ts';

/** What the doctor found out. */
export const findingFields = z
  .looseObject({
    check: z.string().describe('What was examined.'),
    severity: z.enum(['ok', 'warning', 'failure']),
    text: z.string().describe('What was found, and what that means.'),
    advice: z.string().nullable(),
  })
  .describe('As "mailproof doctor --json" has it.')
  .register(answerSchemas, { id: 'Finding' });

export function showFinding({ summary, meaning, ...fields }: DoctorFinding): z.output<typeof findingFields> {
  return { ...fields, text: `${summary} ${meaning}` };
}
