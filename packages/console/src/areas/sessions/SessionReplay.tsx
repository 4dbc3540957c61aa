import type { command } from '@gatehouse/contract/resources/terminal/command.ts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { RouteLink } from '../../engine/cells/RouteLink.tsx';
import type { CellIn } from '../../engine/fields/FieldUi.ts';
import { part } from '../../platform/part/part.ts';
import { useCan } from '../../platform/session/useSession.ts';
import { clock, parseMoment } from '../../replay/timeline.ts';
import { Spinner } from '../../theme/state/Spinner.tsx';
import { Dash } from '../../theme/text/Dash.tsx';
import styles from './SessionReplay.module.css';

/** Key of the tab with a session's recording. */
export const REPLAY_TAB = 'Replay';
/** Permission to view recordings. */
export const REPLAY_NEED = 'terminal.view_sessionreplay';

const ReplayPlayer = part(() => import('../../replay/ReplayPlayer.tsx').then((m) => m.ReplayPlayer));

/** Plays the recording of a session on its page, from the time in the address. */
export function SessionReplay({ sessionId }: { sessionId: string }) {
  const [query] = useSearchParams();
  return (
    <div className={styles.frame}>
      <Suspense fallback={<Spinner />}>
        <ReplayPlayer sessionId={sessionId} moment={parseMoment(query.get('t'))} />
      </Suspense>
    </div>
  );
}

/** Position of a command in the recording; a link if the user may view recordings. */
export function ReplayMomentCell({ value, row }: CellIn<typeof command, 'offset_ms'>) {
  const { t } = useTranslation('resources');
  const can = useCan();
  if (value === null || value === undefined) return <Dash />;
  const at = clock(value / 1000);
  if (!can(REPLAY_NEED)) return <span className="num">{at}</span>;
  const query = { activeTab: REPLAY_TAB, t: (value / 1000).toFixed(1) };
  return (
    <span className="num" title={t('command.replayFrom', { at })}>
      <RouteLink name="SessionDetail" params={{ id: row.session }} query={query}>
        {at}
      </RouteLink>
    </span>
  );
}
