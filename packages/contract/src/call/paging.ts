import { z } from 'zod';

const count = z.union([z.string(), z.number()]).optional();

/** Query parameters of a list that knows pages and nothing else of lists. */
export const paging = { limit: count, offset: count };
