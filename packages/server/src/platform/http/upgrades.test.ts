import { expect, test } from 'vitest';
import { upgradesAt } from './upgrades.ts';

const upgrades = upgradesAt(['/ws/news/', '/ws/tasks']);

test.each([
  ['GET', '/ws/news/', 'websocket', true],
  ['GET', '/ws/news', 'WebSocket', true],
  ['GET', '/ws/tasks/?a=/ws/news/', 'websocket', true],
  ['POST', '/ws/news/', 'websocket', false],
  ['GET', '/ws/news/', 'h2c', false],
  ['GET', '/ws/news/', 'websocket, h2c', false],
  ['GET', '/ws/news/', undefined, false],
  ['GET', '/ws/news//', 'websocket', false],
  ['GET', '/ws/other/?/ws/news/', 'websocket', false],
  ['GET', '/x?\n/ws/news/', 'websocket', false],
  ['GET', '/', 'websocket', false],
])('%s %s with Upgrade: %s is an upgrade: %s', (method, url, upgrade, expected) => {
  const headers = upgrade === undefined ? {} : { upgrade };
  expect(upgrades({ method, url, headers, socket: {} })).toBe(expected);
});
