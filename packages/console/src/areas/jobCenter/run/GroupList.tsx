import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Failed } from '../../../platform/page/Failed.tsx';
import { IconButton } from '../../../theme/control/IconButton.tsx';
import { Glyph } from '../../../theme/icon/Glyph.tsx';
import { SkeletonRows } from '../../../theme/state/SkeletonRows.tsx';
import { hostLooks } from './hosts.ts';
import styles from './run.module.css';
import type { Group } from './useGroups.ts';

/** Machines named in the line of a group. */
const mostNamed = 20;

type Props = {
  groups: UseQueryResult<Group[]>;
  chosen: string | undefined;
  onChoose: (group: Group) => void;
};

/** The machines of a run by what they printed, so that the few that differ stand out. */
export function GroupList({ groups, chosen, onChoose }: Props) {
  const { t } = useTranslation('runs');
  if (groups.error) return <Failed query={groups} />;
  if (!groups.data) return <SkeletonRows rows={4} columns={1} height={44} />;
  const [most, ...others] = groups.data;
  const count = others.reduce((sum, { hosts }) => sum + hosts.length, 0);
  return (
    <div className={styles.groups}>
      <div className={styles.groupHead}>
        <strong role="status">
          {most
            ? [t('same', { count: most.hosts.length }), count > 0 && t('differ', { count })]
                .filter(Boolean)
                .join(t('comma'))
            : t('notYet')}
        </strong>
        <IconButton
          icon={<ReloadOutlined aria-hidden style={{ fontSize: 13 }} />}
          tip={t('regroup')}
          size={28}
          disabled={groups.isFetching}
          onClick={() => void groups.refetch()}
        />
      </div>
      {groups.data.map((group) => {
        const [first] = group.hosts;
        if (!first) return null;
        const look = hostLooks[first.state];
        const names = group.hosts.slice(0, mostNamed).map(({ name }) => name);
        return (
          <button
            key={group.key}
            type="button"
            className={styles.group}
            aria-pressed={group.key === chosen}
            onClick={() => onChoose(group)}
          >
            <span className="row">
              <span className={`${styles.glyph} ${styles[look.kind]}`}>
                <Glyph name={look.glyph ?? look.kind} />
              </span>
              <span className="grow">{t('groupOf', { count: group.hosts.length })}</span>
              <span className={`${styles.outcome} ${styles[look.kind]}`}>
                {first.exit_code === null
                  ? t(`host.${first.state}`)
                  : t('exitCode', { code: first.exit_code })}
              </span>
            </span>
            <span className={`ell ${styles.names}`}>
              {names.join(t('comma'))}
              {group.hosts.length > mostNamed && '…'}
            </span>
          </button>
        );
      })}
    </div>
  );
}
