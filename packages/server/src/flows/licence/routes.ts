import { getLicence, importLicence } from '@gatehouse/contract/calls/settings.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { type LicenceDetail, MOST_ASSETS } from '@gatehouse/contract/wire/licence.ts';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { bind } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import { formOf } from '../../engine/form.ts';
import type { HttpPorts } from '../../engine/http.ts';
import type { Settings } from '../../platform/settings.ts';
import { formatDatetime } from '../../platform/time.ts';
import { allAssets } from '../../resources/assets/asset/relations.ts';
import type { Licence } from './licence.ts';

/** Maximum size of a licence file, in bytes. */
const largest = 64 * 1024;

const form = formOf('panels', 'licence', {});

const detailOf = async (licence: Licence, ctx: Context): Promise<LicenceDetail> => {
  const [found] = await ctx.db.rows<{ count: number }>(
    sql`select count(*)::int as count from ${allAssets} a`,
  );
  const facts = licence.facts();
  return {
    subscription_id: facts?.subscription_id ?? '',
    corporation: facts?.corporation ?? '',
    date_expired: facts ? formatDatetime(new Date(facts.date_expired), ctx.zone) : null,
    asset_count: facts ? (facts.asset_count ?? MOST_ASSETS) : null,
    current_asset_count: found?.count ?? 0,
    edition: facts?.edition ?? '',
    serial_no: facts?.serial_no ?? '',
    remark: facts?.remark ?? '',
    is_valid: licence.isValid(),
  };
};

const textIn = async (request: FastifyRequest): Promise<string> => {
  const part = request.isMultipart() ? await request.file({ limits: { fileSize: largest } }) : undefined;
  if (!part) throw new AppError('error', {}, { messageKey: 'licence_no_file' });
  try {
    return (await part.toBuffer()).toString('utf8');
  } catch (cause) {
    throw new AppError('error', {}, { messageKey: 'licence_unreadable', cause });
  }
};

const take = async (request: FastifyRequest, licence: Licence, settings: Settings, ctx: Context) => {
  if (!licence.isEnabled) throw new AppError('error', {}, { messageKey: 'licence_switched_off' });
  const before = licence.facts()?.corporation ?? '';
  const facts = await licence.replace(await textIn(request), ctx.db);
  const label = ctx.t('panels.licence.fields.corporation');
  await ctx.engine.record(
    [
      {
        action: 'update',
        resource: form,
        row: { id: facts.serial_no },
        display: ctx.t('panels.licence._'),
        diff: { [label]: [before, facts.corporation] },
      },
    ],
    ctx,
  );
  ctx.afterCommit(() => settings.reload());
};

/**
 * Registers showing and importing the licence. An invalid file is answered with 200 and the reason (reference
 * 07 §9).
 */
export const addLicence = (ports: HttpPorts, deps: { licence: Licence; settings: Settings }): void => {
  const { licence, settings } = deps;
  bind(ports, getLicence, async ({ ctx }) => detailOf(licence, ctx));
  bind(ports, importLicence, async ({ ctx, request }) => {
    try {
      await take(request, licence, settings, ctx);
      return { status: true, msg: ctx.t('panels.licence.imported') };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'error') throw error;
      return { status: false, msg: ctx.t(`errors.${error.messageKey}`, error.params) };
    }
  });
};
