import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { EmptyState } from '../../../theme/state/EmptyState.tsx';
import { Mono } from '../../../theme/text/Mono.tsx';
import styles from '../settings.module.css';

/** Number of addresses that the dialog lists at once. */
const SHOWN = 200;

const useBlocked = () => {
  const http = useHttp();
  return useQuery({
    queryKey: ['blockedAddresses'],
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/settings/security/block-ip/', {
        query: { limit: String(SHOWN) },
        signal,
        disableFlashErrorMsg: true,
      }),
  });
};

function BlockedDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings');
  const http = useHttp();
  const notify = useNotify();
  const client = useQueryClient();
  const { data } = useBlocked();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const unlock = async (ips: readonly string[]) => {
    setIsBusy(true);
    try {
      await http.call('POST /api/v1/settings/security/unlock-ip/', { body: { ips: [...ips] } });
      notify.success(t('blocked.unlocked', { count: ips.length }));
      setChosen([]);
      await client.invalidateQueries({ queryKey: ['blockedAddresses'] });
    } catch {
      // The request layer has reported the error.
    } finally {
      setIsBusy(false);
    }
  };
  const choose = (ip: string, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, ip] : chosen.filter((other) => other !== ip));
  const rows = data?.results ?? [];
  return (
    <Modal
      open
      width={520}
      title={t('blocked.title')}
      okText={t('blocked.unlockChosen', { count: chosen.length })}
      okButtonProps={{ disabled: chosen.length === 0, loading: isBusy }}
      onOk={() => void unlock(chosen)}
      onCancel={onClose}
    >
      {rows.length === 0 && <EmptyState title={t('blocked.none')} />}
      <ul className={styles.rows}>
        {rows.map(({ ip }) => (
          <li key={ip}>
            <Checkbox checked={chosen.includes(ip)} onChange={(event) => choose(ip, event.target.checked)}>
              <Mono>{ip}</Mono>
            </Checkbox>
            <Button
              size="small"
              disabled={isBusy}
              aria-label={t('blocked.unlockOne', { ip })}
              onClick={() => void unlock([ip])}
            >
              {t('blocked.unlock')}
            </Button>
          </li>
        ))}
      </ul>
      {data && data.count > rows.length && <p>{t('blocked.more', { count: data.count - rows.length })}</p>}
    </Modal>
  );
}

/** How many addresses are blocked, with a dialog that unblocks them. */
export function BlockedAddresses() {
  const { t } = useTranslation('settings');
  const { data } = useBlocked();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={styles.below}>
      <Button disabled={false} onClick={() => setIsOpen(true)}>
        {t('blocked.view', { count: data?.count ?? 0 })}
      </Button>
      {isOpen && <BlockedDialog onClose={() => setIsOpen(false)} />}
    </div>
  );
}
