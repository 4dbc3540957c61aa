import RedoOutlined from '@ant-design/icons/RedoOutlined';
import StopOutlined from '@ant-design/icons/StopOutlined';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { PageFrame } from '../../../platform/page/PageFrame.tsx';
import type { ResourcePageProps } from '../../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { TimeText } from '../../../theme/text/TimeText.tsx';
import { RunView } from './RunView.tsx';
import styles from './run.module.css';
import { type JobRun, useJobRun } from './useJobRun.ts';
import { useRerun } from './useRerun.ts';

/** Stops a run that goes on; starts one that ended once more. */
function RunActions({ run }: { run: JobRun }) {
  const { t } = useTranslation('runs');
  const navigate = useNavigate();
  const routes = useRouteNames();
  const rerun = useRerun(run, (id) => {
    const path = routes.path('ExecutionDetail', { id });
    if (path) void navigate(path);
  });
  const [isStopping, setStopping] = useState(false);
  // A run that waits for its user is stopped beside the button that continues it.
  // So is one that waits for its approval.
  if (!run.facts || run.facts.pause || run.isWaiting) return null;
  if (run.isRunning)
    return (
      <Button
        danger
        icon={<StopOutlined aria-hidden />}
        loading={isStopping}
        onClick={() => {
          setStopping(true);
          void run.stop().then(
            () => setStopping(false),
            () => setStopping(false),
          );
        }}
      >
        {t('stop')}
      </Button>
    );
  return (
    <>
      {run.facts.counts.failed > 0 && (
        <Button {...rerun('failed')}>{t('rerunFailed', { count: run.facts.counts.failed })}</Button>
      )}
      <Button icon={<RedoOutlined aria-hidden />} {...rerun('all')}>
        {t('rerun')}
      </Button>
    </>
  );
}

/** What was run, as whom and where. */
function Command({ run: { facts } }: { run: JobRun }) {
  const { t } = useTranslation('runs');
  if (!facts) return null;
  const about = [
    facts.runas && t('runAs', { account: facts.runas }),
    facts.chdir && t('in', { folder: facts.chdir }),
    facts.approval?.status === 'approved' && t('approval.by', { name: facts.approval.decided_by }),
    facts.timeout > 0 ? t('timeout', { count: facts.timeout }) : t('noTimeout'),
  ].filter(Boolean);
  return (
    <section className={styles.commandCard} aria-label={t('command')}>
      <pre className={`mono ${styles.command}`}>{facts.command}</pre>
      <span className="t3 sm">{about.join(' · ')}</span>
    </section>
  );
}

/** A run of a job, live or as it ended. */
export function RunPage(_: ResourcePageProps) {
  const { id = '' } = useParams();
  const routes = useRouteNames();
  const run = useJobRun(id);
  const { facts } = run;
  const job =
    facts?.job && routes.canOpen('JobDetail') ? routes.path('JobDetail', { id: facts.job }) : undefined;
  return (
    <PageFrame
      fill
      {...(facts && { title: facts.name })}
      sub={facts && <TimeText value={facts.date_created} />}
      above={job ?? (routes.canOpen('ExecutionList') ? routes.path('ExecutionList') : undefined)}
      extra={<RunActions run={run} />}
    >
      <div className={styles.page}>
        <Command run={run} />
        <RunView key={id} run={run} />
      </div>
    </PageFrame>
  );
}
