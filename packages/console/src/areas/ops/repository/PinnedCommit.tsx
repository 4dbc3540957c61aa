import { OWN_RUNS_URL } from '@gatehouse/contract/wire/siteMessages.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { onChanged } from '../../../platform/changes.ts';
import { Mono } from '../../../theme/text/Mono.tsx';
import styles from './repository.module.css';

/** The commit of which a playbook has the files; looks again when work of the user got on, which may have fetched one. */
export function PinnedCommit(props: {
  commit: string;
  name: string;
  /** Reads the row again. */
  onWork: () => void;
  /** The playbook has other files now. */
  onMoved: () => void;
}) {
  const { commit, name, onWork, onMoved } = props;
  const { t } = useTranslation('ops');
  const seen = useRef(commit);
  const look = useEffectEvent((path: string) => {
    if (path === OWN_RUNS_URL) onWork();
  });
  useEffect(() => onChanged((path) => look(path)), []);
  const move = useEffectEvent(onMoved);
  useEffect(() => {
    if (seen.current === commit) return;
    seen.current = commit;
    move();
  }, [commit]);
  if (!commit) return <>{t('repository.nothing')}</>;
  return (
    <span className={styles.pinned}>
      {name || t('repository.defaultBranch')}
      <Mono>{commit.slice(0, 12)}</Mono>
    </span>
  );
}
