import type { EndReason } from '@gatehouse/contract/wire/sessionEnd.ts';
import { failedToConnect } from '@gatehouse/contract/wire/sessionEnd.ts';
import type { GlyphName, StatusKind } from '../../../theme/icon/Glyph.tsx';
import type { LinkState } from '../../link/linkState.ts';

/** How a connection's phase is shown: colour, icon, and a text key under `luna:phase`. */
export type PhaseLook = { kind: StatusKind; glyph: GlyphName; word: string };

const isFailure = (link: LinkState) =>
  link.facts === null || failedToConnect.has(link.end?.reason as EndReason);

/** How a connection is shown in its tab and in the session panel. */
export const lookOf = (link: LinkState): PhaseLook => {
  if (link.phase === 'live' && link.isQuiet) return { kind: 'warn', glyph: 'warn', word: 'quiet' };
  if (link.phase === 'live')
    return link.facts?.is_locked
      ? { kind: 'warn', glyph: 'paused', word: 'locked' }
      : { kind: 'ok', glyph: 'ok', word: 'live' };
  if (link.phase === 'connecting') return { kind: 'run', glyph: 'run', word: 'connecting' };
  if (link.phase === 'lost') return { kind: 'warn', glyph: 'warn', word: 'lost' };
  if (link.phase === 'detached') return { kind: 'off', glyph: 'off', word: 'detached' };
  return isFailure(link)
    ? { kind: 'bad', glyph: 'bad', word: 'failed' }
    : { kind: 'off', glyph: 'off', word: 'ended' };
};
