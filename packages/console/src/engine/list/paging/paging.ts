import type { Row } from '../../resource/row.ts';
import { type Rows, rowsOf } from '../rowsOf.ts';

/** Position in a list. */
export type Position = { page: number; size: number; order: string | undefined };

/** How a collection's rows are requested, in pages or all at once. */
export type Paging = {
  /** Page sizes offered; if empty, the list has no pages. */
  sizes: readonly number[];
  params: (position: Position) => Record<string, string | number>;
  read: (answer: never) => Rows<Row>;
  /** The chosen page size applies to all lists with this paging, and is remembered. */
  isRemembered?: boolean;
  /** Shows an input for a page number. */
  hasJumper?: boolean;
  /** Selected rows are deleted by their ids in the address, separated by commas, instead of by a token. */
  deletesByIds?: boolean;
};

/** Maximum number of rows that a list without pages requests. */
export const WHOLE = 999;
const FIRST_SIZE = 10;

type Payload = { payload?: { content?: Row[]; totalElements?: number } };

const payloadOf = (answer: Payload | Row[] | undefined): Rows<Row> => {
  if (Array.isArray(answer)) return { rows: answer, total: answer.length };
  const { content = [], totalElements = content.length } = answer?.payload ?? {};
  return { rows: content, total: totalElements };
};

const sortOf = (order: string | undefined): Record<string, string> => {
  if (!order) return {};
  return order.startsWith('-')
    ? { sort: order.slice(1), direction: 'desc' }
    : { sort: order, direction: 'asc' };
};

/** Kinds of paging: by limit and offset, by page number with the rows inside a `payload`, and none. */
export const pagings = {
  limit: {
    sizes: [15, 30, 50, 100],
    params: ({ page, size, order }) => ({
      limit: size,
      offset: (page - 1) * size,
      ...(order && { order }),
      draw: 1,
      display: 1,
    }),
    read: rowsOf,
    isRemembered: true,
  },
  page: {
    sizes: [FIRST_SIZE, 20, 30, 40, 50],
    params: ({ page, size, order }) => ({ page, size, ...sortOf(order) }),
    read: payloadOf,
    hasJumper: true,
    deletesByIds: true,
  },
  none: {
    sizes: [],
    params: ({ order }) => ({ limit: WHOLE, offset: 0, ...(order && { order }), draw: 1, display: 1 }),
    read: rowsOf,
  },
} satisfies Record<string, Paging>;
