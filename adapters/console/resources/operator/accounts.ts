import * as z from 'zod';
import { Conflict, InvalidArgument } from '../../../../src/errors.ts';
import { integer, integerInQuery, text } from '../../../http/parameter-schemas.ts';
import { Problem } from '../../../http/problem.ts';
import { readQuery } from '../../../http/query.ts';
import { statusResponse } from '../../../http/response.ts';
import type { ConsoleEngine } from '../../console-engine.ts';
import type { ConsoleEndpoint } from '../../endpoint.ts';
import { answerSchemas, bodySchemas } from '../named-schemas.ts';
import {
  type AccountFields,
  accountFields,
  accountPath,
  readAccount,
  showAccount,
} from './account-fields.ts';

const limitRule = 'must be a whole number from 1 to 200';

const listQuery = z.object({
  cursor: z.string().optional().describe('The next_cursor of the page before.'),
  limit: integerInQuery(integer(limitRule, { min: 1, max: 200 }))
    .default(50)
    .describe('Accounts a page.'),
});

const accountList = z
  .object({
    accounts: z.array(accountFields),
    next_cursor: z.string().nullable().describe('null on the last page.'),
  })
  .register(answerSchemas, { id: 'Accounts' });

const amountRule = 'must be a number of credits with at most three decimals, and not 0';

const amount = z
  .number({ error: amountRule })
  .min(-1e9, amountRule)
  .max(1e9, amountRule)
  .refine((value) => value !== 0 && Math.abs(value * 1_000 - Math.round(value * 1_000)) < 1e-6, amountRule);

const changeId = text({ minLength: 1, maxLength: 200 }).describe('Of this change: a repeat changes nothing.');

const grantBody = z
  .object(
    { id: changeId, credits: amount.refine((value) => value > 0, 'must be more than 0') },
    { error: 'must be an object' },
  )
  .register(bodySchemas, { id: 'GrantRequest' });

const correctionBody = z
  .object(
    { id: changeId, credits: amount.describe('Negative to take credits away.') },
    { error: 'must be an object' },
  )
  .register(bodySchemas, { id: 'CorrectionRequest' });

/** The accounts and their credits, for the operator. */
export const accountEndpoints: readonly ConsoleEndpoint[] = [
  {
    access: 'operator',
    method: 'GET',
    path: '/api/accounts',
    operationId: 'listAccounts',
    summary: 'The accounts that were ever granted anything',
    query: listQuery,
    response: accountList,
    errors: [403, 422],
    async respond({ parts: { engine }, request }) {
      const { cursor, limit } = readQuery(request.target, listQuery);
      const names = await namesAfter(engine, cursor, limit + 1);
      const shown = names.slice(0, limit);
      const last = shown.at(-1);
      const answer: z.output<typeof accountList> = {
        accounts: await showAccounts(engine, shown),
        next_cursor: names.length > limit && last !== undefined ? last : null,
      };
      return statusResponse(200, answer);
    },
  },
  {
    access: 'operator',
    method: 'GET',
    path: '/api/accounts/:account',
    operationId: 'getAccount',
    summary: 'An account; zero credits for one that was never granted anything',
    parameters: accountPath,
    response: accountFields,
    errors: [400, 403],
    async respond({ parts, request }) {
      return statusResponse(200, await showAccount(parts.engine, readAccount(request)));
    },
  },
  changeEndpoint('grants', 'grantCredits', 'Add credits; the first grant makes the account', grantBody),
  changeEndpoint(
    'corrections',
    'correctCredits',
    'Add credits, or take some away that are not held',
    correctionBody,
  ),
];

/** Throws a Problem: 409 if the id was used for another change, 422 if an argument is refused; 403 if the balance is too low. */
function changeEndpoint(
  path: string,
  operationId: string,
  summary: string,
  body: typeof grantBody,
): ConsoleEndpoint {
  return {
    access: 'operator',
    method: 'POST',
    path: `/api/accounts/:account/${path}`,
    operationId,
    summary,
    parameters: accountPath,
    body,
    response: accountFields,
    errors: [400, 403, 408, 409, 413, 422],
    async respond({ parts, request, body: given }) {
      const account = readAccount(request);
      return statusResponse(200, await changeCredits(parts.engine, account, await given.json(body)));
    },
  };
}

async function changeCredits(
  engine: ConsoleEngine,
  account: string,
  { id, credits }: { id: string; credits: number },
): Promise<AccountFields> {
  const milliCredits = Math.round(Math.abs(credits) * 1_000);
  try {
    if (credits > 0) await engine.accounts.grant(account, { id, milliCredits });
    else await engine.accounts.subtract(account, { id, milliCredits });
  } catch (error) {
    if (error instanceof Conflict)
      throw new Problem(409, 'id: this reference was used before, for another change. Use a new one.');
    if (error instanceof InvalidArgument) throw new Problem(422, error.message);
    throw error;
  }
  return showAccount(engine, account);
}

/** Returns the names of at most `limit` accounts after one, in the order of the store. */
async function namesAfter(
  { accounts }: ConsoleEngine,
  after: string | undefined,
  limit: number,
): Promise<readonly string[]> {
  const names: string[] = [];
  let reached = after === undefined;
  for await (const { account } of accounts.list()) {
    if (reached) names.push(account);
    else reached = account === after;
    if (names.length >= limit) break;
  }
  return names;
}

async function showAccounts(engine: ConsoleEngine, names: readonly string[]): Promise<AccountFields[]> {
  const shown: AccountFields[] = [];
  for (const name of names) shown.push(await showAccount(engine, name));
  return shown;
}
