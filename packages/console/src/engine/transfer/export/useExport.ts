import { OWN_RUNS_URL } from '@gatehouse/contract/wire/siteMessages.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tellChanged } from '../../../platform/changes.ts';
import { usePlatform } from '../../../platform/Platform.tsx';
import { useSelectionToken } from '../../list/actions/useSelectionToken.ts';
import type { ListController } from '../../list/ListSlots.ts';
import { exportParams } from '../../list/listQuery.ts';
import { splitUrl, withQuery } from '../../resource/url.ts';
import { fileNameIn, saveBlob } from '../download.ts';
import { browserDownload } from './browserDownload.ts';
import type { ExportRange } from './exportRange.ts';

/** The file the user wants; `count` is its number of rows, if known. */
type Wish = { range: ExportRange; format: 'csv' | 'xlsx'; count: number | undefined };

/**
 * Maximum number of rows of a file that goes through the page, which can then show progress and errors; about
 * ten megabytes.
 */
const MOST_RECEIVED = 50_000;
/** Longest silence of the server, in ms: more than the ten minutes that it may read before it answers. */
const SILENCE_MS = 11 * 60_000;

/** From this number of rows on, an export may run in the background. */
const MANY_ROWS = 10_000;

/** Whether a file is offered in the background: it may take long, and the server lists the rows by itself. */
export const mayWait = ({ slots }: ListController, count: number | undefined): boolean =>
  (count === undefined || count > MANY_ROWS) &&
  !slots.exportUrl &&
  !slots.onExport &&
  !slots.mode?.exportConfirm;

/** Whether the browser downloads a file by itself, because it is or may be too large for the page. */
export const isForBrowser = (count: number | undefined): boolean =>
  count === undefined || count > MOST_RECEIVED;

/** Logic of an export: requesting, receiving and cancelling the file. */
export const useExport = (list: ListController, onDone: () => void) => {
  const { t } = useTranslation('engine');
  const { t: common } = useTranslation('common');
  const { dialogs, http, notify, session } = usePlatform();
  const tokenOf = useSelectionToken();
  const { slots, resource, selection } = list;
  /** Bytes received; undefined while idle. */
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
        // Stays until closed, because it may appear minutes later, when the user is not looking.
        duration: undefined,
        detail: reason ?? common('error.network'),
        action: { label: common('action.retry'), onClick: () => letBrowser(url) },
      }),
    );
  const rowsOf = async (range: ExportRange, signal?: AbortSignal) =>
    range === 'selected' ? { spm: await tokenOf(selection.ids, signal) } : exportParams(list.params);
  const makeFile = async ({ range, format, count }: Wish, signal: AbortSignal) => {
    const query = { ...(await rowsOf(range, signal)), format, oid: session.get().currentOrg?.id };
    if (slots.onExport) return slots.onExport(query, list);
    const url = withQuery(slots.exportUrl?.(resource.url) ?? resource.url, query);
    if (!isForBrowser(count)) return receive(url, signal);
    // Asks to sign in if the web session has ended, and reports an unreachable server: the browser's own
    // download can do neither.
    await http.options(resource.url, { signal });
    letBrowser(url);
  };
  const inBackground = async ({ range, format }: Wish): Promise<void> => {
    try {
      const { path, query } = splitUrl(withQuery(resource.url, await rowsOf(range)));
      await http.call('POST /api/v1/ops/own-runs/exports/', { body: { url: path, query, format } });
    } catch {
      // Reported by the request layer; the dialog stays for a retry.
      return;
    }
    tellChanged(OWN_RUNS_URL);
    notify.success(t('export.started', { titles: resource.titles }));
    onDone();
  };
  return {
    received,
    inBackground,
    save: async (wish: Wish): Promise<void> => {
      const controller = new AbortController();
      line.current = controller;
      setReceived(0);
      try {
        await makeFile(wish, controller.signal);
        // Closes a question about stopping or leaving, which no longer applies.
        dialogs.withdraw('confirm');
        onDone();
      } catch {
        // Reported by the request layer; the dialog stays for a retry.
      } finally {
        setReceived(undefined);
      }
    },
    /** Cancels the export; the server then stops reading. */
    stop,
  };
};
