import { expect, test } from 'vitest';
import { sessionFacts } from '../../../../test/sessionFacts.ts';
import { freshState, type LinkState } from '../../link/linkState.ts';
import { lookOf } from './phaseLook.ts';

const facts = sessionFacts();
const end = (reason: string): Partial<LinkState> => ({
  phase: 'ended',
  facts,
  end: { reason, text: '', params: {} },
});

test.each<[string, Partial<LinkState>, [kind: string, glyph: string, word: string]]>([
  ['connecting', {}, ['run', 'run', 'connecting']],
  ['live', { phase: 'live', facts }, ['ok', 'ok', 'live']],
  ['paused', { phase: 'live', facts: { ...facts, is_locked: true } }, ['warn', 'paused', 'locked']],
  ['quiet', { phase: 'live', facts, isQuiet: true }, ['warn', 'warn', 'quiet']],
  ['lost', { phase: 'lost', facts }, ['warn', 'warn', 'lost']],
  ['taken by another window', { phase: 'detached', facts }, ['off', 'off', 'detached']],
  ['closed', end('user_close'), ['off', 'off', 'ended']],
  ['refused by the asset', end('auth_failed'), ['bad', 'bad', 'failed']],
  ['over before it began', { ...end('user_close'), facts: null }, ['bad', 'bad', 'failed']],
])('a connection that is %s has its colour, glyph and word', (_phase, state, [kind, glyph, word]) => {
  expect(lookOf({ ...freshState, ...state })).toEqual({ kind, glyph, word });
});
