import { z } from 'zod';

const count = z.union([z.string(), z.number()]).optional();

/** Query parameters of a list that offers paging but no search, filter or order. */
export const paging = { limit: count, offset: count };
