import { expect, test } from 'vitest';
import { inOrder } from './inOrder.ts';

test('the longest file starts first, and files that share modules stay together at the end', () => {
  const files = [
    { name: 'console-short', seconds: 0, project: 'console' },
    { name: 'launcher', seconds: 50, project: undefined },
    { name: 'server-short', seconds: 1, project: 'server' },
    { name: 'journey', seconds: 300, project: undefined },
    { name: 'console-long', seconds: 17, project: 'console' },
    { name: 'server-long', seconds: 90, project: 'server' },
  ];
  const ordered = inOrder(files, { secondsOf: (file) => file.seconds, sharedBy: (file) => file.project });
  expect(ordered.map(({ name }) => name)).toEqual([
    'journey',
    'launcher',
    'console-long',
    'console-short',
    'server-long',
    'server-short',
  ]);
});
