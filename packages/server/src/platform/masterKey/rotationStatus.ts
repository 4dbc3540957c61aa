import type { KeyReport } from './keyReports.ts';
import type { RotationState } from './rotationState.ts';

const change = ({ from, to }: RotationState): string => `from key ${from.join(', ')} to key ${to}`;

/** What `--status` prints: the latest change of the master key, and the keys that running servers hold. */
export const statusLines = (seen: {
  state: RotationState | undefined;
  isRunning: boolean;
  reports: readonly KeyReport[];
}): string[] => {
  const { state, isRunning, reports } = seen;
  const servers = reports.map(({ server, seals, opens }) => {
    const others = opens.filter((id) => id !== seals);
    return `${server}: seals with key ${seals}${others.length ? `, also opens ${others.join(', ')}` : ''}`;
  });
  if (!state) return ['the master key has never been changed', ...servers];
  if (state.finished) return [`changed at ${state.finished} ${change(state)}`, ...servers];
  const how = isRunning ? 'running' : 'interrupted; npm run rotate-key goes on';
  const far = `${state.percent.toFixed(1)} % of this pass, ${state.done.toLocaleString('en')} secrets done`;
  return [`${how}: ${change(state)}, since ${state.started}`, far, ...servers];
};
