import type { playbook } from '@gatehouse/contract/resources/ops/playbook.ts';
import { useTranslation } from 'react-i18next';
import { type Fact, FactsCard } from '../../../engine/detail/FactsCard.tsx';
import type { DetailController } from '../../../engine/detail/useResourceDetail.ts';
import { Dash } from '../../../theme/text/Dash.tsx';
import { Mono } from '../../../theme/text/Mono.tsx';
import { TimeText } from '../../../theme/text/TimeText.tsx';

/** Where the files of a playbook come from, of which commit they are, and the key to add to the repository. */
export function RepositoryCard({ detail }: { detail: DetailController<typeof playbook> }) {
  const { t } = useTranslation('ops');
  const { row, resource } = detail;
  // The metadata of lists and forms does not name the key, which only the page of one playbook has.
  const labelOf = (name: string) =>
    name === 'vcs_public_key' ? t('repository.deployKey') : (resource.metas[name]?.label ?? name);
  const fact = (
    name: 'vcs_url' | 'vcs_commit' | 'vcs_host_key' | 'vcs_public_key',
    empty?: string,
  ): Fact => ({
    name,
    label: labelOf(name),
    value: row[name] ? <Mono>{row[name]}</Mono> : empty ? <span className="t3">{empty}</span> : <Dash />,
    ...(row[name] && { copy: row[name] }),
  });
  const facts: Fact[] = [
    fact('vcs_url'),
    {
      name: 'vcs_ref',
      label: labelOf('vcs_ref'),
      value: row.vcs_ref || <span className="t3">{t('repository.defaultBranch')}</span>,
    },
    fact('vcs_commit', t('repository.nothing')),
    { name: 'date_fetched', label: labelOf('date_fetched'), value: <TimeText value={row.date_fetched} /> },
    fact('vcs_host_key', t('repository.unconfirmed')),
    fact('vcs_public_key'),
  ];
  return (
    <>
      <FactsCard title={t('repository.title')} facts={facts} isSingle />
      {!row.vcs_commit && <p className="t3 md">{t('repository.howTo')}</p>}
    </>
  );
}
