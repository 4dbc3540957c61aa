import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { TreePanel } from '../../engine/tree/TreePanel.tsx';
import type { TreeLine } from '../../engine/tree/treeModel.ts';
import { type NodeTree, type TreeSource, useNodeTree } from '../../engine/tree/useNodeTree.ts';
import { usePlatform } from '../../platform/Platform.tsx';
import { CURRENT_ONLY_COOKIE, NODES_URL, selectedNode, treeQuery } from './assetTree.ts';
import { type AssetTrees, TreeSwitch } from './TreeSwitch.tsx';
import { treeIcon } from './treeIcon.tsx';

/** A page's additions to the node tree: menu, dragging, renaming. */
export type NodeTreeExtras = {
  onMenu?: (line: TreeLine, at: { x: number; y: number }, tree: NodeTree) => void;
  canDrop?: (dragged: string, target: string, tree: NodeTree) => boolean;
  onDrop?: (dragged: string, target: string, tree: NodeTree) => void;
  editor?: (line: TreeLine, tree: NodeTree) => ReactNode | undefined;
};

type Props = {
  /** Whether the type tree counts assets or accounts. */
  counts?: 'asset' | 'account';
  /** Shows assets below their nodes or types. */
  withAssets?: boolean;
  hasTypes?: boolean;
  query: Readonly<Record<string, string>>;
  onPick: (query: Record<string, string | undefined>) => void;
  onHide?: () => void;
  extras?: NodeTreeExtras;
};

const follows = ['assets', 'accounts'];
const TAB_COOKIE = 'activeTreeTab';

const nodeSource = (withAssets: boolean): TreeSource => ({
  url: `${NODES_URL}children/tree/?assets=${withAssets ? 1 : 0}`,
  search: { all: 'all' },
  follows,
});

const typeSource = (counts: string, withAssets: boolean): TreeSource => ({
  url: `${NODES_URL}category/tree/?assets=${withAssets ? 1 : 0}&count_resource=${counts}`,
  follows,
});

function OneTree(
  props: Props & { source: TreeSource; canSearch: boolean; label: string; switcher: ReactNode },
) {
  const { source, query, extras, onPick } = props;
  const { t } = useTranslation('resources');
  const { cookies } = usePlatform();
  const tree = useNodeTree(source);
  const pick = (line: TreeLine) => onPick(treeQuery(line.node, cookies.get(CURRENT_ONLY_COOKIE) === '1'));
  return (
    <TreePanel
      label={props.label}
      tree={tree}
      selected={selectedNode(tree.tree.nodes.values(), query)}
      onSelect={pick}
      canSearch={props.canSearch}
      searchPlaceholder={t(props.withAssets ? 'node.search' : 'node.searchNodes')}
      switcher={props.switcher}
      onHide={props.onHide}
      {...(props.withAssets && { icon: treeIcon })}
      {...(extras?.onMenu && {
        onMenu: (line: TreeLine, at: { x: number; y: number }) => extras.onMenu?.(line, at, tree),
      })}
      {...(extras?.canDrop && { canDrop: (a: string, b: string) => extras.canDrop?.(a, b, tree) ?? false })}
      {...(extras?.onDrop && { onDrop: (a: string, b: string) => extras.onDrop?.(a, b, tree) })}
      {...(extras?.editor && { editor: (line: TreeLine) => extras.editor?.(line, tree) })}
    />
  );
}

/** Assets by node or by type; the last chosen tree is remembered for a day. */
export function AssetTreePanel(props: Props) {
  const { counts = 'asset', withAssets = false, hasTypes = true } = props;
  const { t } = useTranslation('resources');
  const { cookies } = usePlatform();
  const [search] = useSearchParams();
  const [tab, setTab] = useState<AssetTrees>(() =>
    hasTypes && (search.get(TAB_COOKIE) ?? cookies.get(TAB_COOKIE)) === 'types' ? 'types' : 'nodes',
  );
  const choose = (next: AssetTrees) => {
    cookies.set(TAB_COOKIE, next, { days: 1 });
    setTab(next);
  };
  const switcher = hasTypes && <TreeSwitch value={tab} onPick={choose} />;
  return tab === 'nodes' ? (
    <OneTree
      key="nodes"
      {...props}
      source={nodeSource(withAssets)}
      canSearch
      label={t('node.nodes')}
      switcher={switcher}
    />
  ) : (
    <OneTree
      key="types"
      {...props}
      extras={undefined}
      source={typeSource(counts, withAssets)}
      canSearch={false}
      label={t('node.types')}
      switcher={switcher}
    />
  );
}
