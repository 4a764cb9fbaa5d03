import { describe, expect, it } from 'vitest';
import { bytesOfText } from '../../../adapters/http/body/body-list.ts';

describe('the memory of a text', () => {
  it.each([
    ['', 32],
    ['ann@example.org', 47],
    ['анна@example.org', 64],
  ])('is counted with what surrounds its characters: %j', (text, bytes) => {
    expect(bytesOfText(text)).toBe(bytes);
  });
});
