import type { runStates } from '@gatehouse/contract/resources/ops/celerytaskexecution.ts';
import type { ReactNode } from 'react';
import type { GlyphName, StatusKind } from '../../theme/icon/Glyph.tsx';
import { StatusText } from '../../theme/tag/StatusText.tsx';

/** State of a run. */
export type RunState = (typeof runStates)[number];

const looks: Record<RunState, { kind: StatusKind; glyph?: GlyphName }> = {
  queued: { kind: 'off' },
  running: { kind: 'run' },
  done: { kind: 'ok', glyph: 'done' },
  failed: { kind: 'bad' },
  stopped: { kind: 'off', glyph: 'stopped' },
  interrupted: { kind: 'warn' },
};

/** Whether a run has not ended. */
export const isOngoing = (state: string): boolean => state === 'queued' || state === 'running';

/** The state of a run in words. */
export function RunStateText({ state, children }: { state: RunState; children: ReactNode }) {
  const { kind, glyph } = looks[state];
  return (
    <StatusText kind={kind} {...(glyph && { glyph })}>
      {children}
    </StatusText>
  );
}
