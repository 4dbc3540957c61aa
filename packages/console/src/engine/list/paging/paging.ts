import type { Row } from '../../resource/row.ts';
import { type Rows, rowsOf } from '../useListRows.ts';

/** Where on a list one is. */
export type Position = { page: number; size: number; order: string | undefined };

/** One way of asking a collection for its rows, page by page or whole. */
export type Paging = {
  /** Page sizes offered; a list without any is shown whole. */
  sizes: readonly number[];
  params: (position: Position) => Record<string, string | number>;
  read: (answer: never) => Rows<Row>;
  /** Page sizes are remembered for all such lists together. */
  isRemembered?: boolean;
  /** A field to type a page number into. */
  hasJumper?: boolean;
  /** Chosen rows are deleted by their ids in the address, joined by commas, instead of by a token. */
  deletesByIds?: boolean;
};

/** Most rows an unpaged list asks for. */
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

/** The ways there are: ours, the one that counts pages and wraps its rows, and none at all. */
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

/** Name of a way of asking. */
export type PagingName = keyof typeof pagings;
