import { describe, expect, it } from 'vitest';
import { refuseOtherOrigin } from '../../../adapters/console/sign-in/request-origin.ts';
import { browserRequest } from './browser-request.ts';

const refusal = expect.objectContaining({ status: 403 });

describe('a request of our own page', () => {
  it.each([
    ['GET', { 'sec-fetch-site': 'same-origin' }],
    ['GET', { 'sec-fetch-site': 'none' }],
    ['GET', {}],
    ['HEAD', {}],
    ['POST', { 'sec-fetch-site': 'same-origin', origin: 'https://mail.example.com' }],
    ['DELETE', { 'sec-fetch-site': 'same-origin' }],
    ['POST', { origin: 'https://mail.example.com' }],
    ['POST', { origin: 'http://127.0.0.1:8080', host: '127.0.0.1:8080' }],
    ['POST', { origin: 'http://[::1]:8080', host: '[::1]:8080' }],
    ['POST', { origin: 'https://mail.example.com', host: 'Mail.Example.com' }],
    // Behind a proxy that writes a name of its own into Host.
    ['POST', { 'sec-fetch-site': 'same-origin', origin: 'https://mail.example.com', host: '127.0.0.1:8080' }],
  ])('is taken: %s with %o', (method, headers) => {
    expect(() => refuseOtherOrigin(browserRequest({ method, headers }))).not.toThrow();
  });
});

describe('a request that a page of another origin made', () => {
  it.each([
    ['GET', { 'sec-fetch-site': 'cross-site' }],
    ['GET', { 'sec-fetch-site': 'same-site' }],
    ['POST', { 'sec-fetch-site': 'same-site', origin: 'https://mail.example.com' }],
    ['POST', { 'sec-fetch-site': 'none' }],
    ['POST', { 'sec-fetch-site': 'same-origin, cross-site' }],
    ['POST', { 'sec-fetch-site': '' }],
    ['POST', {}],
    ['DELETE', {}],
    ['PATCH', {}],
    ['POST', { origin: 'https://evil.example' }],
    ['POST', { origin: 'https://mail.example.com.evil.example' }],
    ['POST', { origin: 'https://evil.example/mail.example.com' }],
    ['POST', { origin: 'https://mail.example.com:8443' }],
    ['POST', { origin: 'http://127.0.0.1:8081', host: '127.0.0.1:8080' }],
    ['POST', { origin: 'http://localhost:8080', host: '127.0.0.1:8080' }],
    ['POST', { origin: 'null' }],
    ['POST', { origin: 'null', host: undefined }],
    ['POST', { origin: 'file://mail.example.com' }],
    ['POST', { origin: '' }],
    ['GET', { origin: 'https://evil.example' }],
  ])('is refused: %s with %o', (method, headers) => {
    expect(() => refuseOtherOrigin(browserRequest({ method, headers }))).toThrow(refusal);
  });
});
