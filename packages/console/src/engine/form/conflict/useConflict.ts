import { useState } from 'react';
import type { Row } from '../../resource/row.ts';
import type { LoadedRow } from '../useFormSource.ts';
import { type Conflict, type ConflictAnswer, type Difference, isChanged, isGone } from './conflict.ts';

/** A conflict waiting for the user's answer. */
export type PendingConflict = { conflict: Conflict; settle: (answer: ConflictAnswer) => void };

type Saving = {
  etag: string | undefined;
  /** Sends the row; the server refuses it if the stored version has another ETag. */
  send: (etag: string | undefined) => Promise<Row>;
  /** Sends the values as a new row; absent where that is not possible. */
  create?: () => Promise<Row>;
  reread: () => Promise<LoadedRow>;
  compare: (row: Row) => Difference[];
  take: (loaded: LoadedRow) => void;
  /** Called with false before the user is asked, then with whether the answer sends the row again. */
  busy: (isBusy: boolean) => void;
  /** Called when the user leaves a form whose row is gone. */
  discard: () => void;
};

/** Saves a row; asks the user if that would undo another user's change or if the row has been deleted. */
export const useConflict = () => {
  const [pendingConflict, setAsked] = useState<PendingConflict>();
  const ask = (conflict: Conflict) =>
    new Promise<ConflictAnswer>((resolve) => {
      const settle = (answer: ConflictAnswer) => {
        setAsked(undefined);
        resolve(answer);
      };
      setAsked({ conflict, settle });
    });

  /** Returns the stored row; undefined if the user does not save. */
  const save = async (saving: Saving): Promise<Row | undefined> => {
    const put = async (conflict: Conflict) => {
      saving.busy(false);
      const answer = await ask(conflict);
      saving.busy(answer === 'mine' || answer === 'create');
      return answer;
    };
    const gone = async () => {
      const answer = await put({ kind: 'gone', canCreate: saving.create !== undefined });
      if (answer === 'create') return saving.create?.();
      if (answer === 'leave') saving.discard();
      return undefined;
    };
    const changed = async (refusal: unknown): Promise<Row | undefined> => {
      const fresh = await saving.reread();
      const differences = saving.compare(fresh.row);
      // Nothing that another user changed would be lost: the values are equal, or the form does not contain
      // those fields.
      if (!differences.some(({ isTheirs }) => isTheirs)) return attempt(fresh.etag);
      const answer = await put({ kind: 'changed', row: fresh.row, refusal, differences });
      if (answer === 'mine') return attempt(fresh.etag);
      if (answer === 'theirs') saving.take(fresh);
      return undefined;
    };
    const attempt = async (etag: string | undefined): Promise<Row | undefined> => {
      try {
        return await saving.send(etag);
      } catch (error) {
        if (!isChanged(error)) throw error;
        return changed(error.body);
      }
    };
    try {
      return await attempt(saving.etag);
    } catch (error) {
      if (!isGone(error)) throw error;
      return gone();
    }
  };
  return { pendingConflict, save };
};
