import type { TreeLine } from '../../engine/tree/treeModel.ts';
import { AssetIcon } from '../../theme/icon/AssetIcon.tsx';

/** The icon of an asset in a tree; none for what holds assets. */
export const treeIcon = ({ node: { meta, iconSkin } }: TreeLine) =>
  meta.type === 'asset' ? <AssetIcon type={String(meta.data?.platform_type ?? iconSkin ?? '')} /> : undefined;
