import { emptyResponse, statusResponse } from '../../http/response.ts';
import type { ConsoleEndpoint } from '../endpoint.ts';
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

/** The keys of the account that is signed in. */
export const keyEndpoints: readonly ConsoleEndpoint[] = [
  {
    access: 'account',
    method: 'GET',
    path: '/api/keys',
    operationId: 'listKeys',
    summary: 'The API keys of the account, revoked ones included',
    response: keyList,
    errors: [403],
    async respond({ parts, account }) {
      return statusResponse(200, await listKeys(parts.engine, account));
    },
  },
  {
    access: 'account',
    method: 'POST',
    path: '/api/keys',
    operationId: 'createKey',
    summary: 'Create an API key, whose secret is shown this once',
    body: newKeyBody,
    status: 201,
    response: newKey,
    errors: [403, 408, 409, 413, 422],
    async respond({ parts, account, body }) {
      return statusResponse(201, await createKey(parts.engine, account, await body.json(newKeyBody)));
    },
  },
  {
    access: 'account',
    method: 'POST',
    path: '/api/keys/:id/rotate',
    operationId: 'rotateKey',
    summary: 'Give an API key a new secret; the one before stays valid for a day',
    parameters: keyPath,
    status: 201,
    response: newKey,
    errors: [403, 404],
    async respond({ parts, account, pathParameters }) {
      return statusResponse(201, await rotateKey(parts.engine, account, pathParameters.id ?? ''));
    },
  },
  {
    access: 'account',
    method: 'DELETE',
    path: '/api/keys/:id',
    operationId: 'revokeKey',
    summary: 'Revoke an API key, with all its secrets, at once',
    parameters: keyPath,
    status: 204,
    errors: [403, 404],
    async respond({ parts, account, pathParameters }) {
      await revokeKey(parts.engine, account, pathParameters.id ?? '');
      return emptyResponse(204, { 'Cache-Control': 'no-store' });
    },
  },
];
