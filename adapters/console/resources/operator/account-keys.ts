import { emptyResponse, statusResponse } from '../../../http/response.ts';
import type { ConsoleEndpoint } from '../../endpoint.ts';
import {
  createKey,
  keyList,
  keyPath,
  listKeys,
  newKey,
  newKeyBody,
  revokeKey,
  rotateKey,
} from '../key-fields.ts';
import { accountPath, readAccount } from './account-fields.ts';

const path = '/api/accounts/:account/keys';
const parameters = accountPath.extend(keyPath.shape);

/** The keys of any account, for the operator. */
export const accountKeyEndpoints: readonly ConsoleEndpoint[] = [
  {
    access: 'operator',
    method: 'GET',
    path,
    operationId: 'listAccountKeys',
    summary: 'The API keys of an account, revoked ones included',
    parameters: accountPath,
    response: keyList,
    errors: [400, 403],
    async respond({ parts, request }) {
      return statusResponse(200, await listKeys(parts.engine, readAccount(request)));
    },
  },
  {
    access: 'operator',
    method: 'POST',
    path,
    operationId: 'createAccountKey',
    summary: 'Create an API key for an account, whose secret is shown this once',
    parameters: accountPath,
    body: newKeyBody,
    status: 201,
    response: newKey,
    errors: [400, 403, 408, 409, 413, 422],
    async respond({ parts, request, body }) {
      const account = readAccount(request);
      return statusResponse(201, await createKey(parts.engine, account, await body.json(newKeyBody)));
    },
  },
  {
    access: 'operator',
    method: 'POST',
    path: `${path}/:id/rotate`,
    operationId: 'rotateAccountKey',
    summary: 'Give an API key of an account a new secret; the one before stays valid for a day',
    parameters,
    status: 201,
    response: newKey,
    errors: [400, 403, 404],
    async respond({ parts, request, pathParameters: { id = '' } }) {
      return statusResponse(201, await rotateKey(parts.engine, readAccount(request), id));
    },
  },
  {
    access: 'operator',
    method: 'DELETE',
    path: `${path}/:id`,
    operationId: 'revokeAccountKey',
    summary: 'Revoke an API key of an account, with all its secrets, at once',
    parameters,
    status: 204,
    errors: [400, 403, 404],
    async respond({ parts, request, pathParameters: { id = '' } }) {
      await revokeKey(parts.engine, readAccount(request), id);
      return emptyResponse(204, { 'Cache-Control': 'no-store' });
    },
  },
];
