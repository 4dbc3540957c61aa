import { HourglassOutlined } from '@ant-design/icons';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { part } from '../../platform/part/part.ts';
import { isOngoing } from '../../resources/ops/runState.tsx';
import { IconButton } from '../../theme/control/IconButton.tsx';
import { CountBadge } from '../../theme/tag/CountBadge.tsx';
import { useOwnRuns } from './useOwnRuns.ts';
import { useTellEnd } from './useTellEnd.ts';

const OwnWorkDrawer = part(() => import('./OwnWorkDrawer.tsx').then((m) => m.OwnWorkDrawer));

/** Leads to the user's running and lately ended work; hidden where there is none. */
export function OwnWorkButton({ size = 34 }: { size?: number }) {
  const { t } = useTranslation('shell');
  const runs = useOwnRuns();
  useTellEnd(runs);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const count = runs.filter(({ state }) => isOngoing(state)).length;
  if (runs.length === 0) return null;
  return (
    <>
      <IconButton
        icon={<HourglassOutlined aria-hidden />}
        tip={count > 0 ? t('ownWork.running', { count }) : t('ownWork.name')}
        size={size}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        badge={<CountBadge count={count} tone="wait" />}
        onClick={() => {
          setWasOpen(true);
          setIsOpen(true);
        }}
      />
      <Suspense>
        {wasOpen && <OwnWorkDrawer runs={runs} isOpen={isOpen} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  );
}
