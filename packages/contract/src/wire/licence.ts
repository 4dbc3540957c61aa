import { z } from 'zod';

/** Product name in a licence. */
export const LICENCE_PRODUCT = 'gatehouse';

/**
 * First part of a licence: `<format>.<facts>.<signature>`, the latter two in base64url; the signature covers
 * everything before it.
 */
export const LICENCE_FORMAT = 'gatehouse-licence-1';

/** Number of assets of a licence without a limit, for clients that expect a number. */
export const MOST_ASSETS = 100_000_000;

/** What a licence grants, to whom and for how long. */
export const licenceFacts = z.object({
  product: z.string().max(64),
  serial_no: z.string().max(64),
  subscription_id: z.string().max(64),
  corporation: z.string().min(1).max(256),
  edition: z.string().max(64),
  date_issued: z.iso.datetime(),
  date_expired: z.iso.datetime(),
  /** Maximum number of assets; null means unlimited. */
  asset_count: z.int().min(1).max(MOST_ASSETS).nullable(),
  remark: z.string().max(1024),
});

/** Facts of a licence. */
export type LicenceFacts = z.infer<typeof licenceFacts>;

/** A licence as administrators see it; without one, everything but the number of assets in use is empty. */
export type LicenceDetail = {
  subscription_id: string;
  corporation: string;
  date_expired: string | null;
  /** `MOST_ASSETS` when the licence has no limit; null without a licence. */
  asset_count: number | null;
  current_asset_count: number;
  edition: string;
  serial_no: string;
  remark: string;
  is_valid: boolean;
};
