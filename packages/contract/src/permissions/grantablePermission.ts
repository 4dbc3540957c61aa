import { z } from 'zod';

/** A permission as it appears in lists of permissions. */
export const grantablePermission = z.object({
  id: z.int(),
  name: z.string(),
  content_type: z.object({ id: z.int(), app_label: z.string(), model: z.string() }),
  codename: z.string(),
});
