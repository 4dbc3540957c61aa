import { z } from 'zod';

/** An organization as an entry of a list that a user chooses from. */
export const organizationChoice = z.object({
  id: z.string(),
  name: z.string(),
  icon: z.enum(['global', 'organization']),
  disabled: z.boolean(),
  is_default: z.boolean(),
  is_root: z.boolean(),
});
