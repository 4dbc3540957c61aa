import { decodeFrame } from '@gatehouse/contract/wire/gatewayFrame.ts';
import { fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { keptTab, openTerminals } from '../../../test/openTerminals.tsx';
import { withCtrl } from './heldKey.ts';

test.each([
  ['c', '\x03'],
  ['C', '\x03'],
  ['[', '\x1b'],
  ['@', '\x00'],
  ['_', '\x1f'],
  [' ', '\x00'],
  ['7', '7'],
  ['ls', 'ls'],
  ['\x1b[A', '\x1b[1;5A'],
  ['\x1bOD', '\x1b[1;5D'],
])('Ctrl held with %j sends %j', (key, sent) => {
  expect(withCtrl(key)).toBe(sent);
});

test('the bar sends the keys that a phone lacks, and Ctrl applies to the next key only', async () => {
  const { screen, user, resume, socketOf, say } = await openTerminals({ tabs: [keptTab('web')] });
  await screen.findByRole('tab', { name: /web/ });
  const bar = () => screen.queryByRole('toolbar', { name: 'Keys' });
  expect(bar()).toBeNull();
  resume('web');
  expect(bar()).toBeTruthy();
  const typed = () =>
    socketOf('s-web')
      .sent.filter((data) => data instanceof Uint8Array)
      .map((data) => new TextDecoder().decode(decodeFrame(data as Uint8Array)!.payload))
      .join('|');
  const ctrl = screen.getByRole('button', { name: 'Ctrl' });
  for (const name of ['Esc', 'Tab', 'Up', 'Down', 'Right', 'Left'])
    await user.click(screen.getByRole('button', { name }));
  expect(typed()).toBe('\x1b|\t|\x1b[A|\x1b[B|\x1b[C|\x1b[D');
  await user.click(ctrl);
  expect(ctrl.getAttribute('aria-pressed')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Left' }));
  expect(ctrl.getAttribute('aria-pressed')).toBe('false');
  await user.click(screen.getByRole('button', { name: 'Left' }));
  await user.click(ctrl);
  await user.click(ctrl);
  await user.click(screen.getByRole('button', { name: 'Tab' }));
  expect(typed().endsWith('\x1b[1;5D|\x1b[D|\t')).toBe(true);
  expect(fireEvent.pointerDown(ctrl)).toBe(false);
  say('s-web', { type: 'detached', reason: 'taken_over' });
  expect(bar()).toBeNull();
});
