import DownOutlined from '@ant-design/icons/DownOutlined';
import { canaryNexts, hasPlace, isShare, runAsPolicies } from '@gatehouse/contract/ops/jobs.ts';
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

/** What happens on assets that lack the account, and where the command runs. */
function PolicyAndFolder({ job: { form, change } }: { job: QuickJob }) {
  const { t } = useTranslation('runs');
  const [policy, folder] = [useId(), useId()];
  return (
    <>
      <Form.Item label={t('quick.ifNone')} htmlFor={policy}>
        <Select
          id={policy}
          value={form.policy}
          options={runAsPolicies.map((value) => ({ value, label: t(`quick.policy.${value}`) }))}
          onChange={(value) => change({ policy: value })}
        />
      </Form.Item>
      {hasPlace(form.module) && (
        <Form.Item label={t('quick.folder')} htmlFor={folder}>
          <Input
            id={folder}
            maxLength={1024}
            value={form.folder}
            onChange={(event) => change({ folder: event.target.value })}
          />
        </Form.Item>
      )}
    </>
  );
}

function More({ job }: { job: QuickJob }) {
  const { form, change } = job;
  const { t } = useTranslation('runs');
  const id = useId();
  return (
    <Form layout="vertical" component="div" className={styles.more}>
      <PolicyAndFolder job={job} />
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

/** What few runs need: accounts that are missing, the folder, and whether some machines come first and others in batches. */
export function QuickMore({ job }: { job: QuickJob }) {
  const { t } = useTranslation('runs');
  const [isOpen, setOpen] = useState(false);
  const { form } = job;
  const shares = [form.canary.trim(), form.batch.trim()].filter(Boolean);
  const chosen = [
    form.policy !== runAsPolicies[0] && t(`quick.policy.${form.policy}`),
    hasPlace(form.module) && form.folder.trim(),
    shares.join(t('quick.stages.then')),
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      open={isOpen}
      onOpenChange={setOpen}
      content={<More job={job} />}
    >
      <Button
        className={styles.moreButton}
        aria-label={chosen ? `${t('quick.more')}: ${chosen}` : t('quick.more')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      >
        <span className={styles.label}>{t('quick.more')}</span> <span className="ell">{chosen}</span>
        <DownOutlined aria-hidden className={styles.label} />
      </Button>
    </Popover>
  );
}
