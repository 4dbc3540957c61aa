import StarOutlined from '@ant-design/icons/StarOutlined';
import type { TreeNode } from '@gatehouse/contract/wire/page.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TreePanel } from '../../engine/tree/TreePanel.tsx';
import type { TreeLine } from '../../engine/tree/treeModel.ts';
import { useNodeTree } from '../../engine/tree/useNodeTree.ts';
import { noTreeQuery, selectedNode, treeQuery } from '../../resources/assets/assetTree.ts';
import { type AssetTrees, TreeSwitch } from '../../resources/assets/TreeSwitch.tsx';

/** The id of the node that holds the user's favourites. */
export const FAVORITES_NODE = 'favorite';

type Props = {
  /** Such as `/api/v1/perms/users/self/`. */
  base: string;
  query: Readonly<Record<string, string>>;
  onPick: (query: Record<string, string | undefined>) => void;
  onHide?: () => void;
};
type TreeProps = Props & { switcher: ReactNode };

const idOf = ({ node }: TreeLine): string => String(node.meta.data?.id ?? node.id);

/** Nodes of the assets; reloading rebuilds the tree on the server. */
function NodeTree({ base, query, onPick, onHide, switcher }: TreeProps) {
  const { t } = useTranslation('resources');
  const tree = useNodeTree({
    url: `${base}nodes/children/tree/`,
    reload: { rebuild_tree: '1' },
    // The node of the favourites counts them.
    follows: ['assets'],
  });
  const selected = tree.lines.find((line) => idOf(line) === query.node_id)?.node.id;
  return (
    <TreePanel
      label={t('node.nodes')}
      tree={tree}
      selected={selected}
      canSearch={false}
      switcher={switcher}
      icon={(line) => (idOf(line) === FAVORITES_NODE ? <StarOutlined aria-hidden /> : undefined)}
      onSelect={(line) =>
        onPick({ ...noTreeQuery, ...(line.node.id !== selected && { node_id: idOf(line) }) })
      }
      onHide={onHide}
    />
  );
}

/** The server sends assets below types on demand; here the list shows them. */
const withoutAssets = (node: TreeNode): TreeNode =>
  node.meta.type === 'type' ? { ...node, isParent: false } : node;

/** Categories and types of the assets. */
function TypeTree({ base, query, onPick, onHide, switcher }: TreeProps) {
  const { t } = useTranslation('resources');
  const tree = useNodeTree({
    url: `${base}nodes/children-with-assets/category/tree/`,
    follows: ['assets'],
    placed: withoutAssets,
  });
  const selected = selectedNode(tree.tree.nodes.values(), query);
  const pick = ({ node }: TreeLine) =>
    onPick(node.id === selected || !node.meta.category ? noTreeQuery : treeQuery(node, false));
  return (
    <TreePanel
      label={t('node.types')}
      tree={tree}
      selected={selected}
      canSearch={false}
      switcher={switcher}
      onSelect={pick}
      onHide={onHide}
    />
  );
}

/** Nodes or types of the assets a user may connect to; what a group is granted has a tree of nodes only. */
export function PermedTree({ ofGroup, ...props }: Props & { ofGroup?: boolean }) {
  const [shown, setShown] = useState<AssetTrees>(props.query.category ? 'types' : 'nodes');
  const switcher = ofGroup ? undefined : <TreeSwitch value={shown} onPick={setShown} />;
  const Shown = shown === 'nodes' || ofGroup ? NodeTree : TypeTree;
  return <Shown {...props} switcher={switcher} />;
}
