import type { DescribedEndpoint } from '../../http/endpoint.ts';
import { emptyResponse, type HttpResponse, statusResponse } from '../../http/response.ts';
import type { ConsoleEndpoint, SessionContext } from '../endpoint.ts';
import {
  createKey,
  keyList,
  keyPath,
  listKeys,
  newKey,
  newKeyBody,
  revokeKey,
  rotateKey,
} from './key-fields.ts';
import { accountPath, readAccount } from './operator/account-fields.ts';

/** What can be done with the keys of an account, by the account itself and by the operator. */
interface KeyEndpoint extends Omit<DescribedEndpoint, 'path' | 'operationId' | 'parameters'> {
  /** Its name: for the operator, `Account` is put behind the verb. */
  readonly operation: readonly [verb: string, subject: 'Key' | 'Keys'];
  /** Below the keys. */
  readonly path: '' | '/:id' | '/:id/rotate';
  respond(context: SessionContext, account: string): Promise<HttpResponse>;
}

const endpoints: readonly KeyEndpoint[] = [
  {
    method: 'GET',
    path: '',
    operation: ['list', 'Keys'],
    summary: 'The API keys of an account, revoked ones included',
    response: keyList,
    errors: [403],
    async respond({ parts }, account) {
      return statusResponse(200, await listKeys(parts.engine, account));
    },
  },
  {
    method: 'POST',
    path: '',
    operation: ['create', 'Key'],
    summary: 'Create an API key, whose secret is shown this once',
    body: newKeyBody,
    status: 201,
    response: newKey,
    errors: [403, 408, 409, 413, 422],
    async respond({ parts, body }, account) {
      return statusResponse(201, await createKey(parts.engine, account, await body.json(newKeyBody)));
    },
  },
  {
    method: 'POST',
    path: '/:id/rotate',
    operation: ['rotate', 'Key'],
    summary: 'Give an API key a new secret; the one before stays valid for a day',
    status: 201,
    response: newKey,
    errors: [403, 404],
    async respond({ parts, pathParameters: { id = '' } }, account) {
      return statusResponse(201, await rotateKey(parts.engine, account, id));
    },
  },
  {
    method: 'DELETE',
    path: '/:id',
    operation: ['revoke', 'Key'],
    summary: 'Revoke an API key, with all its secrets, at once',
    status: 204,
    errors: [403, 404],
    async respond({ parts, pathParameters: { id = '' } }, account) {
      await revokeKey(parts.engine, account, id);
      return emptyResponse(204, { 'Cache-Control': 'no-store' });
    },
  },
];

/** The keys of the account that is signed in, and those of any account for the operator. */
export const keyEndpoints: readonly ConsoleEndpoint[] = endpoints.flatMap(
  ({ path, operation: [verb, subject], respond, ...described }): readonly ConsoleEndpoint[] => [
    {
      ...described,
      access: 'account',
      path: `/api/keys${path}`,
      operationId: `${verb}${subject}`,
      ...(path === '' ? {} : { parameters: keyPath }),
      respond: (context) => respond(context, context.account),
    },
    {
      ...described,
      access: 'operator',
      path: `/api/accounts/:account/keys${path}`,
      operationId: `${verb}Account${subject}`,
      parameters: path === '' ? accountPath : accountPath.extend(keyPath.shape),
      errors: [400, ...described.errors],
      respond: async (context) => respond(context, readAccount(context.request)),
    },
  ],
);
