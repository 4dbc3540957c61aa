import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../platform/confirm/useConfirm.ts';
import { useNotify } from '../../platform/notify/useNotify.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { Mono } from '../../theme/text/Mono.tsx';

type HostKey = { recorded: string; shown: string };

function Comparison({ recorded, shown }: HostKey) {
  const { t } = useTranslation('settings');
  return (
    <>
      <p>{t('storage.hostKey.body')}</p>
      <dl>
        <dt>{t('storage.hostKey.recorded')}</dt>
        <dd>
          <Mono>{recorded}</Mono>
        </dd>
        <dt>{t('storage.hostKey.shown')}</dt>
        <dd>
          <Mono>{shown}</Mono>
        </dd>
      </dl>
    </>
  );
}

/** Shows both fingerprints of a machine whose host key has changed, and records the new one if the user accepts it. */
export const useHostKeyQuestion = () => {
  const { t } = useTranslation('settings');
  const confirm = useConfirm();
  const http = useHttp();
  const notify = useNotify();
  return async ({ url, name }: { url: string; name: string }, hostKey: HostKey): Promise<void> => {
    const isAccepted = await confirm({
      title: t('storage.hostKey.title', { name }),
      body: <Comparison {...hostKey} />,
      okText: t('storage.hostKey.accept'),
      danger: true,
      focusCancel: true,
    });
    if (!isAccepted) return;
    await http.patch(url, { meta: { SFTP_HOST_KEY: hostKey.shown } });
    notify.success(t('storage.hostKey.accepted', { name }));
  };
};
