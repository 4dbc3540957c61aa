import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import SaveOutlined from '@ant-design/icons/SaveOutlined';
import { ENTRY_FILE } from '@gatehouse/contract/ops/playbookFiles.ts';
import type { TreeNode } from '@gatehouse/contract/wire/page.ts';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../../platform/confirm/useConfirm.ts';
import { useShortcut } from '../../../platform/keys/useShortcut.ts';
import { useCan } from '../../../platform/session/useSession.ts';
import { CloseDialog } from './CloseDialog.tsx';
import { FileEditor } from './FileEditor.tsx';
import { FileTree, type FileWish } from './FileTree.tsx';
import { NameDialog } from './NameDialog.tsx';
import { OpenFiles } from './OpenFiles.tsx';
import { folderFor, type Workspace } from './useWorkspace.ts';
import styles from './workspace.module.css';
import { isModified, type OpenFile } from './workspaceState.ts';

/** The dialog for a name, for something new or something renamed. */
function NameFor({
  wish,
  workspace,
  onClose,
}: {
  wish: FileWish;
  workspace: Workspace;
  onClose: () => void;
}) {
  const { t } = useTranslation('ops');
  const { kind, node } = wish;
  if (kind === 'rename' && node)
    return (
      <NameDialog
        title={t('workspace.renameOne', { name: node.name })}
        start={node.name}
        okText={t('workspace.rename')}
        onName={(name) => workspace.rename(node.id, name)}
        onClose={onClose}
      />
    );
  if (kind !== 'file' && kind !== 'folder') return null;
  return (
    <NameDialog
      title={t(`workspace.${kind}`)}
      start=""
      okText={t('workspace.create')}
      onName={(name) => workspace.add(folderFor(node), name, kind === 'folder')}
      onClose={onClose}
    />
  );
}

/** What the tree asks for: a name in a dialog, or a deletion after a question. */
const useWishes = (workspace: Workspace, onRemoved: () => void) => {
  const { t } = useTranslation('ops');
  const confirm = useConfirm();
  const [wish, setWish] = useState<FileWish>();
  const remove = async (node: TreeNode) => {
    const isMeant = await confirm({
      title: t('workspace.deleteOne.title', { name: node.name }),
      body: t(node.isParent ? 'workspace.deleteOne.folder' : 'workspace.deleteOne.file'),
      okText: t('workspace.delete'),
      danger: true,
      focusCancel: true,
    });
    if (isMeant && (await workspace.remove(node.id))) onRemoved();
  };
  return {
    ask: (asked: FileWish) =>
      asked.kind === 'delete' && asked.node ? void remove(asked.node) : setWish(asked),
    dialog: wish && <NameFor wish={wish} workspace={workspace} onClose={() => setWish(undefined)} />,
  };
};

/** Save and reset of the file in front. */
function Tools({ workspace, file }: { workspace: Workspace; file: OpenFile | undefined }) {
  const { t } = useTranslation('ops');
  const isOn = file !== undefined && isModified(file);
  const save = () => file && isModified(file) && void workspace.save(file);
  useShortcut('mod+s', save);
  return (
    <span className={styles.tools}>
      <Button
        size="small"
        icon={<ReloadOutlined aria-hidden />}
        disabled={!isOn}
        onClick={() => file && workspace.reset(file.path)}
      >
        {t('workspace.reset')}
      </Button>
      <Button
        size="small"
        type="primary"
        icon={<SaveOutlined aria-hidden />}
        disabled={!isOn}
        loading={workspace.saving !== undefined && workspace.saving === file?.path}
        onClick={save}
      >
        {t('workspace.save')}
      </Button>
    </span>
  );
}

/** Says why files from a repository cannot be edited. */
function Foreign({ commit }: { commit: string }) {
  const { t } = useTranslation('ops');
  return (
    <p className={styles.foreign}>
      {t(commit ? 'workspace.foreign' : 'workspace.unfetched', { commit: commit.slice(0, 12) })}
    </p>
  );
}

/** The files of a playbook beside those that are open; those of a commit are read only. */
export function WorkspaceTab({ workspace, commit }: { workspace: Workspace; commit?: string }) {
  const { t } = useTranslation('ops');
  const mayChange = useCan()('ops.change_playbook');
  const canChange = mayChange && commit === undefined;
  const [selected, setSelected] = useState<TreeNode>();
  const [closing, setClosing] = useState<OpenFile>();
  const wishes = useWishes(workspace, () => setSelected(undefined));
  const front = workspace.files.find(({ path }) => path === workspace.active);
  const begin = useEffectEvent(() => {
    if (workspace.files.length === 0 && commit !== '') workspace.open(ENTRY_FILE);
  });
  useEffect(() => begin(), []);
  const select = (node: TreeNode) => {
    setSelected(node);
    if (!node.isParent) workspace.open(node.id);
  };
  const close = (file: OpenFile) => (isModified(file) ? setClosing(file) : workspace.close(file.path));
  return (
    <div className={styles.workspace}>
      <FileTree
        workspace={workspace}
        selected={selected}
        canChange={canChange}
        onSelect={select}
        onWish={wishes.ask}
      />
      <section className={styles.editors} aria-label={t('workspace.editor')}>
        <div className={styles.bar}>
          <OpenFiles
            files={workspace.files}
            active={workspace.active}
            onPick={workspace.open}
            onClose={close}
          />
          {canChange && <Tools workspace={workspace} file={front} />}
        </div>
        {commit !== undefined && <Foreign commit={commit} />}
        {workspace.files.map((file) => (
          <FileEditor
            key={file.path}
            file={file}
            isShown={file === front}
            isReadOnly={!canChange}
            onType={(text) => workspace.type(file.path, text)}
          />
        ))}
        {!front && commit !== '' && <p className={styles.none}>{t('workspace.none')}</p>}
      </section>
      {wishes.dialog}
      {closing && (
        <CloseDialog
          file={closing}
          onSave={() => workspace.save(closing)}
          onDrop={() => {
            workspace.close(closing.path);
            setClosing(undefined);
          }}
          onKeep={() => setClosing(undefined)}
        />
      )}
    </div>
  );
}
