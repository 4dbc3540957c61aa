import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlatform } from '../../../platform/Platform.tsx';
import { useSelectionToken } from '../../list/actions/useSelectionToken.ts';
import { exportParams } from '../../list/listQuery.ts';
import type { ListController } from '../../list/useListController.ts';
import { withQuery } from '../../resource/url.ts';
import { fileNameIn, saveBlob } from '../download.ts';
import { browserDownload } from './browserDownload.ts';
import type { ExportRange } from './exportRange.ts';

/** How a file is asked for; `count` are its rows as far as they are known. */
type Wish = { range: ExportRange; format: 'csv' | 'xlsx'; count: number | undefined };

/** Rows of the longest file that goes through the page, which then can tell what becomes of it; some ten megabytes. */
const MOST_RECEIVED = 50_000;
/** The server reads ten minutes at most before it says something. */
const SILENCE_MS = 11 * 60_000;

/** Whether the browser receives a file by itself, because it is too long for the page. */
export const isForBrowser = (count: number | undefined): boolean =>
  count === undefined || count > MOST_RECEIVED;

/** An export without pixels: asking for the file, receiving it, breaking off. */
export const useExport = (list: ListController, onDone: () => void) => {
  const { t } = useTranslation('engine');
  const { t: common } = useTranslation('common');
  const { dialogs, http, notify, session } = usePlatform();
  const tokenOf = useSelectionToken();
  const { slots, resource, selection } = list;
  /** Bytes that have arrived; undefined while nothing is under way. */
  const [received, setReceived] = useState<number>();
  const line = useRef<AbortController>(undefined);
  const stop = () => line.current?.abort();
  useEffect(() => () => line.current?.abort(), []);

  const whatFailed = t('export.failed', { titles: resource.titles });
  const receive = async (url: string, signal: AbortSignal) => {
    const { data, headers } = await http.get(url, {
      signal,
      raw: true,
      responseType: 'blob',
      timeout: SILENCE_MS,
      onReceived: setReceived,
      whatFailed,
    });
    saveBlob(fileNameIn(headers), data as Blob);
  };
  const letBrowser = (url: string) =>
    browserDownload(url, (reason) =>
      notify.error(whatFailed, {
        // It may come minutes later, when nobody looks.
        duration: undefined,
        detail: reason ?? common('error.network'),
        action: { label: common('action.retry'), onClick: () => letBrowser(url) },
      }),
    );
  const makeFile = async ({ range, format, count }: Wish, signal: AbortSignal) => {
    const chosen =
      range === 'selected' ? { spm: await tokenOf(selection.ids, signal) } : exportParams(list.params);
    const query = { ...chosen, format, oid: session.get().currentOrg?.id };
    if (slots.onExport) return slots.onExport(query, list);
    const url = withQuery(slots.exportUrl?.(resource.url) ?? resource.url, query);
    if (!isForBrowser(count)) return receive(url, signal);
    // Asks to sign in where the session is over, and tells of a server that is away.
    await http.options(resource.url, { signal });
    letBrowser(url);
  };
  return {
    received,
    save: async (wish: Wish): Promise<void> => {
      const asked = new AbortController();
      line.current = asked;
      setReceived(0);
      try {
        await makeFile(wish, asked.signal);
        // Whether to stop or to leave is no question any more.
        dialogs.withdraw('confirm');
        onDone();
      } catch {
        // Told by the request layer; the dialog stays for another try.
      } finally {
        setReceived(undefined);
      }
    },
    /** Breaks the export off; the server stops reading for it. */
    stop,
  };
};
