import { useTranslation } from 'react-i18next';
import { usePlatform } from '../../platform/Platform.tsx';
import { useStore } from '../../platform/store.ts';
import { copyText } from '../../replay/dark/clipboard.ts';
import { useLuna } from '../LunaContext.tsx';
import { MenuList } from '../ui/Menu.tsx';

type Props = {
  asset: { id: string; name: string; address: string };
  isInactive: boolean;
  anchor: HTMLElement;
  onClose: () => void;
};

/** The menu of an asset in the tree, with connecting and further actions. */
export function AssetMenu({ asset, isInactive, anchor, onClose }: Props) {
  const { t } = useTranslation('luna');
  const { notify } = usePlatform();
  const { tree, workbench } = useLuna();
  const { favorites } = useStore(tree.store);
  const isFavorite = favorites.has(asset.id);
  const copy = async () => {
    if (await copyText(asset.address)) notify.copied();
  };
  return (
    <MenuList
      label={t('assets.menu', { name: asset.name })}
      anchor={anchor}
      onClose={onClose}
      items={[
        {
          key: 'connect',
          label: t('action.connect'),
          disabled: isInactive,
          onSelect: () => workbench.connect({ assetId: asset.id }),
        },
        {
          key: 'favorite',
          label: isFavorite ? t('assets.removeFavorite') : t('assets.addFavorite'),
          // The request layer has reported the failure.
          onSelect: () => void tree.toggleFavorite(asset.id).catch(() => undefined),
        },
        { key: 'copy', label: t('assets.copyAddress'), disabled: asset.address === '', onSelect: copy },
      ]}
    />
  );
}
