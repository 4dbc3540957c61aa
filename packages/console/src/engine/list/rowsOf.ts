import type { Page } from '@gatehouse/contract/wire/page.ts';

/** Rows of one answer and the total count, which may be an estimate. */
export type Rows<R> = { rows: R[]; total: number; isEstimate?: boolean };

/** Rows and total of a list answer, which is a page or an array. */
export const rowsOf = <R>(answer: Page<R> | R[] | undefined): Rows<R> => {
  if (!answer) return { rows: [], total: 0 };
  return Array.isArray(answer)
    ? { rows: answer, total: answer.length }
    : {
        rows: answer.results ?? [],
        total: answer.count ?? 0,
        ...(answer.count_is_estimate && { isEstimate: true }),
      };
};
