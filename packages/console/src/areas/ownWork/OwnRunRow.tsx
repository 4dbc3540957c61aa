import { OWN_RUNS_URL } from '@gatehouse/contract/wire/siteMessages.ts';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { tellChanged } from '../../platform/changes.ts';
import { formatNumber } from '../../platform/i18n/formatNumber.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { useSession } from '../../platform/session/useSession.ts';
import { formatBytes } from '../../platform/time/bytes.ts';
import { RunStateText } from '../../resources/ops/runState.tsx';
import { TimeText } from '../../theme/text/TimeText.tsx';
import styles from './ownWork.module.css';
import { runTitle } from './runTitle.ts';
import { useFetchFile } from './useFetchFile.ts';
import type { OwnRun } from './useOwnRuns.ts';

/** A run: how far it got, a button to stop it, and what came of it. */
export function OwnRunRow({ run }: { run: OwnRun }) {
  const { t } = useTranslation('shell');
  const { hasLicence } = useSession();
  const title = runTitle(run, t);
  return (
    <li>
      <div className={styles.head}>
        <strong>{title}</strong>
        <RunStateText state={run.state}>{t(`ownWork.states.${run.state}`)}</RunStateText>
      </div>
      {run.state === 'running' && (
        <progress
          className={styles.bar}
          aria-label={title}
          {...(run.progress !== null && { value: run.progress })}
          max={100}
        />
      )}
      <div className={styles.facts}>
        <Amount run={run} />
        <span className={styles.aside}>
          <TimeText value={run.date_published} relative />
        </span>
      </div>
      {run.error && run.state === 'queued' && <p>{t('ownWork.retried', { reason: run.error })}</p>}
      {run.error && run.state !== 'queued' && <p className={styles.error}>{run.error}</p>}
      {(hasButtons(run) || (hasLicence && run.organization)) && (
        <div className={styles.facts}>
          <span className={styles.aside}>{hasLicence ? run.organization : ''}</span>
          <RunButtons run={run} title={title} />
        </div>
      )}
    </li>
  );
}

/** How many rows or recordings were dealt with; of a run that did not finish, until then. */
function Amount({ run: { done, total, failed, unit } }: { run: OwnRun }) {
  const { t } = useTranslation('shell');
  if (done === null) return <span />;
  const amount =
    total === null
      ? t(`ownWork.units.${unit}.count`, { count: done })
      : t(`ownWork.units.${unit}.of`, { done: formatNumber(done), total: formatNumber(total) });
  return (
    <span>
      {amount}
      {failed ? `, ${t(`ownWork.units.${unit}.failed`, { count: failed })}` : ''}
    </span>
  );
}

const hasButtons = (run: OwnRun): boolean => run.is_stoppable || run.is_repeatable || run.file !== null;

function RunButtons({ run, title }: { run: OwnRun; title: string }) {
  const { t, i18n } = useTranslation('shell');
  const http = useHttp();
  const fetchFile = useFetchFile();
  const { mutate, isPending } = useMutation({
    mutationFn: async (verb: 'stop' | 'again'): Promise<void> => {
      await http.call(`POST /api/v1/ops/own-runs/:id/${verb}/`, { params: { id: run.id } });
    },
    onSuccess: () => tellChanged(OWN_RUNS_URL),
  });
  if (run.is_stoppable)
    return (
      <Button
        size="small"
        danger
        loading={isPending}
        aria-label={t('ownWork.stopOne', { title })}
        onClick={() => mutate('stop')}
      >
        {t('ownWork.stop')}
      </Button>
    );
  return (
    <span className={styles.buttons}>
      {run.file && (
        <Button size="small" aria-label={t('ownWork.downloadOne', { title })} onClick={() => fetchFile(run)}>
          {t('ownWork.downloadSize', { size: formatBytes(run.file.size, i18n.language) })}
        </Button>
      )}
      {run.is_repeatable && (
        <Button
          size="small"
          loading={isPending}
          aria-label={t('ownWork.againOne', { title })}
          onClick={() => mutate('again')}
        >
          {t('ownWork.again')}
        </Button>
      )}
    </span>
  );
}
