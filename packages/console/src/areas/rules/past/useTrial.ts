import type { TrialLine, TrialResult } from '@gatehouse/contract/policy/trial.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Values } from '../../../engine/form/FormItem.ts';
import { errorText } from '../../../platform/http/errorText.ts';
import { HttpError } from '../../../platform/http/HttpError.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import type { TriedKind } from './triedKinds.ts';
import { triedKinds } from './triedKinds.ts';

/** The stored rule that is tried, a draft of it, and on how many days. */
type TrialWish = { id?: string; rule?: Values; days: number };

/** How far a trial is. */
export type TrialState =
  | { state: 'running'; done: number; total: number | null }
  | { state: 'done'; result: TrialResult; days: number }
  | { state: 'failed'; reason: string }
  | { state: 'stopped' };

/** Reads the lines of an answer as they arrive. */
const linesTo = (hear: (line: TrialLine) => void) => {
  const decoder = new TextDecoder();
  let rest = '';
  return (bytes: Uint8Array) => {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line) hear(JSON.parse(line) as TrialLine);
  };
};

/** Runs a trial at a time; leaving the page stops it. `refused` is told what was wrong with a draft. */
export const useTrial = (kind: TriedKind, refused: ((error: HttpError) => void) | undefined) => {
  const { t } = useTranslation('common');
  const { t: rules } = useTranslation('rules');
  const http = useHttp();
  const [trial, setTrial] = useState<TrialState>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async ({ days, ...wish }: TrialWish): Promise<void> => {
    running.current?.abort();
    const run = new AbortController();
    running.current = run;
    let last: TrialState = { state: 'failed', reason: rules('past.broken') };
    const show = (next: TrialState) => {
      if (running.current === run) setTrial(next);
    };
    const hear = (line: TrialLine) => {
      if ('progress' in line) show({ state: 'running', ...line.progress });
      else if ('error' in line) last = { state: 'failed', reason: line.error };
      else last = { state: 'done', result: line.result, days };
    };
    show({ state: 'running', done: 0, total: null });
    try {
      await http.textOf(triedKinds[kind].call, {
        body: { ...wish, days },
        signal: run.signal,
        onBytes: linesTo(hear),
        disableFlashErrorMsg: true,
      });
      show(last);
    } catch (error) {
      if (run.signal.aborted) return;
      if (refused && error instanceof HttpError && error.status === 400) {
        if (running.current === run) setTrial(undefined);
        refused(error);
      } else show({ state: 'failed', reason: errorText(error, t) });
    }
  };
  const leave = (next: TrialState | undefined) => {
    running.current?.abort();
    setTrial(next);
  };
  return {
    trial,
    start: (wish: TrialWish) => void start(wish),
    stop: () => leave({ state: 'stopped' }),
    close: () => leave(undefined),
  };
};
