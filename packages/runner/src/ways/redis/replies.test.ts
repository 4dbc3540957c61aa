import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commandOf, RedisError, replyIn } from './replies.ts';

test('whatever their characters, words arrive as they were, and nothing is read before it is complete', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom(...'\r\n$*-+:1 é日'), maxLength: 9 }), { minLength: 1 }),
      (words) => {
        const sent = commandOf(words);
        expect(replyIn(sent)).toEqual({ reply: words, end: sent.length });
        for (let length = 0; length < sent.length; length += 1)
          expect(replyIn(sent.subarray(0, length))).toBeNull();
      },
    ),
  );
});

test('errors, numbers and what is missing are told apart; what no Redis says is refused', () => {
  const reply = (text: string) => replyIn(Buffer.from(text))?.reply;
  expect(reply('-NOPERM no\r\n')).toEqual(new RedisError('NOPERM no'));
  expect([reply(':7\r\n'), reply('$-1\r\n'), reply('*-1\r\n'), reply('+OK\r\n')]).toEqual([
    7,
    null,
    null,
    'OK',
  ]);
  for (const none of ['HTTP/1.1 400\r\n', '$99999999999\r\n', '*1\r\n'.repeat(20), '$x\r\n'])
    expect(() => reply(none)).toThrow('no Redis server');
});
