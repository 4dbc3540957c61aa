import CaretRightOutlined from '@ant-design/icons/CaretRightOutlined';
import FolderOpenOutlined from '@ant-design/icons/FolderOpenOutlined';
import SaveOutlined from '@ant-design/icons/SaveOutlined';
import { hasPlace } from '@gatehouse/contract/ops/jobs.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useSession } from '../../../platform/session/useSession.ts';
import { IconButton } from '../../../theme/control/IconButton.tsx';
import { QuickFields } from './QuickFields.tsx';
import styles from './quick.module.css';
import { StopButton } from './StopButton.tsx';
import { OpenTemplateDialog, SaveTemplateDialog } from './TemplateDialogs.tsx';
import type { QuickJob } from './useQuickJob.ts';
import { VariablesHelp } from './VariablesHelp.tsx';

/** Templates of commands, and the variables. */
function Tools({ job }: { job: QuickJob }) {
  const { t } = useTranslation('runs');
  const can = useCan();
  const [dialog, setDialog] = useState<'open' | 'save'>();
  const close = () => setDialog(undefined);
  return (
    <span className={styles.tools}>
      {can('ops.view_adhoc') && (
        <IconButton
          icon={<FolderOpenOutlined aria-hidden />}
          tip={t('quick.open')}
          onClick={() => setDialog('open')}
        />
      )}
      {can('ops.add_adhoc') && (
        <IconButton
          icon={<SaveOutlined aria-hidden />}
          tip={t('quick.save')}
          onClick={() => {
            const isEmpty = job.form.command.trim() === '';
            job.tell(isEmpty ? t('quick.commandNeeded') : undefined);
            if (!isEmpty) setDialog('save');
          }}
        />
      )}
      {hasPlace(job.form.module) && <VariablesHelp />}
      {dialog === 'open' && <OpenTemplateDialog onUse={job.change} onClose={close} />}
      {dialog === 'save' && <SaveTemplateDialog form={job.form} onClose={close} />}
    </span>
  );
}

/** Starts and stops the command, and says how it is run. */
export function QuickBar({ job, treeButton }: { job: QuickJob; treeButton: ReactNode }) {
  const { t } = useTranslation('runs');
  const { isRoot } = useSession();
  const isRunning = job.run?.isRunning === true;
  return (
    <div className={styles.bar}>
      {treeButton}
      <Button
        type="primary"
        icon={<CaretRightOutlined aria-hidden />}
        loading={job.isStarting || isRunning}
        disabled={isRoot || isRunning}
        {...(isRoot && { title: t('notInGlobal') })}
        onClick={() => void job.start()}
      >
        {t(isRunning ? 'status.running' : 'quick.run')}
      </Button>
      <StopButton run={job.run} />
      <QuickFields job={job} />
      <Tools job={job} />
    </div>
  );
}
