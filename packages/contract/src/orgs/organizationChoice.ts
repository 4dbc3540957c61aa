import { z } from 'zod';

/** An organization as a user chooses it. */
export const organizationChoice = z.object({
  id: z.string(),
  name: z.string(),
  icon: z.enum(['global', 'organization']),
  disabled: z.boolean(),
  is_default: z.boolean(),
  is_root: z.boolean(),
});
