import type { TreeNode } from '@gatehouse/contract/wire/page.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DetailController } from '../../../engine/detail/useResourceDetail.ts';
import { rowUrl } from '../../../engine/resource/url.ts';
import { Tree } from '../../../engine/tree/Tree.tsx';
import { linesOf, treeOf } from '../../../engine/tree/treeModel.ts';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { Card } from '../../../theme/Card.tsx';
import { SkeletonRows } from '../../../theme/SkeletonRows.tsx';
import { heldState, leavesUnder, permissionTree, pressedNode } from './permissionTree.ts';

const ROOT = '$ROOT$';

/** `(3/12)` at the end of a name is redrawn from what is chosen here. */
const plainName = (name: string): string => name.replace(/\s*\(\d+\/\d+\)$/, '');

type Props = { detail: DetailController; url: string; canChange: boolean };

/** Permissions of a role on a tree; choosing one brings what it needs. */
export function PermissionTreeCard({ detail, url, canChange }: Props) {
  const { t } = useTranslation('resources');
  const http = useHttp();
  const notify = useNotify();
  const treeUrl = `${rowUrl(url, detail.id)}permissions/tree/`;
  const { data, isPending } = useQuery({
    queryKey: ['permissionTree', treeUrl],
    queryFn: ({ signal }) => http.get<TreeNode[]>(treeUrl, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const index = useMemo(() => permissionTree(data ?? []), [data]);
  const [changed, setChanged] = useState<ReadonlySet<string>>();
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [typed, setTyped] = useState('');
  const [isSaving, setSaving] = useState(false);
  const start = useMemo(
    () =>
      new Set(
        (data ?? []).filter(({ meta, checked }) => meta.type === 'perm' && checked).map(({ id }) => id),
      ),
    [data],
  );
  const held = changed ?? start;
  const found = typed.trim().toLowerCase();
  const shown = useMemo(() => {
    const flat = data ?? [];
    if (!found) return flat;
    const keep = new Set<string>();
    for (const node of flat) {
      if (!`${node.name} ${node.title}`.toLowerCase().includes(found)) continue;
      for (let at: TreeNode | undefined = node; at; at = index.nodes.get(at.pId)) keep.add(at.id);
    }
    return flat.filter(({ id }) => keep.has(id));
  }, [data, found, index]);
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
  const save = async () => {
    setSaving(true);
    try {
      await http.patch(rowUrl(url, detail.id), { permissions: [...held].map(Number) });
      notify.success(t('role.saved', { name: detail.name }));
      setChanged(new Set(held));
    } catch {
      // The request layer has told the person; what was chosen stays.
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
          disabled={!canChange || changed === undefined}
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
      {isPending ? (
        <SkeletonRows rows={8} columns={1} height={28} />
      ) : (
        <Tree
          label={t('role.permissions')}
          isDense
          lines={linesOf(tree, expanded)}
          canOpen={(line) => (tree.children.get(line.node.id)?.length ?? 0) > 0}
          onToggle={(line, open) => setOpened(new Map(opened).set(line.node.id, open))}
          isDisabled={(line) => !canChange || Boolean(line.node.chkDisabled)}
          checkedOf={(line) => heldState(index, line.node.id, held)}
          onCheck={(line) => setChanged(pressedNode(index, line.node.id, held))}
        />
      )}
    </Card>
  );
}
