import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createTerminal } from './terminal.ts';

const into = (write: (text: string) => Error | null) =>
  new Writable({ write: (chunk, _, done) => done(write(String(chunk))) }) as unknown as NodeJS.WriteStream;

test('each event is one line', () => {
  const shown: string[] = [];
  const terminal = createTerminal(
    into((text) => {
      shown.push(text);
      return null;
    }),
    {},
  );
  terminal.say('server', 'ready');
  terminal.show('a line of a program');
  expect(shown).toEqual(['  server     ready\n', '  a line of a program\n']);
});

test('a closed terminal disturbs nothing', async () => {
  const terminal = createTerminal(
    into(() => new Error('write EPIPE')),
    {},
  );
  terminal.say('server', 'ready');
  await new Promise(setImmediate);
  terminal.fail('gone');
});
