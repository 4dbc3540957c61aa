import type { TreeNode } from '@gatehouse/contract/wire/page.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DetailController } from '../../../engine/detail/useResourceDetail.ts';
import { rowUrl } from '../../../engine/resource/url.ts';
import { Tree } from '../../../engine/tree/Tree.tsx';
import { linesOf, treeOf } from '../../../engine/tree/treeModel.ts';
import { useConfirm } from '../../../platform/confirm/useConfirm.ts';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { Card } from '../../../theme/state/Card.tsx';
import { SkeletonRows } from '../../../theme/state/SkeletonRows.tsx';
import { gained, plainName } from './gainedPermissions.ts';
import { type Changes, countOf, PermissionChanges } from './PermissionChanges.tsx';
import { heldState, leavesUnder, permissionTree, pressedNode } from './permissionTree.ts';
import { type RoleScope, rolesUrl } from './roleScope.ts';

const ROOT = '$ROOT$';

/** From so many users on, a save asks first. */
const manyUsers = 10;

type Props = {
  detail: Pick<DetailController, 'id' | 'name'>;
  scope: RoleScope;
  canChange: boolean;
  /** Where the page says what a save would change, beside the tree; on phones it lies below. */
  place?: HTMLElement | null | undefined;
};

/** Nodes whose text matches, with their ancestors. */
const matching = (flat: TreeNode[], nodes: ReadonlyMap<string | undefined, TreeNode>, found: string) => {
  if (!found) return flat;
  const keep = new Set<string>();
  for (const node of flat) {
    if (!`${node.name} ${node.title}`.toLowerCase().includes(found)) continue;
    for (let at: TreeNode | undefined = node; at; at = nodes.get(at.pId)) keep.add(at.id);
  }
  return flat.filter(({ id }) => keep.has(id));
};

/** The permissions that the role has, and what the user has changed since. */
const useChosen = (scope: RoleScope, id: string) => {
  const http = useHttp();
  const { data, isPending } = useQuery({
    queryKey: ['permissionTree', scope, id],
    queryFn: ({ signal }) =>
      http.call(`GET /api/v1/rbac/${scope}-roles/:id/permissions/tree/`, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const index = useMemo(() => permissionTree(data ?? []), [data]);
  const [changed, setChanged] = useState<ReadonlySet<string>>();
  const [saved, setSaved] = useState<ReadonlySet<string>>();
  const start = useMemo(
    () =>
      new Set(
        (data ?? []).filter(({ meta, checked }) => meta.type === 'perm' && checked).map(({ id }) => id),
      ),
    [data],
  );
  const stored = saved ?? start;
  const held = changed ?? stored;
  const changes = useMemo(
    (): Changes => ({ added: gained(index, stored, held), removed: gained(index, held, stored) }),
    [index, stored, held],
  );
  const isChanged = changes.added.length + changes.removed.length > 0;
  const settle = () => {
    setSaved(held);
    setChanged(undefined);
  };
  return { data, isPending, index, held, changes, isChanged, setChanged, settle };
};

/** The tree to show, all of it or what matches, with the number of selected leaves below each branch. */
const useShown = ({ data, index, held }: ReturnType<typeof useChosen>, found: string) => {
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const shown = useMemo(() => matching(data ?? [], index.nodes, found), [data, found, index]);
  const tree = useMemo(
    () =>
      treeOf(
        shown.map((node) => {
          const leaves = leavesUnder(index, node.id);
          const isBranch = node.meta.type !== 'perm';
          const count = leaves.filter((leaf) => held.has(leaf)).length;
          return {
            ...node,
            name: isBranch ? `${plainName(node.name)} · ${count}/${leaves.length}` : plainName(node.name),
          };
        }),
      ),
    [shown, index, held],
  );
  const expanded = new Set(
    [...tree.children.keys()].filter((id) => {
      const node = tree.nodes.get(id);
      const byDefault =
        found !== '' || id === ROOT || node?.meta.type === 'root' || node?.meta.type === 'view';
      return opened.get(id) ?? byDefault;
    }),
  );
  return {
    lines: linesOf(tree, expanded),
    canOpen: (id: string) => (tree.children.get(id)?.length ?? 0) > 0,
    toggle: (id: string, isOpen: boolean) => setOpened(new Map(opened).set(id, isOpen)),
  };
};

/** Whom a save would concern, asked once something is changed. */
const useHolders = (scope: RoleScope, id: string, isChanged: boolean) => {
  const http = useHttp();
  return useQuery({
    queryKey: ['roleHolders', scope, id],
    queryFn: ({ signal }) =>
      http.call(`GET /api/v1/rbac/${scope}-roles/:id/holders/`, { params: { id }, signal }),
    enabled: isChanged,
    gcTime: 0,
  });
};

/** Asks before a save that takes effect for many users. */
const useAsk = () => {
  const { t } = useTranslation('resources');
  const confirm = useConfirm();
  return async ({ added, removed }: Changes, users: number): Promise<boolean> => {
    if (users < manyUsers) return true;
    const lines = Object.entries({ added, removed }).flatMap(([kind, branches]) => {
      const count = countOf(branches);
      return count > 0 ? [t(`role.${kind as 'added' | 'removed'}`, { count })] : [];
    });
    return confirm({
      title: t('role.askTitle', { count: users }),
      body: t('role.askBody', { changes: lines.join(' · ') }),
      okText: t('action.update'),
      focusCancel: true,
    });
  };
};

/** Permissions of a role as a tree; selecting one also selects those it requires. */
export function PermissionTreeCard({ detail, scope, canChange, place }: Props) {
  const { t } = useTranslation('resources');
  const http = useHttp();
  const notify = useNotify();
  const [typed, setTyped] = useState('');
  const [isSaving, setSaving] = useState(false);
  const chosen = useChosen(scope, detail.id);
  const { index, held, isChanged, setChanged } = chosen;
  const shown = useShown(chosen, typed.trim().toLowerCase());
  const holders = useHolders(scope, detail.id, isChanged);
  const ask = useAsk();
  const save = async () => {
    setSaving(true);
    try {
      const { users } = holders.data ?? (await holders.refetch()).data ?? { users: 0 };
      if (!(await ask(chosen.changes, users))) return;
      await http.patch(rowUrl(rolesUrl(scope), detail.id), { permissions: [...held].map(Number) });
      notify.success(t('role.saved', { name: detail.name }));
      chosen.settle();
    } catch {
      // The request layer has reported the error; the selection stays.
    } finally {
      setSaving(false);
    }
  };
  return (
    <Card
      title={t('role.permissions')}
      extra={
        <Button
          type="primary"
          size="small"
          loading={isSaving}
          disabled={!canChange || !isChanged}
          onClick={() => void save()}
        >
          {t('action.update')}
        </Button>
      }
    >
      <Input
        size="small"
        allowClear
        aria-label={t('role.search')}
        placeholder={t('role.search')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        style={{ marginBottom: 8 }}
      />
      {chosen.isPending ? (
        <SkeletonRows rows={8} columns={1} height={28} />
      ) : (
        <Tree
          label={t('role.permissions')}
          isDense
          lines={shown.lines}
          canOpen={({ node }) => shown.canOpen(node.id)}
          onToggle={({ node }, isOpen) => shown.toggle(node.id, isOpen)}
          isDisabled={({ node }) => !canChange || Boolean(node.chkDisabled)}
          checkedOf={({ node }) => heldState(index, node.id, held)}
          onCheck={({ node }) => setChanged(pressedNode(index, node.id, held))}
        />
      )}
      {isChanged && (
        <PermissionChanges
          of={{ id: detail.id, scope, place }}
          changes={chosen.changes}
          holders={holders.data}
        />
      )}
    </Card>
  );
}
