import { HourglassOutlined } from '@ant-design/icons';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDrawer } from '../../platform/drawers.ts';
import { part } from '../../platform/part/part.ts';
import { isOngoing } from '../../resources/ops/runState.tsx';
import { DrawerButton } from '../../theme/control/DrawerButton.tsx';
import { CountBadge } from '../../theme/tag/CountBadge.tsx';
import { useOwnRuns } from './useOwnRuns.ts';
import { useTellEnd } from './useTellEnd.ts';

const OwnWorkDrawer = part(() => import('./OwnWorkDrawer.tsx').then((m) => m.OwnWorkDrawer));

/** Leads to the user's running and lately ended work; hidden where there is none. */
export function OwnWorkButton({ size = 34 }: { size?: number }) {
  const { t } = useTranslation('shell');
  const runs = useOwnRuns();
  const [calls, setCalls] = useState(0);
  useEffect(() => onDrawer('ownWork', () => setCalls((before) => before + 1)), []);
  useTellEnd(runs);
  const count = runs.filter(({ state }) => isOngoing(state)).length;
  if (runs.length === 0) return null;
  return (
    <DrawerButton
      icon={<HourglassOutlined aria-hidden />}
      tip={count > 0 ? t('ownWork.running', { count }) : t('ownWork.name')}
      size={size}
      calls={calls}
      badge={<CountBadge count={count} tone="run" />}
      drawer={(isOpen, close) => <OwnWorkDrawer runs={runs} isOpen={isOpen} onClose={close} />}
    />
  );
}
