import { forbiddenLines, isPlaybookFile } from '@gatehouse/contract/ops/forbiddenLines.ts';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeEditor } from '../../../theme/code/CodeEditor.tsx';
import styles from './workspace.module.css';
import type { OpenFile } from './workspaceState.ts';

const MOST_REMARKS = 5;

/** One open file. Lines that must not run are marked, and listed below. */
export function FileEditor(props: {
  file: OpenFile;
  isShown: boolean;
  isReadOnly: boolean;
  onType: (text: string) => void;
}) {
  const { file, isShown } = props;
  const { t } = useTranslation('ops');
  const remarksId = useId();
  const isYaml = isPlaybookFile(file.path);
  const found = useMemo(() => (isYaml ? forbiddenLines(file.text) : []), [isYaml, file.text]);
  const marks = useMemo(
    () => found.map(({ line, word }) => ({ line, text: t('workspace.forbidden', { word }) })),
    [found, t],
  );
  return (
    <div className={styles.file} hidden={!isShown}>
      {file.isBinary ? (
        <p className={styles.binary}>{file.text}</p>
      ) : (
        <CodeEditor
          fills
          language={isYaml ? 'yaml' : 'plain'}
          value={file.text}
          onChange={props.onType}
          isReadOnly={props.isReadOnly}
          marks={marks}
          attributes={{
            'aria-label': file.path,
            'aria-describedby': marks.length > 0 ? remarksId : undefined,
          }}
        />
      )}
      <div id={remarksId} role="status" className={marks.length > 0 ? styles.remarks : undefined}>
        {marks.slice(0, MOST_REMARKS).map(({ line, text }) => (
          <p key={line}>{t('workspace.line', { line, text })}</p>
        ))}
        {marks.length > MOST_REMARKS && <p>{t('workspace.more', { count: marks.length - MOST_REMARKS })}</p>}
      </div>
    </div>
  );
}
