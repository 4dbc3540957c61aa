import type { FieldKind } from '@gatehouse/contract/resource/fields.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { amount } from './amount/amount.tsx';
import { bits } from './bits/bits.tsx';
import { boolean } from './boolean/boolean.tsx';
import { choice } from './choice/choice.tsx';
import { choices } from './choices/choices.tsx';
import { computed } from './computed/computed.tsx';
import { crontab } from './crontab/crontab.tsx';
import { datetime } from './datetime/datetime.tsx';
import type { FieldUi } from './FieldUi.ts';
import { float } from './float/float.tsx';
import { integer } from './integer/integer.tsx';
import { interval } from './interval/interval.tsx';
import { ipGroup } from './ipGroup/ipGroup.tsx';
import { json } from './json/json.tsx';
import { kindOf } from './kindOf.ts';
import { labels } from './labels/labels.tsx';
import { list } from './list/list.tsx';
import { nested } from './nested/nested.tsx';
import { phone } from './phone/phone.tsx';
import { ref } from './ref/ref.tsx';
import { refs } from './refs/refs.tsx';
import { secret } from './secret/secret.tsx';
import { selector } from './selector/selector.tsx';
import { text } from './text/text.tsx';
import { uuid } from './uuid/uuid.tsx';

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
