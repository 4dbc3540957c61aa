import LoadingOutlined from '@ant-design/icons-svg/es/asn/LoadingOutlined';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlatform } from '../../platform/Platform.tsx';
import { useStore } from '../../platform/store.ts';
import controls from '../../replay/dark/controls.module.css';
import { cx } from '../../replay/dark/cx.ts';
import { Icon } from '../../replay/dark/Icon.tsx';
import { Glyph } from '../../theme/icon/Glyph.tsx';
import { isStalled } from '../link/link.ts';
import { lookOf } from '../workspace/tabs/phaseLook.ts';
import { useRecording } from '../workspace/tabs/useRecording.ts';
import { useTabActions } from '../workspace/tabs/useTabActions.ts';
import type { WorkTab } from '../workspace/workspace.ts';
import { PromptCard } from './PromptCard.tsx';
import styles from './terminal.module.css';

/** Shows a question or the state of the session over the screen while it is not running normally. */
export function PaneState({ tab }: { tab: WorkTab }) {
  const { link } = useStore(tab.session.store);
  if (link.prompt)
    return (
      <PromptCard
        key={link.prompt.id}
        prompt={link.prompt}
        onAnswer={(answers) => link.prompt && tab.session.link.answer(link.prompt.id, answers)}
      />
    );
  if (link.phase === 'connecting') return <Connecting tab={tab} />;
  if (link.phase === 'detached') return <Detached tab={tab} />;
  if (link.phase === 'ended') return <Ended tab={tab} />;
  if (isStalled(link)) return <Stalled tab={tab} />;
  return link.facts?.is_locked ? <Locked /> : null;
}

function Connecting({ tab }: { tab: WorkTab }) {
  const { t } = useTranslation(['luna', 'gateway']);
  const { link } = useStore(tab.session.store);
  const actions = useTabActions();
  const { progress } = link;
  return (
    <div className={styles.cover}>
      <div className={styles.card} role="status">
        <h2>
          <Icon of={LoadingOutlined} size={16} className="spin" />
          {t('state.connecting', { name: tab.target.asset.name })}
        </h2>
        <p>
          {progress ? t(`gateway:progress.${progress.stage}`, { host: progress.host }) : t('state.calling')}
        </p>
        <button
          type="button"
          className={cx(controls.button, controls.small)}
          onClick={() => actions.close(tab.key)}
        >
          {t('action.cancel')}
        </button>
      </div>
    </div>
  );
}

/**
 * The connection stands still: says why, for how long the session is kept, and offers to try at once. After a
 * reload it lies over the screen, which is still empty: the terminal keeps the size it will have.
 */
function Stalled({ tab }: { tab: WorkTab }) {
  const { t } = useTranslation('luna');
  const { network } = usePlatform();
  const { isOnline } = useStore(network.store);
  const { link } = useStore(tab.session.store);
  const seconds = link.facts?.resume_window_seconds;
  const what = link.phase === 'lost' ? 'lost' : 'quiet';
  return (
    <div className={styles.strip} data-urgent data-over={link.facts === null || undefined} role="alert">
      <span className="k-warn">
        <Glyph name="warn" />
      </span>
      <span className={styles.stripText}>
        {t(isOnline ? `state.${what}` : 'state.offline')}{' '}
        {seconds !== undefined && t('state.waits', { seconds })}
      </span>
      <button
        type="button"
        className={cx(controls.button, controls.small)}
        onClick={() => tab.session.link.retry()}
      >
        {t('state.tryNow')}
      </button>
    </div>
  );
}

function Detached({ tab }: { tab: WorkTab }) {
  const { t } = useTranslation('luna');
  const actions = useTabActions();
  return (
    <div className={styles.cover}>
      <div className={styles.card} role="alert">
        <h2>{t('state.detached')}</h2>
        <p>{t('state.detachedHelp')}</p>
        <div className={styles.buttons}>
          <button
            type="button"
            className={cx(controls.button, controls.small)}
            onClick={() => actions.close(tab.key)}
          >
            {t('tabs.close')}
          </button>
          <button
            type="button"
            className={cx(controls.button, controls.small, controls.primary)}
            onClick={() => tab.session.link.retry()}
          >
            {t('state.takeBack')}
          </button>
        </div>
      </div>
    </div>
  );
}

function Ended({ tab }: { tab: WorkTab }) {
  const { t } = useTranslation(['luna', 'gateway']);
  const { link } = useStore(tab.session.store);
  const actions = useTabActions();
  const retryButton = useRef<HTMLButtonElement>(null);
  const recording = useRecording(tab);
  const look = lookOf(link);
  const isBad = look.kind === 'bad';
  useEffect(() => {
    const isHere = retryButton.current?.closest('section')?.contains(document.activeElement);
    if (isHere) retryButton.current?.focus();
  }, []);
  const reason = link.end ? t(link.end.text, link.end.params) : '';
  const buttons = (
    <>
      <button
        type="button"
        className={cx(controls.button, controls.small)}
        onClick={() => actions.close(tab.key)}
      >
        {t('tabs.close')}
      </button>
      <button
        type="button"
        ref={retryButton}
        className={cx(controls.button, controls.small, controls.primary)}
        onClick={() => actions.reconnect(tab.key)}
      >
        {t('state.reconnect')}
      </button>
    </>
  );
  if (link.facts === null)
    return (
      <div className={styles.cover}>
        <div className={styles.card} role="alert">
          <h2>
            <span className="k-bad">
              <Glyph name="bad" size={12} />
            </span>
            {t('state.failed', { name: tab.target.asset.name })}
          </h2>
          <p>{reason}</p>
          <div className={styles.buttons}>{buttons}</div>
        </div>
      </div>
    );
  return (
    <div className={styles.strip} role="alert">
      <span className={`k-${look.kind}`}>
        <Glyph name={isBad ? 'bad' : 'off'} />
      </span>
      <span className={styles.stripText}>{reason}</span>
      {recording && (
        <a className={cx(controls.button, controls.small)} href={recording} target="_blank" rel="noreferrer">
          {t('state.recording')}
        </a>
      )}
      {buttons}
    </div>
  );
}

function Locked() {
  const { t } = useTranslation('luna');
  return (
    <div className={styles.strip} data-urgent role="alert">
      <span className="k-warn">
        <Glyph name="paused" />
      </span>
      <span className={styles.stripText}>{t('state.locked')}</span>
    </div>
  );
}
