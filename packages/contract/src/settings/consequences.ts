import { z } from 'zod';

/** What a change of settings leads to that may be unwanted, each with the label of its setting. */
export const settingConsequences = z.array(z.object({ field: z.string(), text: z.string() }));
