import { useTranslation } from 'react-i18next';
import { browserDownload } from '../../engine/transfer/export/browserDownload.ts';
import { usePlatform } from '../../platform/Platform.tsx';
import { runTitle } from './runTitle.ts';
import type { OwnRun } from './useOwnRuns.ts';

/** Lets the browser download the file of a run; a refusal is reported. */
export const useFetchFile = () => {
  const { t } = useTranslation('shell');
  const { t: common } = useTranslation('common');
  const { notify } = usePlatform();
  return (run: OwnRun): void =>
    browserDownload(`/api/v1/ops/own-runs/${run.id}/file/`, (reason) =>
      notify.error(t('ownWork.notFetched', { title: runTitle(run, t) }), {
        duration: undefined,
        detail: reason ?? common('error.network'),
      }),
    );
};
