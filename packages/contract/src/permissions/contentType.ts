import { z } from 'zod';

/** A type of rows that permissions and labels refer to, as the server answers it. */
export const contentType = z.object({
  id: z.int(),
  app_label: z.string(),
  app_display: z.string(),
  model: z.string(),
  name: z.string(),
});

/** What OPTIONS of a list of content types shows. */
export const showsContentTypes = {
  shows: {
    columns: {
      id: 'integer',
      app_label: 'string',
      app_display: 'string',
      model: 'string',
      name: 'string',
    },
  },
} as const;
