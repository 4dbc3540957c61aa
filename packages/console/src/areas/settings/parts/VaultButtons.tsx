import { OWN_RUNS_URL } from '@gatehouse/contract/wire/siteMessages.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tellChanged } from '../../../platform/changes.ts';
import { openDrawer } from '../../../platform/drawers.ts';
import { bodyText, errorText } from '../../../platform/http/errorText.ts';
import { HttpError } from '../../../platform/http/HttpError.ts';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { useSession } from '../../../platform/session/useSession.ts';
import type { ToWire } from '../ToWire.ts';
import { TestButton } from '../testing/TestButton.tsx';

/** Starts the move of secrets to the vault of the stored settings, and shows how far it gets. */
function SyncButton({ isDisabled }: { isDisabled: boolean }) {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation('common');
  const http = useHttp();
  const notify = useNotify();
  const [isBusy, setIsBusy] = useState(false);
  const run = async () => {
    setIsBusy(true);
    try {
      const options = { body: {}, disableFlashErrorMsg: true } as const;
      await http.call('POST /api/v1/settings/vault/sync/', options);
      tellChanged(OWN_RUNS_URL);
      openDrawer('ownWork');
    } catch (error) {
      if (error instanceof HttpError && error.isKnown) return;
      const said = error instanceof HttpError ? bodyText(error.body) : undefined;
      notify.error(said ?? errorText(error, common));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button style={{ order: -1 }} disabled={isDisabled} loading={isBusy} onClick={() => void run()}>
      {t('sync')}
    </Button>
  );
}

/** Tries the vault of the form, and moves the secrets to the stored one. */
export function VaultButtons({ toWire }: { toWire: ToWire }) {
  const http = useHttp();
  const { settings } = useSession();
  const isDisabled = settings.VAULT_ENABLED !== true;
  return (
    <>
      <TestButton
        toWire={toWire}
        isDisabled={isDisabled}
        send={(options) => http.call('POST /api/v1/settings/vault/testing/', options)}
      />
      <SyncButton isDisabled={isDisabled} />
    </>
  );
}
