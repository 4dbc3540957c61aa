import { canaryNexts, isShare } from '@gatehouse/contract/ops/jobs.ts';
import { Button, Form, Input, Popover, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './quick.module.css';
import type { QuickJob } from './useQuickJob.ts';

/** How many machines: a number or a share. */
function Share(props: { label: string; help: string; value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('runs');
  const id = useId();
  const isSound = isShare(props.value.trim());
  return (
    <Form.Item
      label={props.label}
      htmlFor={id}
      help={isSound ? props.help : t('quick.stages.invalid')}
      validateStatus={isSound ? '' : 'error'}
    >
      <Input
        id={id}
        maxLength={8}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </Form.Item>
  );
}

function Stages({ job: { form, change } }: { job: QuickJob }) {
  const { t } = useTranslation('runs');
  const id = useId();
  return (
    <Form layout="vertical" component="div" className={styles.stages}>
      <Share
        label={t('quick.stages.canary')}
        help={t('quick.stages.canaryHelp')}
        value={form.canary}
        onChange={(canary) => change({ canary })}
      />
      {form.canary.trim() !== '' && (
        <Form.Item label={t('quick.stages.next')} htmlFor={id} help={t('quick.stages.nextHelp')}>
          <Select
            id={id}
            value={form.canaryNext}
            options={canaryNexts.map((value) => ({ value, label: t(`quick.stages.nexts.${value}`) }))}
            onChange={(canaryNext) => change({ canaryNext })}
          />
        </Form.Item>
      )}
      <Share
        label={t('quick.stages.batch')}
        help={t('quick.stages.batchHelp')}
        value={form.batch}
        onChange={(batch) => change({ batch })}
      />
    </Form>
  );
}

/** Whether all machines come at once, or some first and the others in batches. */
export function QuickStages({ job }: { job: QuickJob }) {
  const { t } = useTranslation('runs');
  const [isOpen, setOpen] = useState(false);
  const shares = [job.form.canary.trim(), job.form.batch.trim()].filter(Boolean);
  const how = shares.length > 0 ? shares.join(t('quick.stages.then')) : t('quick.stages.none');
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      open={isOpen}
      onOpenChange={setOpen}
      content={<Stages job={job} />}
    >
      <Button
        className={styles.stagesButton}
        aria-label={`${t('quick.stages.title')}: ${how}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      >
        <span className={styles.label}>{t('quick.stages.title')}</span> {how}
      </Button>
    </Popover>
  );
}
