import { Alert } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Fact, FactsCard } from '../../../engine/detail/FactsCard.tsx';
import { joined } from '../../../platform/i18n/joined.ts';
import { Failed } from '../../../platform/page/Failed.tsx';
import { Card } from '../../../theme/state/Card.tsx';
import { SkeletonRows } from '../../../theme/state/SkeletonRows.tsx';
import { CommandText } from '../../ops/CommandText.tsx';
import { AskedFile } from './AskedFile.tsx';
import styles from './approvals.module.css';
import type { Asked, AskedQuery } from './useAskedContent.ts';

/** The settings of the run, as label and value; those that are not set are left out. */
const useFacts = (asked: Asked): Fact[] => {
  const { t } = useTranslation('runs');
  const { t: ops } = useTranslation('ops');
  const isCommand = asked.type === 'adhoc';
  const shown: readonly (readonly [name: string, label: string, value: string])[] = [
    ['name', ops('approvals.job'), asked.name],
    ['module', t('quick.module'), isCommand ? asked.module : ''],
    ['runas', t('quick.runAs'), asked.runas],
    ['policy', t('quick.ifNone'), t(`quick.policy.${asked.runas_policy}`)],
    [
      'timeout',
      t('quick.timeout'),
      asked.timeout > 0 ? t('timeout', { count: asked.timeout }) : t('noTimeout'),
    ],
    ['folder', t('quick.folder'), asked.chdir],
    ['canary', t('quick.stages.canary'), asked.canary],
    ['next', t('quick.stages.next'), asked.canary && t(`quick.stages.nexts.${asked.canary_next}`)],
    ['batch', t('quick.stages.batch'), asked.batch],
    ['schedule', ops('jobs.schedule'), asked.schedule],
    ['dryRun', ops('jobs.dryRun'), asked.dry_run ? ops('approvals.yes') : ''],
    ...Object.entries(asked.parameters).map(
      ([name, value]) => [`p.${name}`, `{{ ${name} }}`, value] as const,
    ),
    ['reviewers', ops('approvals.reviewers'), joined(asked.reviewers)],
  ];
  return shown.flatMap(([name, label, value]) => (value === '' ? [] : [{ name, label, value }]));
};

/** The files that would run, or go to the machines; those of a playbook can be read. */
function Files({ id, asked }: { id: string; asked: Asked }) {
  const { t } = useTranslation('ops');
  const [path, setPath] = useState<string>();
  if (asked.files.length === 0) return null;
  return (
    <Card title={t('approvals.files')} flush>
      <ul className={styles.files}>
        {asked.files.map((file) => (
          <li key={file.path}>
            {asked.type === 'playbook' ? (
              <button type="button" className={styles.file} onClick={() => setPath(file.path)}>
                {file.path}
              </button>
            ) : (
              <span>{file.path}</span>
            )}
            <span className="t3 sm num">{t('approvals.bytes', { count: file.size })}</span>
            <span className="t3 sm mono" title={file.sha256}>
              {file.sha256.slice(0, 12)}
            </span>
          </li>
        ))}
      </ul>
      {path !== undefined && <AskedFile id={id} path={path} onClose={() => setPath(undefined)} />}
    </Card>
  );
}

function Facts({ id, asked }: { id: string; asked: Asked }) {
  const { t } = useTranslation('ops');
  const facts = useFacts(asked);
  return (
    <>
      {asked.reason && <Alert type="warning" showIcon title={asked.reason} />}
      <Card title={t('approvals.content')}>
        <CommandText value={asked.command} />
      </Card>
      <FactsCard title={t('approvals.how')} facts={facts} />
      <Files id={id} asked={asked} />
    </>
  );
}

/** All that would run once it is approved. */
export function AskedContent({ id, query }: { id: string; query: AskedQuery }) {
  if (query.data) return <Facts id={id} asked={query.data} />;
  return query.error ? <Failed query={query} /> : <SkeletonRows rows={6} columns={2} />;
}
