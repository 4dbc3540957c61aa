import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../platform/http/errorText.ts';
import { useMetadata, usePlatform } from '../../../platform/Platform.tsx';
import { splitUrl } from '../../resource/url.ts';
import { isText, relationOf } from './importCells.ts';
import { importRows } from './importFile.ts';
import { runFastImport, runImport } from './importRun.ts';
import {
  countRows,
  type ImportRow,
  type RowStatus,
  rowsToContinue,
  type TaskStatus,
  withCell,
  withStatuses,
} from './importTask.ts';
import { useImportFile } from './useImportFile.ts';
import { type ImportMode, isInterruption, useSendRows } from './useSendRows.ts';

/** Whether rows are sent one by one or in batches. */
export type ImportSpeed = 'steady' | 'fast';

/** Maximum number of rows that are sent one by one by default; more are sent in batches. */
const FAST_ABOVE = 100;
const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** State of an import: its rows, its progress, and why it stopped. */
const useImportState = () => {
  const [rows, setRows] = useState<ImportRow[]>();
  const [task, setTask] = useState<TaskStatus>('pending');
  const [isEdited, setEdited] = useState(false);
  const [interruption, setInterruption] = useState<string>();
  /** The latest rows, for the loop that sends them while cells are edited. */
  const latest = useRef<ImportRow[]>([]);
  const keep = (next: ImportRow[]) => {
    latest.current = next;
    setRows(next);
  };
  const reset = () => {
    setTask('pending');
    setEdited(false);
    setInterruption(undefined);
    setRows(undefined);
  };
  return {
    ...{ rows, task, isEdited, interruption, latest },
    ...{ setTask, setEdited, setInterruption, keep, reset },
  };
};

type ImportState = ReturnType<typeof useImportState>;

/**
 * Sends the rows until all are sent, the user stops the import, or a failure that is not about a row
 * interrupts it.
 */
const useImportRun = (state: ImportState, sender: ReturnType<typeof useSendRows>, speed: ImportSpeed) => {
  const { t } = useTranslation('engine');
  const { t: common } = useTranslation('common');
  const { notify } = usePlatform();
  const stopAsked = useRef(false);
  const running = useRef<Promise<void>>(Promise.resolve());
  const { task, latest, setTask, setInterruption, keep } = state;
  const run = async () => {
    const { send, sendMany, errorOf } = sender;
    const shared = {
      errorOf,
      isInterruption,
      onInterrupted: (error: unknown) => setInterruption(errorText(error, common)),
      rows: () => latest.current,
      onStatus: (statuses: ReadonlyMap<number, RowStatus>) => keep(withStatuses(latest.current, statuses)),
      isStopped: () => stopAsked.current,
    };
    const end =
      speed === 'fast'
        ? await runFastImport({ ...shared, sendMany })
        : await runImport({ ...shared, send, pause: wait });
    setTask(end);
    const count = countRows(latest.current).error;
    if (end === 'done' && count > 0) notify.error(t('import.failed', { count }));
  };
  return {
    start: async () => {
      stopAsked.current = false;
      setInterruption(undefined);
      keep(rowsToContinue(task, latest.current));
      setTask('started');
      running.current = run();
      await running.current;
    },
    /** Stops the import and waits for the pending request. */
    stop: async () => {
      stopAsked.current = true;
      await running.current;
    },
  };
};

/** Logic of an import: the file, its rows, and sending them. */
export const useImport = (url: string, firstMode: ImportMode) => {
  const { data: metadata } = useMetadata(url);
  const [mode, setMode] = useState(firstMode);
  const [speed, setSpeed] = useState<ImportSpeed>('steady');
  const state = useImportState();
  const { rows, task, isEdited, interruption, latest, keep } = state;
  const file = useImportFile(splitUrl(url).path, (parsed) => {
    state.reset();
    if (!parsed) return;
    keep(importRows(parsed));
    setSpeed(parsed.data.length > FAST_ABOVE ? 'fast' : 'steady');
  });
  // An error may be about a field the file has no column for.
  const fields = Object.entries(metadata?.actions?.POST ?? {});
  const titled = [...fields.map(([name, { label }]) => ({ name, title: label ?? name })), ...file.columns];
  const { start, stop } = useImportRun(state, useSendRows(url, mode, titled), speed);
  const { ok, all } = countRows(rows ?? []);
  return {
    ...file,
    mode,
    setMode: (next: ImportMode) => {
      setMode(next);
      file.forget();
    },
    speed,
    setSpeed,
    rows,
    task,
    /** Why the import was interrupted. */
    interruption,
    /** Whether leaving would lose work: rows were sent or corrected, and not all have been imported. */
    isUnfinished: rows !== undefined && (task !== 'pending' || isEdited) && ok < all,
    start,
    stop,
    edit: (number: number, name: string, value: unknown) => {
      state.setEdited(true);
      // A cleared cell is left out of a new row, but clears the field of an existing one.
      const cell = value === null && mode === 'create' ? undefined : value;
      keep(withCell(latest.current, number, name, cell));
    },
    /** The columns without which no row can be created. */
    required:
      mode === 'create' ? file.columns.filter(({ name }) => metadata?.actions?.POST?.[name]?.required) : [],
    /** What the cells of a column hold. */
    kindOf: (name: string) => {
      const metas = mode === 'create' ? metadata?.actions?.POST : metadata?.actions?.PATCH;
      const meta = (metas ?? metadata?.actions?.POST)?.[name];
      return { relation: relationOf(meta), isText: isText(meta) };
    },
  };
};

/** Controller of an import. */
export type ImportController = ReturnType<typeof useImport>;
