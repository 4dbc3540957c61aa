import { z } from 'zod';
import { categories } from './categories.ts';
import { suMethods } from './constraints.ts';

const flag = z.literal(true).optional();

/** Constraints on the platforms of a type. */
export const constraints = z.object({
  charset_enabled: z.boolean(),
  charset: z.literal('utf-8').optional(),
  domain_enabled: z.boolean(),
  su_enabled: z.boolean(),
  su_methods: z.array(z.enum(suMethods)).readonly().optional(),
  protocols: z.array(
    z.object({
      name: z.string(),
      port: z.int(),
      secret_types: z.array(z.string()).readonly(),
      setting: z.record(z.string(), z.unknown()),
      required: flag,
      port_from_addr: flag,
      default: flag,
    }),
  ),
  automation: z.record(z.string(), z.unknown()),
});

/** A type of asset with the constraints on its platforms. */
export const assetType = z.object({
  value: z.string(),
  label: z.string(),
  category: z.enum(categories),
  constraints,
});

/** A category of assets with its types. */
export const assetCategory = z.object({
  value: z.enum(categories),
  label: z.string(),
  types: z.array(assetType),
});
