import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { part } from '../platform/part/part.ts';
import { useCan } from '../platform/session/useSession.ts';
import { Watermark } from '../platform/watermark/Watermark.tsx';
import styles from './screens/screens.module.css';
import { Questions } from './ui/Questions.tsx';
import { Toasts } from './ui/Toasts.tsx';

const Workspace = part(() => import('./workspace/WorkspaceEntry.tsx').then((m) => m.WorkspaceEntry));
const Replay = part(() => import('./screens/ReplayScreen.tsx').then((m) => m.ReplayScreen));
const Monitor = part(() => import('./screens/MonitorScreen.tsx').then((m) => m.MonitorScreen));

const PATH = /^\/luna\/(?:(replay|monitor)\/([0-9a-f-]{36})\/?)?$/i;

/** The screen of an address below `/luna/`. */
export const screenOf = (
  path: string,
): { kind: 'terminal' } | { kind: 'replay' | 'monitor'; sessionId: string } | { kind: 'unknown' } => {
  const found = PATH.exec(path);
  if (!found) return { kind: 'unknown' };
  const [, kind, sessionId] = found;
  return kind === 'replay' || kind === 'monitor' ? { kind, sessionId: sessionId! } : { kind: 'terminal' };
};

/** Shows the screen of the address, with dialogs and notifications in front of it. */
export function LunaRoot({ path }: { path: string }) {
  return (
    <>
      <Suspense fallback={null}>
        <Screen path={path} />
      </Suspense>
      <Questions />
      <Toasts />
      <Watermark />
    </>
  );
}

function Screen({ path }: { path: string }) {
  const can = useCan();
  const screen = screenOf(path);
  if (screen.kind === 'unknown') return <Refusal reason="notFound" />;
  if (screen.kind === 'replay') return <Replay sessionId={screen.sessionId} />;
  if (screen.kind === 'monitor') return <Monitor sessionId={screen.sessionId} />;
  return can('rbac.view_webterminal') ? <Workspace /> : <Refusal reason="forbidden" />;
}

/** A page that says why nothing can be shown, with a link to the console. */
export function Refusal({ reason }: { reason: 'notFound' | 'forbidden' | 'failed' }) {
  const { t } = useTranslation('luna');
  return (
    <main className={styles.refusal}>
      <h1>{t(`refusal.${reason}`)}</h1>
      <p>{t(`refusal.${reason}Help`)}</p>
      <a href="/ui/">{t('refusal.home')}</a>
    </main>
  );
}
