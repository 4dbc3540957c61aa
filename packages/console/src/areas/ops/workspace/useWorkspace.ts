import { folderOf } from '@gatehouse/contract/ops/playbookFiles.ts';
import type { TreeNode } from '@gatehouse/contract/wire/page.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../../platform/confirm/useConfirm.ts';
import { HttpError } from '../../../platform/http/HttpError.ts';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { isModified, nothingOpen, type OpenFile, workspaceAfter } from './workspaceState.ts';

const LIST = 'GET /api/v1/ops/playbook/:id/file/';
const CHANGE = 'PATCH /api/v1/ops/playbook/:id/file/';

const isChangedElsewhere = (error: unknown): boolean => error instanceof HttpError && error.status === 409;

/** The folders and files of a playbook. */
const useFiles = (id: string) => {
  const http = useHttp();
  const client = useQueryClient();
  const queryKey = ['playbookFiles', id];
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const nodes = await http.call(LIST, { params: { id }, query: {}, signal, disableFlashErrorMsg: true });
      return (Array.isArray(nodes) ? nodes : []).map(
        (node): TreeNode => ({ ...node, meta: { type: node.isParent ? 'folder' : 'file' } }),
      );
    },
  });
  return { query, refresh: () => client.invalidateQueries({ queryKey }) };
};

/** Saves files; one that was saved elsewhere meanwhile is replaced only after a question. */
const useSaving = (id: string) => {
  const { t } = useTranslation('ops');
  const http = useHttp();
  const confirm = useConfirm();
  const notify = useNotify();
  const send = (path: string, content: string, version: string | undefined) =>
    http.call(CHANGE, {
      params: { id },
      body: { key: path, content, ...(version !== undefined && { version }) },
      disableFlashErrorMsg: true,
    });
  const tell = (error: unknown): undefined => {
    if (error instanceof HttpError) notify.error(error);
    return undefined;
  };
  return async ({ path, text, version }: OpenFile): Promise<string | undefined> => {
    try {
      return (await send(path, text, version)).version;
    } catch (error) {
      if (!isChangedElsewhere(error)) return tell(error);
    }
    const isMeant = await confirm({
      title: t('workspace.changedElsewhere.title', { path }),
      body: t('workspace.changedElsewhere.body'),
      okText: t('workspace.changedElsewhere.ok'),
      cancelText: t('workspace.changedElsewhere.cancel'),
      danger: true,
      focusCancel: true,
    });
    if (!isMeant) return undefined;
    return send(path, text, undefined).then(({ version: now }) => now, tell);
  };
};

/** Closes files that are open, once the playbook has others. */
const closing =
  (files: readonly OpenFile[], dispatch: (change: { kind: 'closed'; path: string }) => void) => () => {
    for (const { path } of files) dispatch({ kind: 'closed', path });
  };

/** The workspace of a playbook: its files, those that are open, and what can be done with them. */
export const useWorkspace = (id: string) => {
  const { t } = useTranslation('ops');
  const http = useHttp();
  const notify = useNotify();
  const { query, refresh } = useFiles(id);
  const [state, dispatch] = useReducer(workspaceAfter, nothingOpen);
  const [saving, setSaving] = useState<string>();
  const send = useSaving(id);

  const read = async (path: string) => {
    const file = await http.call(LIST, { params: { id }, query: { key: path } });
    if (Array.isArray(file)) return;
    const { content: saved, version, is_binary: isBinary } = file;
    dispatch({ kind: 'opened', file: { path, saved, version, isBinary } });
  };
  const settled = async (work: Promise<unknown>): Promise<boolean> => {
    try {
      await work;
      await refresh();
      return true;
    } catch {
      // The request layer has reported the error; the files stay as they are.
      await refresh();
      return false;
    }
  };
  return {
    query,
    refresh,
    ...state,
    ...{ saving, renew: () => void refresh().then(closing(state.files, dispatch)) },
    isModified: state.files.some(isModified),
    open: (path: string) =>
      state.files.some((file) => file.path === path)
        ? dispatch({ kind: 'picked', path })
        : void read(path).catch(() => undefined),
    /** Reads a file again; what was typed into it is lost. */
    reset: (path: string) => void read(path).catch(() => undefined),
    type: (path: string, text: string) => dispatch({ kind: 'typed', path, text }),
    close: (path: string) => dispatch({ kind: 'closed', path }),
    save: async (file: OpenFile): Promise<boolean> => {
      setSaving(file.path);
      const version = await send(file);
      setSaving(undefined);
      if (version === undefined) return false;
      dispatch({ kind: 'saved', path: file.path, text: file.text, version });
      notify.success(t('workspace.saved', { path: file.path }));
      return true;
    },
    add: (folder: string, name: string, isFolder: boolean) =>
      settled(
        http
          .call('POST /api/v1/ops/playbook/:id/file/', {
            params: { id },
            body: { key: folder, name, is_directory: isFolder },
          })
          .then((made) => (isFolder ? undefined : read(made.id))),
      ),
    rename: (path: string, name: string) =>
      settled(
        http
          .call(CHANGE, { params: { id }, body: { key: path, new_name: name } })
          .then((renamed) => dispatch({ kind: 'moved', from: path, to: renamed.id })),
      ),
    remove: (path: string) =>
      settled(
        http
          .call('DELETE /api/v1/ops/playbook/:id/file/', { params: { id }, query: { key: path } })
          .then(() => dispatch({ kind: 'removed', path })),
      ),
  };
};

/** What `useWorkspace` gives. */
export type Workspace = ReturnType<typeof useWorkspace>;

/** The folder in which something new is made while a file or folder is selected; `root` for the top. */
export const folderFor = (node: TreeNode | undefined): string =>
  node === undefined ? 'root' : node.isParent ? node.id : folderOf(node.id) || 'root';
