import type { FieldKind } from '@gatehouse/contract/resource/fields.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { amount } from './amount.tsx';
import { bits } from './bits.tsx';
import { boolean } from './boolean.tsx';
import { choice } from './choice.tsx';
import { choices } from './choices.tsx';
import { computed } from './computed.tsx';
import { crontab } from './crontab.tsx';
import { datetime } from './datetime.tsx';
import type { FieldUi } from './FieldUi.ts';
import { float } from './float.tsx';
import { integer } from './integer.tsx';
import { interval } from './interval.tsx';
import { ipGroup } from './ipGroup.tsx';
import { json } from './json.tsx';
import { kindOf } from './kindOf.ts';
import { labels } from './labels.tsx';
import { list } from './list.tsx';
import { nested } from './nested.tsx';
import { phone } from './phone.tsx';
import { ref } from './ref.tsx';
import { refs } from './refs.tsx';
import { secret } from './secret.tsx';
import { selector } from './selector.tsx';
import { text } from './text.tsx';
import { uuid } from './uuid.tsx';

/** The console half of every kind; red until complete. */
export const fieldUis: Record<FieldKind, FieldUi> = {
  amount,
  bits,
  boolean,
  choice,
  choices,
  computed,
  crontab,
  datetime,
  float,
  integer,
  interval,
  ipGroup,
  json,
  labels,
  list,
  nested,
  phone,
  ref,
  refs,
  secret,
  selector,
  text,
  uuid,
};

/** The console half of a field. */
export const fieldUiOf = (meta: FieldMeta): FieldUi => fieldUis[kindOf(meta)];
