import HistoryOutlined from '@ant-design/icons/HistoryOutlined';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { TreeListLayout } from '../../../engine/tree/TreeListLayout.tsx';
import { PageFrame } from '../../../platform/page/PageFrame.tsx';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { CodeEditor } from '../../../theme/code/CodeEditor.tsx';
import { EmptyState } from '../../../theme/state/EmptyState.tsx';
import { AssetTree } from './AssetTree.tsx';
import { QuickBar } from './QuickBar.tsx';
import { QuickRun } from './QuickRun.tsx';
import styles from './quick.module.css';
import { type QuickJob, useQuickJob } from './useQuickJob.ts';

function Work({ job }: { job: QuickJob }) {
  const { t } = useTranslation('runs');
  return (
    <>
      {job.problem !== undefined && (
        <p className={styles.problem} role="alert">
          {job.problem}
        </p>
      )}
      <div className={styles.editor}>
        <CodeEditor
          value={job.form.command}
          onChange={(command) => job.change({ command })}
          attributes={{ 'aria-label': t('command') }}
        />
      </div>
    </>
  );
}

/** Runs a command on chosen assets and shows what they print. */
export function QuickJobPage() {
  const { t } = useTranslation('runs');
  const routes = useRouteNames();
  const navigate = useNavigate();
  const job = useQuickJob();
  const recent = routes.canOpen('ExecutionList') ? routes.path('ExecutionList') : undefined;
  return (
    <PageFrame
      fill
      extra={
        recent && (
          <Button icon={<HistoryOutlined aria-hidden />} onClick={() => void navigate(recent)}>
            {t('quick.recent')}
          </Button>
        )
      }
    >
      <TreeListLayout
        tree={(onHide) => <AssetTree chosen={job.chosen} onChoose={job.choose} onHide={onHide} />}
        list={(treeButton) => (
          <div className={styles.main}>
            <section className={styles.card} aria-label={t('command')}>
              <QuickBar job={job} treeButton={treeButton} />
              <Work job={job} />
            </section>
            {job.run ? (
              <QuickRun key={job.run.id} run={job.run} onStarted={job.follow} />
            ) : (
              <div className={styles.empty}>
                <EmptyState title={t('quick.noRun')} text={t('quick.noRunText')} />
              </div>
            )}
          </div>
        )}
      />
    </PageFrame>
  );
}
