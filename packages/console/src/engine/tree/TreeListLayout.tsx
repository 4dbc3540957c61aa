import ApartmentOutlined from '@ant-design/icons/ApartmentOutlined';
import MenuUnfoldOutlined from '@ant-design/icons/MenuUnfoldOutlined';
import { Button } from 'antd';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlatform } from '../../platform/Platform.tsx';
import { part } from '../../platform/part/part.ts';
import { useViewport } from '../../platform/viewport/useViewport.ts';
import { IconButton } from '../../theme/control/IconButton.tsx';
import { Splitter } from '../../theme/kit/Splitter.tsx';
import styles from './Tree.module.css';
import { isTreeHidden, keepTreeHidden, keepTreeWidth, treeBounds, treeWidth } from './treePlace.ts';

const Sheet = part(() => import('../list/phone/Sheet.tsx').then((m) => m.Sheet));

type Props = {
  /** Draws the tree; gets a function that hides it, where that is possible. */
  tree: (onHide: (() => void) | undefined) => ReactNode;
  /** Draws the list; gets the button that opens the tree, where the tree is in a drawer. */
  list: (treeButton: ReactNode) => ReactNode;
};

/** A tree beside a list: it can be resized and hidden, and on narrow screens it is a drawer. */
export function TreeListLayout({ tree, list }: Props) {
  const { t } = useTranslation('engine');
  const { storage } = usePlatform();
  const { isNarrow } = useViewport();
  const [width, setWidth] = useState(() => treeWidth(storage));
  const [isHidden, setHidden] = useState(() => isTreeHidden(storage));
  const [isDrawer, setDrawer] = useState(false);
  const hide = (hidden: boolean) => {
    keepTreeHidden(storage, hidden);
    setHidden(hidden);
  };
  const resize = (next: number) => {
    keepTreeWidth(storage, next);
    setWidth(next);
  };
  if (isNarrow) {
    return (
      <div className={styles.layout}>
        {list(
          <Button
            icon={<ApartmentOutlined aria-hidden />}
            aria-label={t('tree.show')}
            style={{ height: 40, width: 44 }}
            onClick={() => setDrawer(true)}
          />,
        )}
        {isDrawer && (
          <Suspense fallback={null}>
            <Sheet placement="left" title={t('tree.title')} onClose={() => setDrawer(false)}>
              {tree(undefined)}
            </Sheet>
          </Suspense>
        )}
      </div>
    );
  }
  return (
    <div className={styles.layout}>
      {isHidden ? (
        <IconButton
          icon={<MenuUnfoldOutlined aria-hidden />}
          tip={t('tree.show')}
          onClick={() => hide(false)}
        />
      ) : (
        <>
          <div style={{ width, flex: 'none' }}>{tree(() => hide(true))}</div>
          <Splitter
            label={t('tree.resize')}
            value={width}
            min={treeBounds.narrowest}
            max={treeBounds.widest}
            className={styles.divider}
            onChange={resize}
          />
        </>
      )}
      {list(undefined)}
    </div>
  );
}
