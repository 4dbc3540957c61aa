import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../theme/control/IconButton.tsx';
import styles from './workspace.module.css';
import { isModified, type OpenFile } from './workspaceState.ts';

/** The open files, each with a button that closes it; `M` marks unsaved changes. */
export function OpenFiles(props: {
  files: readonly OpenFile[];
  active: string | undefined;
  onPick: (path: string) => void;
  onClose: (file: OpenFile) => void;
}) {
  const { t } = useTranslation('ops');
  return (
    <ul className={styles.tabs} aria-label={t('workspace.openFiles')}>
      {props.files.map((file) => (
        <li key={file.path} className={styles.tab} data-active={file.path === props.active}>
          <button
            type="button"
            className={styles.tabName}
            aria-current={file.path === props.active ? 'true' : undefined}
            onClick={() => props.onPick(file.path)}
          >
            {file.path}
            {isModified(file) && (
              <>
                {' '}
                <span aria-hidden="true" className={styles.mark}>
                  M
                </span>
                <span className="visually-hidden">{t('workspace.modified')}</span>
              </>
            )}
          </button>
          <IconButton
            size={24}
            icon={<CloseOutlined aria-hidden style={{ fontSize: 11 }} />}
            tip={t('workspace.closeOne', { path: file.path })}
            onClick={() => props.onClose(file)}
          />
        </li>
      ))}
    </ul>
  );
}
