import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveText } from '../../../engine/transfer/download.ts';
import { useConfirm } from '../../../platform/confirm/useConfirm.ts';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { useSession } from '../../../platform/session/useSession.ts';
import { useProfileRefresh } from '../useProfileRefresh.ts';

/**
 * Lets the server create a key pair. It stores only the public key; the private key is downloaded here once.
 */
export const useNewKeyPair = (): { run: () => Promise<void>; isBusy: boolean } => {
  const { t } = useTranslation('areas');
  const { profile } = useSession();
  const http = useHttp();
  const confirm = useConfirm();
  const notify = useNotify();
  const refresh = useProfileRefresh();
  const [isBusy, setIsBusy] = useState(false);

  const isMeant = async () =>
    !profile?.public_key_hash_md5 ||
    confirm({
      title: t('profile.replaceKey'),
      body: t('profile.replaceKeyBody'),
      names: [profile.public_key_comment || profile.public_key_hash_md5],
      okText: t('profile.generate'),
      danger: true,
    });
  const run = async () => {
    if (!(await isMeant())) return;
    setIsBusy(true);
    try {
      const privateKey = await http.textOf('GET /core/auth/profile/pubkey/generate/');
      saveText(`${profile?.username}-gatehouse.pem`, privateKey, 'application/x-pem-file');
      notify.success(t('profile.keyPairMade'));
      await refresh();
    } catch {
      // The request layer has reported the error.
    } finally {
      setIsBusy(false);
    }
  };
  return { run, isBusy };
};
