import { type JobModule, jobModules, NO_TIMEOUT } from '@gatehouse/contract/ops/jobs.ts';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { BarField } from './BarField.tsx';
import { QuickMore } from './QuickMore.tsx';
import styles from './quick.module.css';
import { RunAsField } from './RunAsFields.tsx';
import type { QuickJob } from './useQuickJob.ts';

/** Timeouts to choose from, in seconds. */
const timeouts = [10, 30, 60, 300, 3600, NO_TIMEOUT];

/** Names that are the same in all languages. */
const names: Partial<Record<JobModule, string>> = {
  ...{ shell: 'Shell', win_shell: 'PowerShell', python: 'Python' },
  ...{ mysql: 'MySQL', postgresql: 'PostgreSQL', sqlserver: 'SQL Server' },
};

/** How the command is run: as whom, by which module, for how long, and what few runs need. */
export function QuickFields({ job }: { job: QuickJob }) {
  const { t } = useTranslation('runs');
  const { chosen, form, change } = job;
  const seconds = [...new Set([...timeouts.slice(0, -1), form.timeout])].filter((value) => value > 0);
  const length = (value: number) =>
    value === NO_TIMEOUT ? t('quick.noTimeout') : t('seconds', { value: String(value) });
  return (
    <>
      <RunAsField chosen={chosen} value={form.runas} onChange={(runas) => change({ runas })} />
      {/* The name of the module says what it is; without a label the bar fits on one line. */}
      <span className={styles.field}>
        <Select
          aria-label={t('quick.module')}
          variant="borderless"
          popupMatchSelectWidth={false}
          value={form.module}
          options={jobModules.map((value) => ({
            value,
            label: names[value] ?? t(`quick.modules.${value}`),
          }))}
          onChange={(module) => change({ module })}
        />
      </span>
      <BarField label={t('quick.timeout')}>
        {(id) => (
          <Select
            id={id}
            variant="borderless"
            popupMatchSelectWidth={false}
            value={form.timeout}
            options={[...seconds.toSorted((a, b) => a - b), NO_TIMEOUT].map((value) => ({
              value,
              label: length(value),
            }))}
            onChange={(timeout) => change({ timeout })}
          />
        )}
      </BarField>
      <QuickMore job={job} />
    </>
  );
}
