// Generated from the folders beside it: npm run check -- --write
import { amount } from './amount/amount.ts';
import { bits } from './bits/bits.ts';
import { boolean } from './boolean/boolean.ts';
import { choice } from './choice/choice.ts';
import { choices } from './choices/choices.ts';
import { computed } from './computed/computed.ts';
import { crontab } from './crontab/crontab.ts';
import { datetime } from './datetime/datetime.ts';
import { float } from './float/float.ts';
import { integer } from './integer/integer.ts';
import { interval } from './interval/interval.ts';
import { ipGroup } from './ipGroup/ipGroup.ts';
import { json } from './json/json.ts';
import { labels } from './labels/labels.ts';
import { list } from './list/list.ts';
import { phone } from './phone/phone.ts';
import { ref } from './ref/ref.ts';
import { refs } from './refs/refs.ts';
import { secret } from './secret/secret.ts';
import { selector } from './selector/selector.ts';
import { text } from './text/text.ts';
import { timePeriod } from './timePeriod/timePeriod.ts';
import { uuid } from './uuid/uuid.ts';

/** Server half of each field kind. Kinds that need all others join them in the registry. */
export const everyKind = {
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
  phone,
  ref,
  refs,
  secret,
  selector,
  text,
  timePeriod,
  uuid,
};
