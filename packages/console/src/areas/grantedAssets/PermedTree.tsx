import StarOutlined from '@ant-design/icons/StarOutlined';
import { useTranslation } from 'react-i18next';
import { TreePanel } from '../../engine/tree/TreePanel.tsx';
import type { TreeLine } from '../../engine/tree/treeModel.ts';
import { useNodeTree } from '../../engine/tree/useNodeTree.ts';

/** The id of the node that holds the user's favourites. */
export const FAVORITES_NODE = 'favorite';

type Props = {
  /** Such as `/api/v1/perms/users/self/`. */
  base: string;
  query: Readonly<Record<string, string>>;
  onPick: (query: Record<string, string | undefined>) => void;
  onHide?: () => void;
};

const idOf = ({ node }: TreeLine): string => String(node.meta.data?.id ?? node.id);

/** Nodes of the assets a user may connect to; reloading rebuilds the tree on the server. */
export function PermedTree({ base, query, onPick, onHide }: Props) {
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
      icon={(line) => (idOf(line) === FAVORITES_NODE ? <StarOutlined aria-hidden /> : undefined)}
      onSelect={(line) => onPick({ node_id: idOf(line) === query.node_id ? undefined : idOf(line) })}
      onHide={onHide}
    />
  );
}
