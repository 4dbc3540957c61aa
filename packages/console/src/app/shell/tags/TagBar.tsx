import { CloseOutlined, DownOutlined, PushpinOutlined, ReloadOutlined } from '@ant-design/icons';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useMayLeave } from '../../../platform/page/useMayLeave.ts';
import { useStore } from '../../../platform/store.ts';
import { IconButton } from '../../../theme/control/IconButton.tsx';
import { Menu, MenuList } from '../../../theme/control/menu/Menu.tsx';
import type { MenuItem } from '../../../theme/kit/menu/MenuItem.ts';
import type { Point } from '../../../theme/kit/menu/placeLayer.ts';
import { useShell } from '../ShellContext.ts';
import { useHere } from '../useHere.ts';
import styles from './TagBar.module.css';
import { scrolledTo } from './tagScroll.ts';
import type { Tag } from './tagStore.ts';

/** The visited and the affixed pages as tags, to go to, refresh or close. */
export function TagBar() {
  const { t } = useTranslation('shell');
  const { tags: store } = useShell();
  const { tags } = useStore(store);
  const here = useHere();
  const navigate = useNavigate();
  const mayLeave = useMayLeave();
  const [pressed, setPressed] = useState<{ tag: Tag; at: Point }>();
  const current = tags.find((tag) => tag.path === here.pathname);

  const refresh = (tag: Tag) => {
    store.forget(tag.path);
    void navigate(`/redirect${tag.fullPath}`, { replace: true });
  };
  const close = async (tag: Tag) => {
    if (tag.path === here.pathname && !(await mayLeave())) return;
    const next = store.close(tag.path);
    if (tag.path === here.pathname) void navigate(next?.fullPath ?? '/');
  };
  const closeOthers = async (tag: Tag) => {
    if (tag.path !== here.pathname && !(await mayLeave())) return;
    store.closeOthers(tag.path);
    if (tag.path !== here.pathname) void navigate(tag.fullPath);
  };
  const closeAll = async () => {
    if (!current?.affix && !(await mayLeave())) return;
    store.closeAll();
    if (!current?.affix) void navigate(store.get().tags[0]?.fullPath ?? '/');
  };

  const itemsOf = (tag: Tag): MenuItem[] => [
    { key: 'refresh', label: t('tag.refresh'), onSelect: () => refresh(tag) },
    { key: 'close', label: t('tag.close'), disabled: tag.affix, onSelect: () => void close(tag) },
    { key: 'closeOthers', label: t('tag.closeOthers'), onSelect: () => void closeOthers(tag) },
    { key: 'closeAll', label: t('tag.closeAll'), onSelect: () => void closeAll() },
  ];

  return (
    <nav className={styles.bar} aria-label={t('region.tags')} data-region="tags" tabIndex={-1}>
      <ul className={styles.tags}>
        {tags.map((tag) => (
          <li
            key={tag.path}
            onContextMenu={(event) => {
              event.preventDefault();
              setPressed({ tag, at: { x: event.clientX, y: event.clientY } });
            }}
          >
            <TagItem tag={tag} isCurrent={tag === current} onClose={() => void close(tag)} />
          </li>
        ))}
      </ul>
      {pressed && (
        <MenuList
          key={pressed.tag.path}
          label={t('tag.more')}
          items={itemsOf(pressed.tag)}
          anchor={pressed.at}
          onClose={() => setPressed(undefined)}
        />
      )}
      {current && (
        <>
          <IconButton
            icon={<ReloadOutlined aria-hidden style={{ fontSize: 13 }} />}
            tip={t('tag.refresh')}
            size={28}
            onClick={() => refresh(current)}
          />
          <Menu label={t('tag.more')} align="end" items={itemsOf(current)}>
            {(opener) => (
              <IconButton
                {...opener}
                icon={<DownOutlined aria-hidden style={{ fontSize: 12 }} />}
                tip={t('tag.more')}
                size={28}
              />
            )}
          </Menu>
        </>
      )}
    </nav>
  );
}

const areas = ['console', 'audit', 'workbench', 'tickets', 'settings', 'profile'];
const areaOf = ({ path }: Tag) => path.split('/')[1] ?? '';

/**
 * Title of a tag; it also names the area when tags of other areas have the same title, such as dashboards.
 */
const useTitle = (tag: Tag): string => {
  const { t } = useTranslation('shell');
  const { tags } = useStore(useShell().tags);
  const title = tag.title || t('tag.noName');
  const area = areaOf(tag);
  const isShared = tags.some((other) => other.title === tag.title && areaOf(other) !== area);
  return isShared && areas.includes(area) ? `${title} · ${t(`view.${area}`)}` : title;
};

function TagItem({ tag, isCurrent, onClose }: { tag: Tag; isCurrent: boolean; onClose: () => void }) {
  const { t } = useTranslation('shell');
  const title = useTitle(tag);
  const item = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isCurrent) scrollIntoBar(item.current);
  }, [isCurrent]);
  const handleMiddleClick = (event: MouseEvent) => {
    if (event.button !== 1 || tag.affix) return;
    event.preventDefault();
    onClose();
  };
  return (
    <div ref={item} className={`${styles.tag} ${isCurrent ? styles.current : ''}`}>
      <Link to={tag.fullPath} onAuxClick={handleMiddleClick} aria-current={isCurrent ? 'page' : undefined}>
        {tag.affix && <PushpinOutlined className={styles.pin} aria-hidden />}
        <span className="ell" style={{ maxWidth: 200 }}>
          {title}
        </span>
      </Link>
      {!tag.affix && (
        <button
          type="button"
          className={styles.close}
          aria-label={t('tag.closeOne', { title })}
          onClick={onClose}
        >
          <CloseOutlined aria-hidden />
        </button>
      )}
    </div>
  );
}

const scrollIntoBar = (item: HTMLElement | null) => {
  const bar = item?.closest('ul');
  if (item && bar) bar.scrollLeft = scrolledTo(bar, item);
};
