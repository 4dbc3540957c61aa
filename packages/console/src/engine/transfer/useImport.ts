import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../platform/http/errorText.ts';
import { HttpError } from '../../platform/http/HttpError.ts';
import { usePlatform } from '../../platform/Platform.tsx';
import { rowUrl, splitUrl } from '../resource/url.ts';
import {
  contentTypeOf,
  fileFault,
  type ImportColumn,
  importColumns,
  importError,
  importRows,
  type ParsedFile,
  rowBody,
} from './importFile.ts';
import {
  countRows,
  type ImportRow,
  type RowStatus,
  rowsToContinue,
  runImport,
  type TaskStatus,
  withCell,
} from './importTask.ts';

/** What an import does with its rows. */
export type ImportMode = 'create' | 'update';

const TABLE_DELAY_MS = 200;
const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** An import without pixels: the file, its rows, and sending them. */
export const useImport = (url: string) => {
  const { t } = useTranslation('engine');
  const { t: common } = useTranslation('common');
  const { http, encrypt, notify } = usePlatform();
  const [mode, setMode] = useState<ImportMode>('create');
  const [file, setFile] = useState<File>();
  const [fault, setFault] = useState<string>();
  const [isParsing, setParsing] = useState(false);
  const [columns, setColumns] = useState<ImportColumn[]>([]);
  const [rows, setRows] = useState<ImportRow[]>();
  const [task, setTask] = useState<TaskStatus>('pending');
  const latest = useRef<ImportRow[]>([]);
  const stopAsked = useRef(false);
  const path = splitUrl(url).path;

  const keep = (next: ImportRow[]) => {
    latest.current = next;
    setRows(next);
  };
  const forget = () => {
    stopAsked.current = true;
    setFile(undefined);
    setFault(undefined);
    setRows(undefined);
    setTask('pending');
  };
  const take = async (chosen: File) => {
    forget();
    const wrong = fileFault(chosen);
    if (wrong) {
      setFault(t(`import.faults.${wrong}`));
      return;
    }
    setFile(chosen);
    setParsing(true);
    try {
      const parsed = await http.post<ParsedFile>(`${path}render-to-json/`, chosen, {
        headers: { 'Content-Type': contentTypeOf(chosen.name) },
        disableFlashErrorMsg: true,
      });
      await wait(TABLE_DELAY_MS);
      setColumns(importColumns(parsed));
      keep(importRows(parsed));
    } catch (error) {
      setFault(errorText(error, common));
    } finally {
      setParsing(false);
    }
  };
  const send = async (values: Record<string, unknown>) => {
    const body = await rowBody(values, encrypt);
    const options = { disableFlashErrorMsg: true };
    if (mode === 'create') await http.post(url, body, options);
    else await http.patch(rowUrl(path, String(values.id ?? values.pk ?? '')), body, options);
  };
  const setStatus = (number: number, status: RowStatus) =>
    keep(latest.current.map((row) => (row.number === number ? { ...row, status } : row)));
  const start = async () => {
    stopAsked.current = false;
    keep(rowsToContinue(task, latest.current));
    setTask('started');
    const end = await runImport({
      send,
      errorOf: (error) =>
        importError(
          error instanceof HttpError && error.status < 500 ? error.body : undefined,
          columns,
          errorText(error, common),
        ),
      pause: wait,
      rows: () => latest.current,
      onStatus: setStatus,
      isStopped: () => stopAsked.current,
    });
    setTask(end);
    if (end === 'done' && countRows(latest.current).error > 0) notify.error(t('import.someFailed'));
  };
  return {
    mode,
    setMode: (next: ImportMode) => {
      setMode(next);
      forget();
    },
    file,
    fault,
    isParsing,
    columns,
    rows,
    task,
    take,
    forget,
    start,
    stop: () => {
      stopAsked.current = true;
    },
    edit: (number: number, name: string, value: unknown) =>
      keep(withCell(latest.current, number, name, value)),
  };
};

/** An import in progress. */
export type ImportController = ReturnType<typeof useImport>;
