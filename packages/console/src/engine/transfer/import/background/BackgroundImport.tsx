import { OWN_RUNS_URL } from '@gatehouse/contract/wire/siteMessages.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tellChanged } from '../../../../platform/changes.ts';
import { usePlatform } from '../../../../platform/Platform.tsx';
import type { ListController } from '../../../list/ListSlots.ts';
import { splitUrl } from '../../../resource/url.ts';
import { rowBody } from '../importFile.ts';
import type { ImportController } from '../useImport.ts';

/** From this number of rows on, an import may run in the background. */
const MANY_ROWS = 10_000;

type Props = { list: ListController; controller: ImportController; onStarted: () => void };

/** Hands a long import over to the server, so that the page need not stay open; hidden for short ones. */
export function BackgroundImport({ list, controller, onStarted }: Props) {
  const { t } = useTranslation('engine');
  const { http, encrypt, notify } = usePlatform();
  const [isSending, setSending] = useState(false);
  const { rows = [], mode, task } = controller;
  const { path, query } = splitUrl(list.resource.url);
  if (rows.length <= MANY_ROWS || task !== 'pending' || query) return null;
  const start = async () => {
    setSending(true);
    try {
      const bodies = await Promise.all(rows.map(({ values }) => rowBody(values, encrypt)));
      const body = { url: path, action: mode, rows: bodies };
      await http.call('POST /api/v1/ops/own-runs/imports/', { body });
      tellChanged(OWN_RUNS_URL);
      notify.success(t('import.started', { titles: list.resource.titles }));
      onStarted();
    } catch {
      // Reported by the request layer; the dialog stays for a retry.
    } finally {
      setSending(false);
    }
  };
  return (
    <Button loading={isSending} title={t('import.backgroundHelp')} onClick={() => void start()}>
      {t('import.background')}
    </Button>
  );
}
