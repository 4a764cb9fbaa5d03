import { describe, expect, it } from 'vitest';
import { Conversation } from '../../src/concurrency/conversation.ts';

function session(address: string) {
  const left: Conversation[] = [];
  return { address, left, leave: (conversation: Conversation) => void left.push(conversation) };
}

describe('A conversation', () => {
  it('keeps the session that has answered it, until it is answered by another one', () => {
    const [conversation, first, second] = [
      new Conversation(),
      session('192.0.2.1'),
      session('192.0.2.1'),
    ] as const;
    expect(conversation.stayWith(first)).toBe(true);
    conversation.askAt('192.0.2.1');
    expect(first.left).toEqual([]);
    expect(conversation.stayWith(second)).toBe(true);
    expect([first.left, second.left]).toEqual([[conversation], []]);
  });

  it('leaves its session as soon as it asks at another address, so that its connection is free for others', () => {
    const [conversation, first] = [new Conversation(), session('192.0.2.1')] as const;
    conversation.stayWith(first);
    conversation.askAt('192.0.2.2');
    expect(first.left).toEqual([conversation]);
  });

  it('keeps no session after its end, not even for an answer that comes later', () => {
    const [conversation, first, second] = [
      new Conversation(),
      session('192.0.2.1'),
      session('192.0.2.1'),
    ] as const;
    conversation.stayWith(first);
    conversation.end();
    expect(first.left).toEqual([conversation]);
    expect(conversation.stayWith(second)).toBe(false);
  });
});
