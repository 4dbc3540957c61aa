import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { platform } from '@gatehouse/contract/resources/assets/platform.ts';
import { useQuery } from '@tanstack/react-query';
import Input from 'antd/es/input/Input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import { useHttp, usePlatform } from '../../../platform/Platform.tsx';
import { AssetIcon } from '../../../theme/icon/AssetIcon.tsx';
import { SkeletonRows } from '../../../theme/state/SkeletonRows.tsx';
import { PLATFORMS_URL } from '../assetTree.ts';
import styles from './PlatformPicker.module.css';
import { groupPlatforms, recentPlatforms, rememberPlatform } from './recentPlatforms.ts';

type Platform = RowOf<typeof platform>;

type Props = { category?: string; onClose: () => void; onPick: (platform: Platform) => void };

/**
 * Chooses the platform of a new asset. Without a search, recently chosen ones come first; all are grouped by
 * category or, within one category, by type.
 */
export function PlatformPicker({ category, onClose, onPick }: Props) {
  const { t } = useTranslation('resources');
  const http = useHttp();
  const { storage } = usePlatform();
  const [typed, setTyped] = useState('');
  const { data, isPending } = useQuery({
    queryKey: ['platforms', category ?? ''],
    queryFn: ({ signal }) => http.list<typeof platform>(PLATFORMS_URL, { params: { category }, signal }),
    staleTime: 60_000,
  });
  const rows = data ?? [];
  const found = rows.filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()));
  const recent = typed ? [] : recentPlatforms(storage, rows);
  const groups = groupPlatforms(found, category ? 'type' : 'category');
  const pick = (chosen: Platform) => {
    rememberPlatform(storage, chosen.id);
    onPick(chosen);
  };
  const sections = [...(recent.length > 0 ? [{ label: t('platform.recent'), rows: recent }] : []), ...groups];
  return (
    <Modal
      open
      width="60%"
      style={{ top: '3vh', maxWidth: 1000 }}
      title={t('platform.pick')}
      footer={null}
      onCancel={onClose}
    >
      <Input
        allowClear
        autoFocus
        aria-label={t('platform.search')}
        placeholder={t('platform.search')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {isPending && <SkeletonRows rows={4} columns={3} />}
      {!isPending && sections.length === 0 && <p className="t3">{t('platform.none')}</p>}
      {sections.map(({ label, rows: platforms }) => (
        <section key={label} className={styles.group} aria-label={label}>
          <h3 className={styles.heading}>{label}</h3>
          <div className={styles.grid}>
            {platforms.map((platform) => (
              <button key={platform.id} type="button" className={styles.tile} onClick={() => pick(platform)}>
                <AssetIcon type={platform.type.value} category={platform.category.value} size={18} />
                <span className="ell">{platform.name}</span>
              </button>
            ))}
          </div>
        </section>
      ))}
    </Modal>
  );
}
